// What files said before the user changed and saved them: an agent may have read that on its own.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';

/** The length of all texts; the oldest are forgotten first. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

interface SavedEdit {
  readonly path: string;
  /** Of the file before the user began to change it. */
  readonly before: string;
  /** In epoch milliseconds. */
  readonly savedAt: number;
}

export class SavedEdits implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #readSaved: (document: vscode.TextDocument) => Promise<string | undefined>;
  /** The saved text of files with unsaved changes, by path. */
  readonly #unsaved = new Map<string, Promise<string | undefined>>();
  #saved: readonly SavedEdit[] = [];

  /** `readSaved` reads what is on the disk in place of a document. */
  constructor(readSaved: (document: vscode.TextDocument) => Promise<string | undefined>) {
    this.#readSaved = readSaved;
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        // It was changed back, or read again from the disk.
        if (!document.isDirty) this.#unsaved.delete(document.uri.fsPath);
      }),
    );
    this.#owned.add(vscode.workspace.onDidSaveTextDocument(({ uri }) => void this.#addSaved(uri.fsPath)));
  }

  /** The user has changed a document. */
  changed(document: vscode.TextDocument): void {
    const { fsPath } = document.uri;
    if (!this.#unsaved.has(fsPath)) this.#unsaved.set(fsPath, this.#readSaved(document));
  }

  /** What a file with these paths said before the first change that was saved at a moment of which this is true. */
  textBefore(paths: readonly string[], isMeant: (savedAt: number) => boolean): string | undefined {
    return this.#saved.find(({ path, savedAt }) => paths.includes(path) && isMeant(savedAt))?.before;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #addSaved(path: string): Promise<void> {
    const savedAt = Date.now();
    const unsaved = this.#unsaved.get(path);
    this.#unsaved.delete(path);
    const before = await unsaved;
    if (before === undefined) return;
    const all = [...this.#saved, { path, before, savedAt }];
    let characters = 0;
    const tooMany = all.findLastIndex((each) => (characters += each.before.length) > MAX_CHARACTERS);
    this.#saved = all.slice(tooMany + 1);
  }
}
