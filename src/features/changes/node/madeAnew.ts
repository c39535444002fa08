// The modes of a file that the agent deleted and made anew: with the same contents, nothing else of it is to be undone.
import type { ChangedModes } from '../core/fileReview.ts';
import { modeOf, statsAtSync } from '../../../snapshots/diskState.ts';
import type { FilePermissionsBefore } from './storedChanges.ts';

const PERMISSIONS = 0o777;

/** Undefined where anyone can do with it what they could before, as far as that is known. */
export function modesMadeAnew(
  path: string,
  { mode, permissions }: FilePermissionsBefore = {},
): ChangedModes | undefined {
  const stats = statsAtSync(path);
  const after = modeOf(stats);
  if (process.platform === 'win32' || stats === undefined || after === undefined) return undefined;
  if (permissions === undefined || (stats.mode & PERMISSIONS) === (permissions & PERMISSIONS))
    return mode === undefined || mode === after ? undefined : { before: mode, after };
  return { before: `100${(permissions & PERMISSIONS).toString(8).padStart(3, '0')}`, after };
}
