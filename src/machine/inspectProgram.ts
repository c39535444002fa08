// Looks at the program behind an agent and at the environment it is started in. Only `--version` is run.
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import type { FoundProgram, ProgramFacts } from '../core/ports/programFacts.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import type { ProcessLaunch } from '../core/settings/agentSettings.ts';
import { userEnvironment } from '../process/userEnvironment.ts';
import { findProgram, isBareName, pathFolders } from '../../packages/process/programPath.ts';
import { findInKnownFolders } from './findAgents.ts';
import { programVersion } from './programVersion.ts';

/** A longer first line is no line of a script. */
const MAX_FIRST_LINE_BYTES = 512;

const PROXY_VARIABLES = /^(?:https?|all|no)_proxy$/i;

export interface InspectOptions {
  readonly clock: Clock;
  readonly platform?: NodeJS.Platform;
}

/** Never rejects. */
export async function inspectProgram(
  launch: ProcessLaunch,
  { clock, platform = process.platform }: InspectOptions,
): Promise<ProgramFacts> {
  const { command } = launch.behind ?? launch;
  const env = await userEnvironment(launch.env);
  const lookup = { env, cwd: launch.cwd, platform };
  const path = findProgram(command, lookup);
  const versionOf = (program: string): Promise<string | undefined> =>
    programVersion(program, { env, cwd: homedir(), clock });
  const find = async (name: string): Promise<FoundProgram> => {
    const found = findProgram(name, { env, platform });
    return { name, path: found, version: found === undefined ? undefined : await versionOf(found) };
  };
  const real = path === undefined ? undefined : await realpath(path).catch(() => undefined);
  const script = path === undefined || platform === 'win32' ? undefined : await interpreterOf(path);
  const [version, tools, interpreter, offPath, isFolderThere, certificates] = await Promise.all([
    path === undefined ? undefined : versionOf(path),
    Promise.all(['node', 'npx', 'uvx'].map(find)),
    script === undefined ? undefined : find(script),
    path === undefined && isBareName(command, platform)
      ? findInKnownFolders(command, { env, home: homedir(), platform })
      : undefined,
    isFolder(launch.cwd),
    certificatesOf(env),
  ]);
  return {
    command,
    path,
    realPath: real === path ? undefined : real,
    offPath,
    version,
    interpreter,
    isFolderThere,
    pathFolders: pathFolders(env, platform === 'win32'),
    tools,
    proxies: Object.entries(env).flatMap(([name, value]) =>
      PROXY_VARIABLES.test(name) && value !== '' ? [{ name, value }] : [],
    ),
    certificates,
  };
}

/** What the first line of a script looks up on the PATH, such as `#!/usr/bin/env node`. */
async function interpreterOf(path: string): Promise<string | undefined> {
  const line = await firstLine(path).catch(() => '');
  const [, words = ''] = /^#!\s*\S*\/env\s+(?:-S\s+)?(.*)$/.exec(line) ?? [];
  const program = words
    .split(/\s+/)
    .find((word) => word !== '' && !word.startsWith('-') && !word.includes('='));
  return program === undefined ? undefined : basename(program);
}

async function firstLine(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(MAX_FIRST_LINE_BYTES),
      0,
      MAX_FIRST_LINE_BYTES,
      0,
    );
    return buffer.toString('latin1', 0, bytesRead).split('\n')[0]?.trim() ?? '';
  } finally {
    await file.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() === true;
}

async function certificatesOf(
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProgramFacts['certificates']> {
  const path = env['NODE_EXTRA_CA_CERTS'];
  if (path === undefined || path === '') return undefined;
  const isThere =
    isAbsolute(path) &&
    (await readFile(path).then(
      () => true,
      () => false,
    ));
  return { path, isThere };
}
