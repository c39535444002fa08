// Read-only documents of plain text: an entry of the transcript, and the help. VS Code's own accessible view is closed to
// extensions (docs/decisions/024-accessible-view.md).
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { accessibilityStrings } from './accessibilityStrings.ts';

/** The scheme of the documents, which `when` clauses of package.json name. */
const SCHEME = 'parley-accessible';

/** After it, a document is shown though VS Code has not replaced its text yet. */
const REPLACE_TIMEOUT_MS = 1_000;

/** Owns the documents. Each kind has one, whose text is replaced. */
export class AccessibleView implements vscode.TextDocumentContentProvider, Disposable {
  readonly #owned = new DisposableStore();
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#owned.add(this.#changed);
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Shows an entry: its name on the first line, its text below it. Without a name there is none yet. */
  async showEntry(name: string, text: string): Promise<void> {
    const content = name === '' ? accessibilityStrings.noEntry() : `${name}\n\n${text}`;
    await this.#show(accessibilityStrings.accessibleView(), `${content}\n`);
  }

  async showHelp(): Promise<void> {
    const lines = [
      accessibilityStrings.helpIntroduction(),
      accessibilityStrings.helpKeys(),
      accessibilityStrings.helpOpenChat(),
      accessibilityStrings.helpFocusTranscript(),
      accessibilityStrings.helpFocusInput(),
      accessibilityStrings.helpEntries(),
      accessibilityStrings.helpAccessibleView(),
      accessibilityStrings.helpPermission(),
      accessibilityStrings.helpStop(),
      accessibilityStrings.helpConfig(),
      accessibilityStrings.helpFind(),
      accessibilityStrings.helpSessions(),
      accessibilityStrings.helpAnnouncements(),
      accessibilityStrings.helpClose(),
    ];
    await this.#show(accessibilityStrings.accessibilityHelp(), `${lines.join('\n\n')}\n`);
  }

  /** Closes the editors of these documents. */
  async close(): Promise<void> {
    const isOurs = ({ input }: vscode.Tab): boolean =>
      input instanceof vscode.TabInputText && input.uri.scheme === SCHEME;
    await vscode.window.tabGroups.close(
      vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isOurs)),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #show(name: string, content: string): Promise<void> {
    const text = content.replaceAll(/\r\n?/g, '\n');
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    this.#texts.set(uri.toString(), text);
    await this.#replaced(uri, text);
    const document = await vscode.workspace.openTextDocument(uri);
    const plain = await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    await vscode.window.showTextDocument(plain, {
      preview: true,
      viewColumn: columnBesideChats(),
      selection: new vscode.Range(0, 0, 0, 0),
    });
  }

  /**
   * VS Code asks for a text again some time after the event that it changed, and shows the old one until then. It does
   * not where the document is closed meanwhile, or where the text has changed back.
   */
  async #replaced(uri: vscode.Uri, text: string): Promise<void> {
    const isIt = (document: vscode.TextDocument): boolean => document.uri.toString() === uri.toString();
    const open = vscode.workspace.textDocuments.find(isIt);
    if (open === undefined || open.getText() === text) return;
    const replaced = Promise.withResolvers<void>();
    const watched = new DisposableStore();
    const end = (document: vscode.TextDocument): void => {
      if (isIt(document)) replaced.resolve();
    };
    watched.add(vscode.workspace.onDidChangeTextDocument(({ document }) => end(document)));
    watched.add(vscode.workspace.onDidCloseTextDocument(end));
    watched.add(this.#clock.after(REPLACE_TIMEOUT_MS, () => replaced.resolve()));
    this.#changed.fire(uri);
    try {
      await replaced.promise;
    } finally {
      watched.dispose();
    }
  }
}

/** The group of the documents: the active one, but not over a chat, which would hide what is read. */
function columnBesideChats(): vscode.ViewColumn {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab?.input instanceof vscode.TabInputWebview
    ? vscode.ViewColumn.Beside
    : vscode.ViewColumn.Active;
}
