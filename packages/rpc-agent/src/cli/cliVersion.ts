// The version of the CLI, from the package that its program is in: to ask it would start it once more.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import type { CommandLine } from './rpcLink.ts';

/** How many folders above the program its package may be. */
const MAX_LEVELS = 6;

const manifest = z.looseObject({ version: z.string().min(1), bin: z.unknown() });

/** Undefined where the program is in no package, as one that `npx` downloads first. */
export function cliVersion({ command, args, env }: CommandLine): string | undefined {
  // The program of an interpreter is its first argument.
  const script = args.find((argument) => isAbsolute(argument) && existsSync(argument));
  const program = script ?? programOf(command, env['PATH'] ?? process.env['PATH'] ?? '');
  if (program === undefined) return undefined;
  try {
    let folder = dirname(realpathSync(program));
    for (let level = 0; level < MAX_LEVELS; level++) {
      const file = join(folder, 'package.json');
      const found = existsSync(file)
        ? manifest.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
        : undefined;
      if (found?.bin !== undefined) return found.version;
      folder = dirname(folder);
    }
  } catch {
    // What cannot be read has no version.
  }
  return undefined;
}

function programOf(command: string, path: string): string | undefined {
  if (isAbsolute(command)) return command;
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file));
}
