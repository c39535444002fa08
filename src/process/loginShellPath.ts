// The PATH of the user's login shell, for a VS Code that was started from an icon.

/** A profile can hang. */
const SHELL_TIMEOUT_MS = 5_000;

let cached: Promise<string | undefined> | undefined;

/**
 * The PATH that a terminal would have. It is undefined where the PATH of VS Code is as good: on Windows, on a server
 * (code-server, Remote SSH, containers: there is no Electron, and the server asks the shell itself), in a VS Code
 * started by `code` in a terminal, and when the shell does not answer.
 */
export function loginShellPath(): Promise<string | undefined> {
  cached ??= isStartedFromIcon() ? askShell() : Promise.resolve(undefined);
  return cached;
}

function isStartedFromIcon(): boolean {
  return (
    process.platform !== 'win32' &&
    process.versions['electron'] !== undefined &&
    process.env['VSCODE_CLI'] === undefined
  );
}

async function askShell(): Promise<string | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, SHELL_TIMEOUT_MS, undefined);
  try {
    const { shellEnv } = await import('shell-env');
    const environment = await Promise.race([shellEnv(), timeout.promise]);
    return environment?.['PATH'];
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
