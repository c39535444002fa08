// Whether `uvx` has to download a package before it can run it, as far as the folders of uv show it.
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { userEnvironment } from '../process/userEnvironment.ts';
import type { NpxLaunch, NpxMachine } from './npxDownload.ts';

/** Options of uv before the package which have their value in the next argument. */
const OPTIONS_WITH_VALUE =
  /^(?:-[pwcfi]|--(?:python|with(?:-editable|-requirements)?|constraints?|overrides?|index(?:-url|-strategy)?|default-index|extra-index-url|find-links|cache-dir|config-file|directory|project|env-file|refresh-package|exclude-newer|color|prerelease|resolution|link-mode))$/;

/** Whether a command line is one of `uvx`. */
export function isUvx(command: string): boolean {
  return /^uvx(?:\.cmd|\.exe)?$/i.test(basename(command.replaceAll('\\', '/')));
}

/**
 * Whether a command line of `uvx` runs a package that is neither in the cache of uv nor installed as one of its tools.
 * Nothing is started but the login shell. Never rejects.
 */
export async function uvxNeedsDownload(launch: NpxLaunch, machine?: NpxMachine): Promise<boolean> {
  const wanted = isUvx(launch.command) ? uvxPackage(launch.args) : undefined;
  if (wanted === undefined) return false;
  const known = machine ?? { env: await userEnvironment(launch.env), home: homedir() };
  const { cache, tools } = uvFolders(known);
  return !(await isCached(cache, wanted)) && !(await isTool(tools, wanted));
}

interface PythonPackage {
  /** As uv names its folders. */
  readonly name: string;
  /** An exact one; undefined where any, or one of a range, is wanted. */
  readonly version: string | undefined;
}

/** The package that `uvx` runs; undefined where the package does not come from a registry. */
export function uvxPackage(args: readonly string[]): PythonPackage | undefined {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [, inline] = /^--from=(.*)$/s.exec(arg) ?? [];
    if (inline !== undefined) return packageOf(inline);
    if (arg === '--from') return packageOf(args[index + 1] ?? '');
    if (OPTIONS_WITH_VALUE.test(arg)) index += 1;
    else if (arg === '--') return packageOf(args[index + 1] ?? '');
    else if (!arg.startsWith('-')) return packageOf(arg);
  }
  return undefined;
}

/** `name`, `name@1.2`, `name==1.2`, each with extras. */
function packageOf(text: string): PythonPackage | undefined {
  const [, name, separator, rest = ''] =
    /^\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)(?:\[[^\]]*\])?\s*(?:(@|[=<>!~]=?=?)\s*(.+))?$/.exec(text) ?? [];
  if (name === undefined || (separator === '@' && !/^(?:latest$|\d)/.test(rest))) return undefined;
  const isExact = (separator === '@' || separator === '==') && /^\d[\w.+!-]*$/.test(rest);
  return { name: folderName(name), version: isExact ? rest : undefined };
}

/** Names of packages differ in neither case nor in which separators they have. */
function folderName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

function uvFolders({ env, home, platform = process.platform }: NpxMachine): { cache: string; tools: string } {
  const isWindows = platform === 'win32';
  const local = env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  const roaming = env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  const cache = isWindows
    ? join(local, 'uv', 'cache')
    : join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'uv');
  const data = isWindows
    ? join(roaming, 'uv', 'data')
    : join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'uv');
  return { cache: env['UV_CACHE_DIR'] || cache, tools: env['UV_TOOL_DIR'] || join(data, 'tools') };
}

/** uv stores wheels, and what it builds itself, by index and package; only their metadata ends in `.msgpack`. */
async function isCached(cache: string, { name, version }: PythonPackage): Promise<boolean> {
  const buckets = (await entriesOf(cache)).filter((entry) =>
    /^(?:built-)?(?:wheels|sdists)-v\d+$/.test(entry),
  );
  const indexes = await Promise.all(
    buckets.map(async (bucket) => {
      const others = await entriesOf(join(cache, bucket, 'index'));
      return [join(bucket, 'pypi'), ...others.map((index) => join(bucket, 'index', index))];
    }),
  );
  const files = await Promise.all(indexes.flat().map((index) => entriesOf(join(cache, index, name))));
  return files.flat().some((file) => {
    // Older ones begin with the name of the package.
    const [, found] = /^(?:[\w.]+-)?(\d[^-]*?)(?:-.*)?$/.exec(file) ?? [];
    return found !== undefined && !file.endsWith('.msgpack') && (version === undefined || found === version);
  });
}

async function isTool(tools: string, { name, version }: PythonPackage): Promise<boolean> {
  const tool = join(tools, name);
  const libraries = [
    join(tool, 'Lib', 'site-packages'),
    ...(await entriesOf(join(tool, 'lib'))).map((python) => join(tool, 'lib', python, 'site-packages')),
  ];
  const installed = (await Promise.all(libraries.map(entriesOf))).flat();
  return installed.some((entry) => {
    const [, found = '', at] = /^(.+)-([^-]+)\.dist-info$/.exec(entry) ?? [];
    return folderName(found) === name && (version === undefined || at === version);
  });
}

function entriesOf(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
