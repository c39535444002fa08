// What is wrong with the spelling of a path that an agent sent.
import type { PathStyle } from './pathContainment.ts';

/** What is wrong with a path, whatever it leads to. */
export type PathProblem =
  | 'scheme'
  | 'relative'
  | 'control-character'
  | 'parent-segment'
  | 'folder'
  | 'device'
  | 'stream'
  | 'trailing-dot'
  | 'reserved-character';

const PROBLEMS: Readonly<Record<PathProblem, string>> = {
  scheme: 'is an address and not a path of this machine. Send an absolute path',
  relative: 'is relative. Send an absolute path',
  'control-character': 'contains a control character. Send the path without it',
  'parent-segment': 'contains “..”. Send the path without it',
  folder: 'ends like a folder. Send the path of a file',
  device: 'names a device and not a file. Choose another name',
  stream: 'contains a colon after the drive. Choose another name',
  'trailing-dot': 'has a part that ends with a dot or a space. Choose another name',
  'reserved-character': 'contains a character that no file name may have here. Choose another name',
};

/** The problem as the end of a sentence that starts with the path. For the agent, so in English and never localized. */
export function describePathProblem(problem: PathProblem): string {
  return PROBLEMS[problem];
}

const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
const DRIVE = /^[a-z]:[\\/]/i;
const UNC = /^[\\/]{2}[^\\/?.][^\\/]*[\\/]+[^\\/]+/;
/** `\\?\` and `\\.\`, which switch Windows' own checks off or lead to devices. */
const DEVICE_NAMESPACE = /^[\\/]{2}[?.][\\/]|^[\\/]\?\?[\\/]/;
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)[ ]*(\..*|:.*)?$/i;

/** What is wrong with the spelling of a path; undefined when it is absolute and means one thing only (R17, R76, R78). */
export function pathProblem(path: string, style: PathStyle): PathProblem | undefined {
  return style === 'windows' ? windowsProblem(path) : posixProblem(path);
}

function posixProblem(path: string): PathProblem | undefined {
  if (hasControl(path)) return 'control-character';
  if (SCHEME.test(path)) return 'scheme';
  if (!path.startsWith('/')) return 'relative';
  if (path.split('/').includes('..')) return 'parent-segment';
  return path.endsWith('/') || path.endsWith('/.') ? 'folder' : undefined;
}

function windowsProblem(path: string): PathProblem | undefined {
  if (hasControl(path)) return 'control-character';
  if (SCHEME.test(path)) return 'scheme';
  if (DEVICE_NAMESPACE.test(path)) return 'device';
  if (!DRIVE.test(path) && !UNC.test(path)) return 'relative';
  const parts = path.slice(DRIVE.test(path) ? 3 : 2).split(/[\\/]/);
  if (parts.includes('..')) return 'parent-segment';
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (DEVICE_NAME.test(part)) return 'device';
    if (part.includes(':')) return 'stream';
    if (/[. ]$/.test(part)) return 'trailing-dot';
    if (/[<>"|?*]/.test(part)) return 'reserved-character';
  }
  return ['', '.'].includes(parts.at(-1) ?? '') ? 'folder' : undefined;
}

function hasControl(path: string): boolean {
  return /\p{Cc}/u.test(path);
}
