// The environments of the processes that are started.

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
