// What the entries of MCP servers mean on this machine: commands, paths, variables of the environment.
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import { parseEnv } from 'node:util';
import type { ServerEnvironment } from '../../../core/mcp/mcpServerSettings.ts';
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';
import { FileTooLargeError, NotAFileError, readBounded } from '../../../storage/boundedRead.ts';
import { userEnvironment } from '../../../process/userEnvironment.ts';
import { findProgram } from '../../../../packages/process/programPath.ts';

const MAX_ENV_FILE_MEGABYTES = 1;

export type MachineEnvironment = Pick<
  ServerEnvironment,
  'environment' | 'findCommand' | 'inFolder' | 'pathSeparator' | 'readEnvFile' | 'resolvePath' | 'userHome'
>;

/** With the PATH of the user's login shell, as agents have it. */
export async function machineEnvironment(
  platform: NodeJS.Platform = process.platform,
): Promise<MachineEnvironment> {
  const environment = await userEnvironment({});
  return {
    environment,
    userHome: homedir(),
    pathSeparator: sep,
    resolvePath: resolve,
    readEnvFile,
    findCommand: (command, cwd) => findProgram(command, { env: environment, cwd }),
    // ACP names no folder for a server, and Windows has no program that changes into one and is replaced by another.
    inFolder: (cwd, command) =>
      platform === 'win32' ? undefined : ['/bin/sh', '-c', 'cd -- "$0" && exec "$@"', cwd, command],
  };
}

/** The variables by name; why, where the file (an absolute path) cannot be read. Never rejects. */
async function readEnvFile(path: string): Promise<Readonly<Record<string, string>> | string> {
  try {
    const text = (await readBounded(await realpath(path), MAX_ENV_FILE_MEGABYTES * 1024 * 1024)).toString(
      'utf8',
    );
    return Object.fromEntries(
      Object.entries(parseEnv(text)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  } catch (error) {
    if (error instanceof FileTooLargeError) return mcpStrings.fileTooLarge(MAX_ENV_FILE_MEGABYTES);
    if (error instanceof NotAFileError) return mcpStrings.fileNotRegular();
    // The rest of the message is the path, in which a secret may be.
    return error instanceof Error ? (error.message.split(',')[0] ?? '') : String(error);
  }
}
