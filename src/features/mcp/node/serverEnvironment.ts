// What the entries of MCP servers mean on this machine: commands, paths, variables of the environment.
import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import type { ServerEnvironment } from '../../../core/mcp/mcpServerSettings.ts';
import { userEnvironment } from '../../../process/userEnvironment.ts';
import { findProgram } from '../../../../packages/process/programPath.ts';
import { readEnvFile } from './envFile.ts';

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
