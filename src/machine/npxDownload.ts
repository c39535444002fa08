// Whether `npx` has to download a package before it can run it, as far as the folders of npm show it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../core/text/parseJson.ts';
import { userEnvironment } from '../process/userEnvironment.ts';
import { findProgram } from '../../packages/process/programPath.ts';
import { npmSetting } from './npmConfig.ts';

/** A command line. */
export interface NpxLaunch {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of the user. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

/** The machine, in tests. */
export interface NpxMachine {
  /** The environment in which the command is started. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform?: NodeJS.Platform;
}

/** Options of npm before the package which have their value in the next argument. */
const OPTIONS_WITH_VALUE = new Set([
  '--cache',
  '--globalconfig',
  '--loglevel',
  '--prefix',
  '--registry',
  '--script-shell',
  '--userconfig',
  '--workspace',
  '-w',
]);

const packageFile = z.object({ version: z.string() });

/** Whether a command line is one of `npx`. */
export function isNpx(command: string): boolean {
  return /^npx(?:\.cmd|\.exe)?$/i.test(basename(command.replaceAll('\\', '/')));
}

/**
 * Whether a command line of `npx` runs a package that is neither in the cache of `npx` nor installed for the folder or
 * for the user. Nothing is started but the login shell. Never rejects.
 */
export async function needsDownload(launch: NpxLaunch, machine?: NpxMachine): Promise<boolean> {
  if (!isNpx(launch.command)) return false;
  const wanted = npxPackages(launch.args);
  const packages = wanted.map(splitPackage);
  if (packages.length === 0 || packages.includes(undefined)) return false;
  const known = machine ?? { env: await userEnvironment(launch.env), home: homedir() };
  const folders = [await cacheFolder(wanted, known), ...(await installFolders(launch, known))];
  const isThere = await Promise.all(
    packages.map(async (each) => {
      const found = await Promise.all(folders.map((folder) => hasPackage(folder, each)));
      return found.includes(true);
    }),
  );
  return isThere.includes(false);
}

/** The packages that `npx` runs, as they are written; none where a command line runs something else. */
export function npxPackages(args: readonly string[]): readonly string[] {
  const packages: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, inline] = /^--package=(.*)$/s.exec(arg) ?? [];
    if (inline !== undefined) packages.push(inline);
    else if (arg === '-p' || arg === '--package') packages.push(...args.slice((index += 1), index + 1));
    else if (arg === '-c' || arg.startsWith('--call')) return packages;
    else if (OPTIONS_WITH_VALUE.has(arg)) index += 1;
    else if (arg === '--' || !arg.startsWith('-')) {
      const program = arg === '--' ? args.slice(index + 1, index + 2) : [arg];
      return packages.length > 0 ? packages : program;
    }
  }
  return packages;
}

interface NpmPackage {
  readonly name: string;
  /** An exact one; undefined where any, or the one of a tag or a range, is wanted. */
  readonly version: string | undefined;
}

/** Undefined for what is no name in npm's registry. */
function splitPackage(text: string): NpmPackage | undefined {
  const [, name, version = ''] = /^((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:@([^:/]*))?$/.exec(text) ?? [];
  return name === undefined
    ? undefined
    : { name, version: /^\d+\.\d+\.\d+/.test(version) ? version : undefined };
}

/** Where `npx` installs these packages together: npm names the folder by their hash. */
async function cacheFolder(packages: readonly string[], machine: NpxMachine): Promise<string> {
  const { env, home, platform = process.platform } = machine;
  const local = env['LOCALAPPDATA'];
  const standard =
    platform === 'win32' && local !== undefined ? join(local, 'npm-cache') : join(home, '.npm');
  const text = packages.toSorted((one, other) => one.localeCompare(other, 'en')).join('\n');
  const hash = createHash('sha512').update(text).digest('hex').slice(0, 16);
  return join((await npmSetting('cache', machine)) ?? standard, '_npx', hash, 'node_modules');
}

/** Where packages are that `npx` uses without installing them: those of the folder and those of the user. */
async function installFolders({ cwd }: NpxLaunch, machine: NpxMachine): Promise<readonly string[]> {
  const { env, platform = process.platform } = machine;
  const above = [cwd];
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) above.push(dirname(folder));
  const node = findProgram('node', { env });
  const prefix =
    (await npmSetting('prefix', machine)) ?? (node === undefined ? undefined : dirname(dirname(node)));
  return [
    ...above.map((folder) => join(folder, 'node_modules')),
    ...(prefix === undefined
      ? []
      : [platform === 'win32' ? join(prefix, 'node_modules') : join(prefix, 'lib', 'node_modules')]),
  ];
}

async function hasPackage(folder: string, wanted: NpmPackage | undefined): Promise<boolean> {
  if (wanted === undefined) return false;
  const text = await readFile(join(folder, wanted.name, 'package.json'), 'utf8').catch(() => '');
  const found = packageFile.safeParse(parseJson(text));
  return found.success && (wanted.version === undefined || found.data.version === wanted.version);
}
