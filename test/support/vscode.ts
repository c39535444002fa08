// Stands for the module `vscode` in unit tests (see vitest.config.mts): what is configured, and what the user is shown.
import type { FileSystemProvider } from 'vscode';

/** What a test sets up and looks at; {@link resetVscode} empties it. */
export const vscode = {
  /** What the user set, by the name of the setting after its section. */
  settings: new Map<string, unknown>(),
  /** What is set in other places, by the same names. */
  places: new Map<string, object>(),
  /** What each folder of a workspace with a file of its own sets: by path, by the same names. */
  folderSettings: new Map<string, ReadonlyMap<string, unknown>>(),
  folders: new Array<Uri>(),
  workspaceFile: new Array<Uri>(),
  /** Called when settings changed. */
  settingsListeners: new Set<(change: { affectsConfiguration: () => boolean }) => void>(),
  /** The user's answers to the next messages; none is a message that is closed. */
  answers: new Array<(buttons: readonly string[]) => string | undefined>(),
  /** The buttons of all messages. */
  buttons: new Array<readonly string[]>(),
  /** What was written: name, value, and target. */
  writes: new Array<readonly unknown[]>(),
  /** The text of all messages and their details. */
  messages: new Array<string>(),
  /** The commands that were executed, with their arguments. */
  commands: new Array<readonly unknown[]>(),
  /** The messages in the status bar; an empty one ends the progress of work. */
  statusMessages: new Array<string>(),
  /** The addresses that were opened outside of VS Code. */
  opened: new Array<string>(),
  /** The text of the files that can be opened, by path. */
  files: new Map<string, string>(),
  /** The file in the active editor, without a selection; none is no editor. */
  activeFile: new Array<Uri>(),
  /** What editors show, in tabs. */
  tabs: new Array<object>(),
  /** Called when tabs were opened or closed. */
  tabListeners: new Set<(change: { opened: object[]; closed: object[] }) => void>(),
  /** What registered files of its own, by scheme. */
  fileSystems: new Map<string, FileSystemProvider>(),
  /** The items in the status bar. */
  statusItems: new Array<{ text: string; tooltip: string; isShown: boolean }>(),
  /** What decorates files, as registered. */
  fileDecorations: new Array<unknown>(),
  /** Whether the window has the focus. */
  isFocused: true,
};

/** Called before each test that uses it. */
export function resetVscode(): void {
  vscode.settings.clear();
  vscode.places.clear();
  vscode.folderSettings.clear();
  vscode.settingsListeners.clear();
  for (const list of [vscode.folders, vscode.workspaceFile, vscode.answers, vscode.buttons]) list.length = 0;
  vscode.writes.length = 0;
  vscode.messages.length = 0;
  vscode.commands.length = 0;
  vscode.statusMessages.length = 0;
  vscode.opened.length = 0;
  vscode.files.clear();
  vscode.activeFile.length = 0;
  vscode.tabs.length = 0;
  vscode.tabListeners.clear();
  vscode.fileSystems.clear();
  vscode.statusItems.length = 0;
  vscode.fileDecorations.length = 0;
  vscode.isFocused = true;
}

const noEvent = (): { dispose(): void } => ({ dispose: () => undefined });

/** Has the code know that settings changed. */
export function changeSettings(): void {
  for (const listener of vscode.settingsListeners) listener({ affectsConfiguration: () => true });
}

type MessageArgument = string | { readonly detail?: string; readonly title?: string } | undefined;

async function show(text: string, ...rest: readonly MessageArgument[]): Promise<MessageArgument> {
  const details = rest.map((each) => (typeof each === 'object' ? each.detail : undefined));
  vscode.messages.push(text, details[0] ?? '');
  const items = rest.filter((each) => typeof each === 'string' || each?.title !== undefined);
  const buttons = items.map(titleOf);
  vscode.buttons.push(buttons);
  const answer = vscode.answers.shift()?.(buttons);
  return items.find((item) => titleOf(item) === answer);
}

