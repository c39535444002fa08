// Read-only documents of plain text: an entry of the transcript, and the help. VS Code's own accessible view is closed to
// extensions (docs/decisions/024-accessible-view.md).
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { accessibilityStrings } from './accessibilityStrings.ts';

/** The scheme of the documents, which `when` clauses of package.json name. */
export const SCHEME = 'parley-accessible';

/** Owns the documents. Each kind has one, whose text is replaced. */
export class AccessibleView implements vscode.TextDocumentContentProvider, Disposable {
  readonly #owned = new DisposableStore();
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor() {
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

  async #show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    const before = this.#texts.get(uri.toString());
    this.#texts.set(uri.toString(), text);
    if (before !== undefined && before !== text) await this.#replaced(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const plain = await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    await vscode.window.showTextDocument(plain, {
      preview: true,
      viewColumn: columnBesideChats(),
      selection: new vscode.Range(0, 0, 0, 0),
    });
  }

  /** VS Code asks for the text again some time after it was told that it changed; until then it shows the old one. */
  async #replaced(uri: vscode.Uri): Promise<void> {
    const isOpen = vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString());
    if (!isOpen) return;
    await new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() !== uri.toString()) return;
        listener.dispose();
        resolve();
      });
      this.#changed.fire(uri);
    });
  }
}

/** The group of the documents: the active one, but not over a chat, which would hide what is read. */
function columnBesideChats(): vscode.ViewColumn {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab?.input instanceof vscode.TabInputWebview
    ? vscode.ViewColumn.Beside
    : vscode.ViewColumn.Active;
}
