// The documents that the user looked at last: what a mention most often means.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';

/** Documents beyond these are forgotten, those looked at longest ago first. */
const MAX_RECENT = 50;

/** Follows the active editor, from the start of the extension on. */
export class RecentEditors implements Disposable {
  readonly #owned = new DisposableStore();
  /** By address, the one looked at last at the end. */
  readonly #recent = new Map<string, vscode.Uri>();
  #last: vscode.TextEditor | undefined;

  constructor() {
    this.#add(vscode.window.activeTextEditor);
    this.#owned.add(vscode.window.onDidChangeActiveTextEditor((editor) => this.#add(editor)));
  }

  /** The addresses, the one looked at last first. */
  get uris(): readonly vscode.Uri[] {
    return [...this.#recent.values()].toReversed();
  }

  /** The active editor, also while a chat has the focus in its place; undefined where it is not visible any more. */
  get editor(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    if (activeTextEditor !== undefined) return activeTextEditor;
    return visibleTextEditors.find((editor) => editor === this.#last) ?? visibleTextEditors[0];
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #add(editor: vscode.TextEditor | undefined): void {
    if (editor === undefined) return;
    this.#last = editor;
    const { uri } = editor.document;
    const key = uri.toString();
    this.#recent.delete(key);
    this.#recent.set(key, uri);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MAX_RECENT && oldest !== undefined) this.#recent.delete(oldest);
  }
}
