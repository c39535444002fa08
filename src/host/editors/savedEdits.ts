// What files said before the user changed and saved them: an agent may have read that on its own.
import * as vscode from 'vscode';
import { isSameText } from '../../core/text/lineEndings.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';

/** The length of all texts; the oldest are forgotten first. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

interface SavedEdit {
  readonly path: string;
  /** The text of the file before the user began to change it. */
  readonly before: string;
  /** In epoch milliseconds. */
  readonly savedAt: number;
}

export class SavedEdits implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #readSaved: (document: vscode.TextDocument) => Promise<string | undefined>;
  /** The saved texts of files with unsaved changes, by path. */
  readonly #unsaved = new Map<string, Promise<string | undefined>>();
  /** What was saved, and is being added. */
  readonly #ending = new Set<Promise<void>>();
  #saved: readonly SavedEdit[] = [];

  /** `readSaved` reads what is on the disk in place of a document; it never rejects. */
  constructor(readSaved: (document: vscode.TextDocument) => Promise<string | undefined>) {
    this.#readSaved = readSaved;
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        // It is saved, changed back, or was read again from the disk.
        if (!document.isDirty) this.#end(document);
      }),
    );
  }

  /** The user has changed a document. */
  changed(document: vscode.TextDocument): void {
    const { fsPath } = document.uri;
    if (!this.#unsaved.has(fsPath)) this.#unsaved.set(fsPath, this.#readSaved(document));
  }

  /** What a file with these paths said before the first change that was saved at a moment of which this is true. */
  async textBefore(
    paths: readonly string[],
    isMeant: (savedAt: number) => boolean,
  ): Promise<string | undefined> {
    await Promise.all(this.#ending);
    return this.#saved.find(({ path, savedAt }) => paths.includes(path) && isMeant(savedAt))?.before;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #end(document: vscode.TextDocument): void {
    const [path, text, savedAt] = [document.uri.fsPath, document.getText(), Date.now()];
    const unsaved = this.#unsaved.get(path);
    this.#unsaved.delete(path);
    const ending = unsaved?.then((before) => {
      if (before !== undefined && !isSameText(before, text)) this.#add({ path, before, savedAt });
    });
    if (ending === undefined) return;
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  #add(added: SavedEdit): void {
    const all = [...this.#saved, added];
    let characters = 0;
    const tooMany = all.findLastIndex((each) => (characters += each.before.length) > MAX_CHARACTERS);
    this.#saved = all.slice(tooMany + 1);
  }
}
