// Finds the agents that are installed on this machine: on the PATH, and where installers put programs.
import { readdir, realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isInside, pathStyleOf } from '../core/paths/pathContainment.ts';
import { findProgram } from '../../packages/process/programPath.ts';
import type { AgentEntry } from '../core/settings/agentEntry.ts';
import { knownPrograms, type KnownProgram } from './knownPrograms.ts';
import { npmSetting } from './npmConfig.ts';

/** An agent of this machine. */
export interface FoundAgent {
  /** The id in the registry, where the agent is listed there. */
  readonly id: string;
  readonly name: string;
  /** The program; absolute. */
  readonly path: string;
  readonly entry: AgentEntry;
}

export interface FindOptions {
  /** The environment in which agents are started. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly home: string;
  /** Folders of the workspace, absolute: what is in them is not installed on the machine. */
  readonly workspaceFolders: readonly string[];
  readonly platform?: NodeJS.Platform;
  readonly known?: readonly KnownProgram[];
}

/** One for each agent; a program that is not on the PATH is named with its path. Nothing is started. Never rejects. */
export async function findAgents(options: FindOptions): Promise<readonly FoundAgent[]> {
  const { env, known = knownPrograms } = options;
  const places = { ...env, PATH: (await knownFolders(options)).join(delimiter) };
  const roots = await Promise.all(
    options.workspaceFolders.map((folder) => realpath(folder).catch(() => folder)),
  );
  const found = new Map<string, FoundAgent>();
  for (const each of known) {
    if (found.has(each.id)) continue;
    const onPath = findProgram(each.program, { env });
    const path = onPath ?? findProgram(each.program, { env: places });
    if (path === undefined || (await isInAny(path, [...options.workspaceFolders, ...roots]))) continue;
    found.set(each.id, foundAgent(each, path, onPath === undefined ? path : each.program));
  }
  return [...found.values()];
}

/** Where a program is that is not on the PATH, in the folders of package managers and installers. Never rejects. */
export async function findInKnownFolders(
  program: string,
  options: Omit<FindOptions, 'workspaceFolders' | 'known'>,
): Promise<string | undefined> {
  const folders = await knownFolders(options);
  return findProgram(program, { env: { ...options.env, PATH: folders.join(delimiter) } });
}

function foundAgent({ id, name, args, protocol }: KnownProgram, path: string, command: string): FoundAgent {
  return {
    id,
    name,
    path,
    entry: {
      command,
      ...(args.length === 0 ? {} : { args }),
      ...(protocol === undefined ? {} : { protocol }),
    },
  };
}

async function isInAny(path: string, folders: readonly string[]): Promise<boolean> {
  const real = await realpath(path).catch(() => path);
  return [path, real].some((each) => folders.some((folder) => isInside(folder, each, pathStyleOf(folder))));
}

/** Where package managers and installers put programs, besides the PATH. */
async function knownFolders({
  env,
  home,
  platform = process.platform,
}: Omit<FindOptions, 'workspaceFolders' | 'known'>): Promise<readonly string[]> {
  const prefix = await npmSetting('prefix', { env, home });
  const node = findProgram('node', { env });
  const ofNpm = [prefix, node === undefined ? undefined : dirname(dirname(node))].filter(
    (folder) => folder !== undefined,
  );
  if (platform === 'win32') {
    const appData = [env['APPDATA'], env['LOCALAPPDATA']].filter((folder) => folder !== undefined);
    return [
      ...(prefix === undefined ? [] : [prefix]),
      ...appData.flatMap((folder) => [join(folder, 'npm'), join(folder, 'pnpm'), join(folder, 'Programs')]),
      ...['.local', '.bun', '.cargo', '.opencode'].map((folder) => join(home, folder, 'bin')),
    ].filter(isAbsolute);
  }
  return [
    ...ofNpm.map((folder) => join(folder, 'bin')),
    ...['.local', '.npm-global', '.bun', '.volta', '.cargo', '.opencode', '.deno', 'go'].map((folder) =>
      join(home, folder, 'bin'),
    ),
    join(home, '.local', 'share', 'pnpm'),
    join(home, 'Library', 'pnpm'),
    ...(await nodeVersions(home)),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/home/linuxbrew/.linuxbrew/bin',
  ].filter(isAbsolute);
}

/** The folders of the versions of Node that nvm installed, the newest first. */
async function nodeVersions(home: string): Promise<readonly string[]> {
  const folder = join(home, '.nvm', 'versions', 'node');
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((name) => join(folder, name, 'bin'));
}
