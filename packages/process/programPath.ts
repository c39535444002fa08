// Finds the file of a program through PATH, as a shell does, but never in the current folder: that may be a repository.
import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

const DEFAULT_PATH = '/usr/bin:/bin';
const DEFAULT_EXTENSIONS = '.COM;.EXE;.BAT;.CMD';

export interface ProgramLookup {
  /** The environment whose PATH counts, and on Windows its PATHEXT. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What a relative path is relative to; absolute. Without it only bare names and absolute paths are found. */
  readonly cwd?: string;
  readonly platform?: NodeJS.Platform;
  /** Whether there is a file that can be run. */
  readonly isProgram?: (path: string) => boolean;
}

/**
 * The absolute path of a program; undefined where there is none. A bare name is looked up in the absolute folders of PATH
 * alone: empty and relative entries stand for the current folder or what is below it. A folder of the workspace that
 * PATH names absolutely counts, because PATH is the user's.
 */
export function findProgram(command: string, lookup: ProgramLookup): string | undefined {
  const { env, cwd, platform = process.platform } = lookup;
  const isWindows = platform === 'win32';
  const isProgram = lookup.isProgram ?? ((path) => isProgramOnDisk(path, isWindows));
  const paths = isWindows ? win32 : posix;
  if (isBareName(command, platform)) {
    const bases = pathFolders(env, isWindows).map((folder) => paths.join(folder, command));
    const found = bases.flatMap((base) => candidates(base, env, isWindows)).find(isProgram);
    // A script without an extension is used on Windows only where nothing else has the name.
    return found ?? (isWindows ? bases.find(isProgram) : undefined);
  }
  if (!isAbsolutePath(command, isWindows) && (cwd === undefined || isDriveRelative(command, isWindows))) {
    return undefined;
  }
  const base = paths.resolve(cwd ?? '', command);
  return [...candidates(base, env, isWindows), base].find(isProgram);
}

/** Whether a command is a name to be looked up, and no path. */
export function isBareName(command: string, platform: NodeJS.Platform = process.platform): boolean {
  return !(platform === 'win32' ? /[\\/:]/ : /\//).test(command) && command !== '.' && command !== '..';
}

/** Whether Windows runs a file by its extension, so that a first line `#!` does not count. */
export function hasProgramExtension(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return programExtensions(env).some((extension) => path.toLowerCase().endsWith(extension.toLowerCase()));
}

function candidates(base: string, env: ProgramLookup['env'], isWindows: boolean): readonly string[] {
  if (!isWindows) return [base];
  const extended = programExtensions(env).map((extension) => base + extension);
  return hasProgramExtension(base, env) ? [base, ...extended] : extended;
}

/** The absolute folders of PATH, in their order. */
export function pathFolders(env: ProgramLookup['env'], isWindows: boolean): readonly string[] {
  const entries = isWindows
    ? (variable(env, 'PATH') ?? '').split(';').map((entry) => entry.replace(/^"(.*)"$/, '$1'))
    : (env['PATH'] ?? DEFAULT_PATH).split(':');
  return entries.filter((entry) => isAbsolutePath(entry, isWindows));
}

function programExtensions(env: ProgramLookup['env']): readonly string[] {
  return (variable(env, 'PATHEXT') || DEFAULT_EXTENSIONS)
    .split(';')
    .filter((extension) => /^\.[^\\/:]+$/.test(extension));
}

/** A variable of Windows, where the case of names does not count: of several, the one that Node passes on. */
function variable(env: ProgramLookup['env'], name: string): string | undefined {
  const key = Object.keys(env)
    .sort()
    .find((candidate) => candidate.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/** On Windows with its drive: a path that begins with one backslash is relative to the current drive. */
function isAbsolutePath(path: string, isWindows: boolean): boolean {
  return isWindows ? /^([a-z]:[\\/]|[\\/]{2})/i.test(path) : path.startsWith('/');
}

/** `C:name` is relative to a folder that only the system knows. */
function isDriveRelative(path: string, isWindows: boolean): boolean {
  return isWindows && /^[a-z]:/i.test(path);
}

function isProgramOnDisk(path: string, isWindows: boolean): boolean {
  try {
    if (!isWindows) accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return isWindows && isAppAlias(path);
  }
}

/** Programs from the Microsoft Store are links that can be started, though not followed. */
function isAppAlias(path: string): boolean {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
