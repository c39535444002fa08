// The settings of sounds: one for each event.
import { flag } from '../../../host/contributions/setting.ts';
import { accessTo } from '../../../host/contributions/settingAccess.ts';

export const settings = {
  'sounds.finished': flag(false),
  'sounds.waiting': flag(false),
  'sounds.failed': flag(false),
};

export const { readSetting, onSettingsChange } = accessTo(settings);
