// How a folder may be spelled.
import { pathStyleOf } from './pathContainment.ts';

/** A folder that is spelled with a slash at its end, as models like to; paths of files are refused with one. */
export function withoutLastSlash(folder: string): string {
  const isWindows = pathStyleOf(folder) === 'windows';
  const isRoot = isWindows ? /^[a-z]:[\\/]$/i.test(folder) : folder === '/';
  return isRoot ? folder : folder.replace(isWindows ? /[\\/]$/ : /\/$/, '');
}
