// The setting of how many files are tracked.
import { limit } from '../../../host/contributions/setting.ts';
import { accessTo } from '../../../host/contributions/settingAccess.ts';
import { snapshotLimits } from '../../../snapshots/fileSizes.ts';

export const settings = { 'changes.maxFiles': limit(0, { min: 1, max: snapshotLimits.maxFiles }) };

const { readSetting } = accessTo(settings);

/** The user's own limit for the files of a folder; undefined where they set none. */
export function maxFilesOfUser(): number | undefined {
  return readSetting('changes.maxFiles') || undefined;
}
