// The setting of quick fixes: whether the prompt is sent at once.
import { flag } from '../../../host/contributions/setting.ts';
import { accessTo } from '../../../host/contributions/settingAccess.ts';

export const settings = { 'quickFixes.send': flag(false) };

export const { readSetting } = accessTo(settings);
