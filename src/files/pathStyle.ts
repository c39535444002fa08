// How paths are written on this machine.
import type { PathStyle } from '../core/paths/pathContainment.ts';

/** The rules of this machine. */
export const PATH_STYLE: PathStyle = process.platform === 'win32' ? 'windows' : 'posix';
