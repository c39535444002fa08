// Stands for the module `vscode` in unit tests (see vitest.config.mts): what is configured, and what the user is shown.

/** What a test sets up and looks at; {@link resetVscode} empties it. */
export const vscode = {
  /** By the name of the setting after its section. */
  settings: new Map<string, unknown>(),
  /** What is set in each place, by the same names. */
  places: new Map<string, object>(),
  /** What was written: name, value, and target. */
  writes: new Array<readonly unknown[]>(),
  /** The text of all messages and their details. */
  messages: new Array<string>(),
};

/** Called before each test that uses it. */
export function resetVscode(): void {
  vscode.settings.clear();
  vscode.places.clear();
  vscode.writes.length = 0;
  vscode.messages.length = 0;
}

const noEvent = (): { dispose(): void } => ({ dispose: () => undefined });

async function show(text: string, options?: { readonly detail?: string }): Promise<undefined> {
  vscode.messages.push(text, options?.detail ?? '');
}

export class Uri {}

export const ConfigurationTarget = { Global: 1 };

export const env = { language: 'en' };

export const window = {
  showWarningMessage: show,
  showInformationMessage: show,
  showErrorMessage: show,
};

export const workspace = {
  workspaceFolders: [],
  onDidChangeConfiguration: noEvent,
  onDidChangeWorkspaceFolders: noEvent,
  getConfiguration: () => ({
    get: (name: string) => vscode.settings.get(name),
    inspect: (name: string) => vscode.places.get(name),
    update: async (...write: readonly unknown[]) => void vscode.writes.push(write),
  }),
};