function titleOf(item: MessageArgument): string {
  return typeof item === 'object' ? (item.title ?? '') : (item ?? '');
}

export class Uri {
  readonly scheme = 'file';
  readonly fsPath: string;
  readonly query: string;

  constructor(fsPath = '', query = '') {
    this.fsPath = fsPath;
    this.query = query;
  }

  get path(): string {
    return this.fsPath;
  }

  static file(path: string): Uri {
    return new Uri(path);
  }

  static parse(address: string): Uri {
    return new Uri(address);
  }

  static from({ path, query }: { readonly path: string; readonly query?: string }): Uri {
    return new Uri(path, query);
  }

  toString(): string {
    return `file://${this.fsPath}`;
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export class TreeItem {
  readonly label: string;

  constructor(label: string) {
    this.label = label;
  }
}

export const StatusBarAlignment = { Left: 1, Right: 2 };

export const QuickPickItemKind = { Separator: -1, Default: 0 };

export const FileType = { File: 1 };

export const FileChangeType = { Changed: 1 };

export class Disposable {
  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
}

/** The tab of a text editor. */
export class TabInputText {
  readonly uri: object;

  constructor(uri: object) {
    this.uri = uri;
  }
}

/** The tab of a page, such as the preview of a Markdown file. */
export class TabInputWebview {
  readonly viewType: string;

  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

export const ConfigurationTarget = { Global: 1 };

const remoteName: { value: string | undefined } = { value: undefined };

export const UIKind = { Desktop: 1, Web: 2 };

export const env = {
  language: 'en',
  uiKind: UIKind.Desktop,
  get remoteName(): string | undefined {
    return remoteName.value;
  },
  set remoteName(name: string | undefined) {
    remoteName.value = name;
  },
  openExternal: async ({ fsPath }: Uri) => vscode.opened.push(fsPath) > 0,
};

/** What runs a command that a test registered. */
const registered = new Map<string, (...args: readonly unknown[]) => unknown>();

export const commands = {
  registerCommand: (id: string, run: (...args: readonly unknown[]) => unknown): { dispose(): void } => {
    registered.set(id, run);
    return { dispose: () => void registered.delete(id) };
  },
  executeCommand: async (...command: readonly unknown[]) => {
    vscode.commands.push(command);
    await registered.get(String(command[0]))?.(...command.slice(1));
  },
};

export const window = {
  visibleTextEditors: [],
  tabGroups: {
    get all() {
      return [
        {
          tabs: vscode.tabs.map((uri) => ({
            input: uri instanceof TabInputWebview ? uri : new TabInputText(uri),
          })),
        },
      ];
    },
    onDidChangeTabs: (listener: (change: { opened: object[]; closed: object[] }) => void) => {
      vscode.tabListeners.add(listener);
      return { dispose: () => void vscode.tabListeners.delete(listener) };
    },
  },
  /** The answer is given what the box asks, and what is wrong with a text. */
  showInputBox: async (options: {
    readonly prompt?: string;
    readonly password?: boolean;
    readonly validateInput?: (text: string) => string | undefined;
  }) => {
    vscode.messages.push(options.prompt ?? '');
    const text = vscode.answers.shift()?.([]);
    const problem = text === undefined ? undefined : options.validateInput?.(text);
    if (problem === undefined) return text;
    vscode.messages.push(problem);
    return undefined;
  },
  showQuickPick: async (items: readonly { readonly label: string }[]) => {
    const label = vscode.answers.shift()?.(items.map((item) => item.label));
    return items.find((item) => item.label === label);
  },
  registerFileDecorationProvider: (provider: unknown) => {
    vscode.fileDecorations.push(provider);
    return { dispose: () => undefined };
  },
  /** Says what it reports, and that it has ended. */
  withProgress: async <T>(
    _options: object,
    task: (progress: { report: (step: { message: string }) => void }) => Promise<T>,
  ): Promise<T> => {
    const result = await task({ report: ({ message }) => vscode.statusMessages.push(message) });
    vscode.statusMessages.push('');
    return result;
  },
  showWarningMessage: show,
  showInformationMessage: show,
  showErrorMessage: show,
  get activeTextEditor() {
    const [uri] = vscode.activeFile;
    return uri && { document: { uri, languageId: 'plaintext', isDirty: false }, selections: [] };
  },
  createStatusBarItem: () => {
    const item = { text: '', tooltip: '', isShown: false };
    vscode.statusItems.push(item);
    return Object.assign(item, { show: () => (item.isShown = true), dispose: () => undefined });
  },
  setStatusBarMessage: (text: string) => vscode.statusMessages.push(text),
  get state() {
    return { focused: vscode.isFocused };
  },
};

export class RelativePattern {}

export const workspace = {
  /** No file is open in an editor. */
  textDocuments: [],
  notebookDocuments: [],
  onDidOpenTextDocument: noEvent,
  onDidChangeTextDocument: noEvent,
  registerFileSystemProvider: (scheme: string, files: FileSystemProvider) => {
    vscode.fileSystems.set(scheme, files);
    return { dispose: () => void vscode.fileSystems.delete(scheme) };
  },
  createFileSystemWatcher: () => ({
    onDidChange: noEvent,
    onDidCreate: noEvent,
    onDidDelete: noEvent,
    ...noEvent(),
  }),
  asRelativePath: (path: string) => {
    const folder = vscode.folders.find(({ fsPath }) => path.startsWith(`${fsPath}/`));
    return folder === undefined ? path : path.slice(folder.fsPath.length + 1);
  },
  get workspaceFolders() {
    return vscode.folders.map((uri) => ({ uri, name: uri.fsPath }));
  },
  get workspaceFile() {
    return vscode.workspaceFile[0];
  },
  fs: {
    stat: async ({ fsPath }: Uri) => ({ type: FileType.File, size: vscode.files.get(fsPath)?.length ?? 0 }),
    readFile: async ({ fsPath }: Uri) => new TextEncoder().encode(vscode.files.get(fsPath)),
  },
  openTextDocument: async (uri: Uri) => ({
    uri,
    version: 1,
    isDirty: false,
    encoding: 'utf8',
    getText: () => vscode.files.get(uri.fsPath) ?? '',
  }),
  onDidChangeConfiguration: (listener: (change: { affectsConfiguration: () => boolean }) => void) => {
    vscode.settingsListeners.add(listener);
    return { dispose: () => void vscode.settingsListeners.delete(listener) };
  },
  onDidChangeWorkspaceFolders: noEvent,
  registerTextDocumentContentProvider: noEvent,
  getConfiguration: (section: string, folder?: Uri | null) => ({
    inspect: (name: string) => ({
      ...(vscode.settings.has(name) ? { globalValue: vscode.settings.get(name) } : {}),
      ...vscode.places.get(name),
      workspaceFolderValue: vscode.folderSettings.get(folder?.fsPath ?? '')?.get(name),
    }),
    // Both have a `fontSize`.
    get: (name: string): unknown => vscode.settings.get(section === 'chat' ? `chat.${name}` : name),
    update: async (...write: readonly unknown[]) => void vscode.writes.push(write),
  }),
};

/** The parts of an extension context that store something, in memory, and what is stored with each. */
export function storedContext() {
  const secrets = new Map<string, string>();
  const state = new Map<string, unknown>();
  const parts = {
    secrets: {
      get: async (key: string) => secrets.get(key),
      store: async (key: string, value: string) => void secrets.set(key, value),
      delete: async (key: string) => void secrets.delete(key),
      onDidChange: () => ({ dispose: () => undefined }),
    },
    globalState: {
      keys: () => [...state.keys()],
      get: (key: string) => state.get(key),
      update: async (key: string, value: unknown) => void state.set(key, value),
      setKeysForSync: () => undefined,
    },
  };
  return { parts, secrets, state };
}

/** Where the progress of work is shown. */
export const ProgressLocation = { Window: 10, Notification: 15 };
