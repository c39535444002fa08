// The environment of an agent's process.
import { delimiter } from 'node:path';
import { loginShellPath } from './loginShellPath.ts';

/** What Parley's own process has, without what is meant for Electron alone, plus the setting's variables. */
export async function agentEnvironment(
  added: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.startsWith('ELECTRON_')) environment[name] = value;
  }
  const loginPath = await loginShellPath();
  if (loginPath !== undefined) environment['PATH'] = joinPaths(loginPath, environment['PATH'] ?? '');
  return { ...environment, ...added };
}

/** Both lists of folders, the first one first, each folder once. */
export function joinPaths(first: string, second: string): string {
  const folders = `${first}${delimiter}${second}`.split(delimiter).filter((folder) => folder !== '');
  return [...new Set(folders)].join(delimiter);
}
