// Shows what was mentioned and is in no file, such as a diff, as a read-only editor.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { columnBesideChat } from '../editors/besideChat.ts';

const SCHEME = 'parley-context';

/** Serves the texts while editors show them. */
export class ContextPages implements vscode.TextDocumentContentProvider, Disposable {
  readonly #owned = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #count = 0;

  constructor() {
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
    this.#owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
  }

  /** Empty for an editor that VS Code restored after a reload: its text is gone. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Shows a text; the end of the name says of which language it is. */
  async show(name: string, text: string): Promise<void> {
    const path = `/${name.replaceAll(/[/\\]/g, ' ')}`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: String(++this.#count) });
    this.#texts.set(uri.toString(), text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: columnBesideChat(), preview: true });
  }

  dispose(): void {
    this.#owned.dispose();
    this.#texts.clear();
  }
}
