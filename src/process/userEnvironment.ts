// The environment of what runs as if the user had started it in a terminal.
import { delimiter } from 'node:path';
import { withoutElectron } from '../../packages/process/environment.ts';
import { loginShellPath } from './loginShellPath.ts';

/** The environment of VS Code with the PATH of the user's login shell, and `added` over both. */
export async function userEnvironment(
  added: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const environment = withoutElectron(process.env);
  const loginPath = await loginShellPath();
  if (loginPath !== undefined) environment['PATH'] = joinPaths(loginPath, environment['PATH'] ?? '');
  return { ...environment, ...added };
}

/** Both lists of folders, the first list first, each folder once. */
export function joinPaths(first: string, second: string): string {
  const folders = `${first}${delimiter}${second}`.split(delimiter).filter((folder) => folder !== '');
  return [...new Set(folders)].join(delimiter);
}
