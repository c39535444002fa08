// Which files the user has typed into, as opposed to what agents wrote and what was read from the disk.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';

/** Counts the user's edits of each file. An edit of ours is announced, so that it does not count. */
export class UserEdits implements Disposable {
  readonly #owned = new DisposableStore();
  /** By path, as the documents spell it. */
  readonly #counts = new Map<string, number>();
  /** The texts that documents get from us, by address; undefined while a document is saved. */
  readonly #ours = new Map<string, string | undefined>();

  readonly #onEdit: (document: vscode.TextDocument) => void;

  /** `onEdit` is called for each change that the user makes. */
  constructor(onEdit: (document: vscode.TextDocument) => void) {
    this.#onEdit = onEdit;
    this.#owned.add(vscode.workspace.onDidChangeTextDocument((event) => this.#changed(event)));
  }

  /** How often the user has edited the file that has these paths. */
  count(...paths: readonly string[]): number {
    return [...new Set(paths)].reduce((sum, path) => sum + (this.#counts.get(path) ?? 0), 0);
  }

  /** Runs an edit of ours, which makes `text` the text of the document. */
  async whileEditing<T>(uri: vscode.Uri, text: string, edit: () => Thenable<T>): Promise<T> {
    return this.#while(uri, text, edit);
  }

  /** Runs a save, in which formatters and the like may change the document. What is unsaved afterwards was typed. */
  async whileSaving<T>(document: vscode.TextDocument, save: () => Thenable<T>): Promise<T> {
    const result = await this.#while(document.uri, undefined, save);
    if (document.isDirty) this.#add(document.uri);
    return result;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #while<T>(uri: vscode.Uri, text: string | undefined, work: () => Thenable<T>): Promise<T> {
    const address = uri.toString();
    this.#ours.set(address, text);
    try {
      return await work();
    } finally {
      this.#ours.delete(address);
    }
  }

  #changed({ document }: vscode.TextDocumentChangeEvent): void {
    // What VS Code reads again from the disk leaves nothing unsaved.
    if (document.uri.scheme !== 'file' || !document.isDirty) return;
    const address = document.uri.toString();
    if (this.#ours.has(address)) {
      const text = this.#ours.get(address);
      if (text === undefined || document.getText() === text) return;
    }
    this.#add(document.uri);
    this.#onEdit(document);
  }

  #add({ fsPath }: vscode.Uri): void {
    this.#counts.set(fsPath, this.count(fsPath) + 1);
  }
}
