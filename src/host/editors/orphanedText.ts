// What the user wrote for a question of an agent that nobody waits for any more: it stays, as an untitled document.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { editorStrings } from './editorStrings.ts';

/** Who types is not written to the storage at each key. */
const STORE_DELAY_MS = 300;
const STORED = 'parley.textsForQuestions';

const writing = z.object({ name: z.string(), text: z.string() });
const stored = z.record(z.string(), writing);

/** A text that the user writes for a question. */
export interface Writing {
  /** The name of the file, or what else the editor is called. */
  readonly name: string;
  readonly text: string;
}

/** Keeps the texts of editors whose documents are in memory, over reloads of the window, too. */
export class OrphanedTexts implements Disposable {
  readonly #storage: vscode.Memento;
  readonly #owned = new DisposableStore();
  /** By the address of the editor's document. */
  readonly #open = new Map<string, Writing>();
  #timer: NodeJS.Timeout | undefined;

  /** Shows what an earlier window left behind. */
  constructor(storage: vscode.Memento) {
    this.#storage = storage;
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#open.size === 0) return;
        const known = this.#open.get(document.uri.toString());
        if (known === undefined) return;
        this.#open.set(document.uri.toString(), { name: known.name, text: document.getText() });
        this.#timer ??= setTimeout(() => this.#store(), STORE_DELAY_MS);
      }),
    );
    const left = stored.safeParse(storage.get(STORED));
    for (const each of Object.values(left.data ?? {})) void showOrphan(each, undefined);
    if (left.data !== undefined) void storage.update(STORED, undefined);
  }

  /** The user may write in this document now. */
  follow(uri: vscode.Uri, name: string): void {
    this.#open.set(uri.toString(), { name, text: '' });
  }

  /** The question of the document has ended. With `text` the user's text is shown: nobody else has it. */
  async end(uri: vscode.Uri, text: string | undefined): Promise<void> {
    const known = this.#open.get(uri.toString());
    if (known === undefined) return;
    this.#open.delete(uri.toString());
    this.#store();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (text !== undefined) await showOrphan({ name: known.name, text }, document?.languageId);
  }

  dispose(): void {
    // The window may be closing: what is stored stays for the next one.
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  #store(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const texts = [...this.#open].filter(([, { text }]) => text !== '');
    void this.#storage.update(STORED, texts.length === 0 ? undefined : Object.fromEntries(texts));
  }
}

async function showOrphan({ name, text }: Writing, language: string | undefined): Promise<void> {
  const options = { content: text, ...(language === undefined ? {} : { language }) };
  const document = await vscode.workspace.openTextDocument(options);
  await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
  void vscode.window.showInformationMessage(editorStrings.nobodyWaits(escapeForNotification(name)));
}
