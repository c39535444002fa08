// The drafts of composers as files that editors open and save: what is written there is the draft.
import * as vscode from 'vscode';
import type { Drafts } from '../../../host/prompt/drafts.ts';
import { withLineFeeds } from '../../../core/text/lineEndings.ts';
import { FlatFiles } from '../../../host/editors/flatFiles.ts';
import { promptKey } from '../core/promptScheme.ts';

/** What begins a file in UTF-8; it is no part of the text. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Every draft is a file; one that is not written yet is empty. */
export class PromptFiles extends FlatFiles {
  readonly #drafts: Drafts;
  /** When each was changed last, in epoch milliseconds, by address. */
  readonly #times = new Map<string, number>();

  constructor(drafts: Drafts) {
    super();
    this.#drafts = drafts;
  }

  /** The draft was changed outside of its editor. */
  reload(uri: vscode.Uri): void {
    this.#touch(uri);
    this.fireChanged(uri);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const mtime = this.#times.get(uri.toString()) ?? 0;
    return { type: vscode.FileType.File, ctime: 0, mtime, size: this.readFile(uri).byteLength };
  }

  /** With a byte order mark, so that no setting of another encoding applies. */
  readFile(uri: vscode.Uri): Uint8Array {
    return new TextEncoder().encode(BYTE_ORDER_MARK + this.#drafts.of(keyOf(uri)));
  }

  /**
   * The text is the one of the document where it is open, whatever encoding the user chose for it; else VS Code writes
   * what it read, in UTF-8.
   */
  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const id = uri.toString();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === id);
    const text = withLineFeeds(document?.getText() ?? new TextDecoder().decode(bytes));
    const key = keyOf(uri);
    // An unchanged text is no change of the draft: the prompt may be on its way already.
    if (text !== this.#drafts.of(key)) this.#drafts.set(key, text);
    this.#touch(uri);
  }

  /** VS Code takes a file whose time did not grow for the one that it has. */
  #touch(uri: vscode.Uri): void {
    const id = uri.toString();
    this.#times.set(id, Math.max(Date.now(), (this.#times.get(id) ?? 0) + 1));
  }
}

function keyOf(uri: vscode.Uri): string {
  const key = promptKey(uri);
  if (key === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return key;
}
