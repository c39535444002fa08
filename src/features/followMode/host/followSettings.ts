// The setting of follow mode.
import { flag } from '../../../host/contributions/setting.ts';
import { accessTo } from '../../../host/contributions/settingAccess.ts';

export const settings = { followAgent: flag(false) };

export const { readSetting, writeSetting, onSettingsChange } = accessTo(settings);
