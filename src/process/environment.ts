// The environments of the processes that Parley starts.
import { delimiter } from 'node:path';
import { loginShellPath } from './loginShellPath.ts';

/** An environment without the variables that are meant for Electron alone. */
export function withoutElectron(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !name.startsWith('ELECTRON_')) inherited[name] = value;
  }
  return inherited;
}

/**
 * An environment in which Windows does not look for programs in the current folder: what Parley starts resolves names as
 * Parley does.
 */
export function withoutCurrentFolder<T extends Readonly<Record<string, string | undefined>>>(
  environment: T,
  platform: NodeJS.Platform = process.platform,
): T | (T & { readonly NoDefaultCurrentDirectoryInExePath: string }) {
  return platform === 'win32' ? { ...environment, NoDefaultCurrentDirectoryInExePath: '1' } : environment;
}

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
