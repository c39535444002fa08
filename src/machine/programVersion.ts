// Finds out the version of a program that is installed.
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../core/ports/hostPorts.ts';
import { parseJson } from '../core/text/parseJson.ts';
import { PipedProcess } from '../../packages/process/pipedProcess.ts';
import { settlesWithin } from '../../packages/process/wait.ts';
import { readBounded } from '../storage/boundedRead.ts';

const MAX_PACKAGE_BYTES = 1024 * 1024;
const MAX_OUTPUT = 16 * 1024;
const MAX_LEVELS = 6;
const TIMEOUT_MS = 5_000;
const GRACE_PERIODS = { inputMs: 0, signalMs: 500 };

const packageFile = z.object({
  version: z.string(),
  bin: z.unknown().check(z.refine((bin) => bin !== undefined)),
});

export interface VersionOptions {
  /** The environment in which the program is started. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder in which it is started, absolute: not one of the workspace. */
  readonly cwd: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

/** The version: of the package to which a program belongs, else as `--version` prints it. Never rejects. */
export async function programVersion(path: string, options: VersionOptions): Promise<string | undefined> {
  return (await packageVersion(path)) ?? (await printedVersion(path, options).catch(() => undefined));
}

/** The version in the `package.json` above the program, where it has one. */
async function packageVersion(path: string): Promise<string | undefined> {
  let folder = dirname(await realpath(path).catch(() => path));
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const bytes = await readBounded(join(folder, 'package.json'), MAX_PACKAGE_BYTES).catch(() => undefined);
    const parsed = packageFile.safeParse(parseJson(bytes?.toString('utf8') ?? ''));
    if (parsed.success) return versionIn(parsed.data.version);
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return undefined;
}

async function printedVersion(
  path: string,
  { env, cwd, clock, timeoutMs = TIMEOUT_MS }: VersionOptions,
): Promise<string | undefined> {
  const program = { command: path, args: ['--version'], env, cwd };
  const running = await PipedProcess.start(program, { clock, grace: GRACE_PERIODS });
  let output = '';
  const read = (chunk: Buffer): void => {
    if (output.length < MAX_OUTPUT) output += chunk.toString('utf8');
  };
  running.stdout.on('data', read);
  running.stderr.on('data', read);
  running.stdin.end();
  try {
    await settlesWithin(clock, running.closed, timeoutMs);
  } finally {
    await running.stop();
  }
  return versionIn(output.slice(0, MAX_OUTPUT));
}

function versionIn(text: string): string | undefined {
  return /\d+\.\d+(?:\.\d+)?(?:[-+][0-9A-Za-z.-]{1,40})?/.exec(text)?.[0];
}
