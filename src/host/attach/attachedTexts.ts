// Read-only documents of texts that were attached to a prompt or that an agent embedded in an answer.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { shortened } from '../../core/text/wholeCharacters.ts';
import { columnBesideChat } from '../editors/besideChat.ts';

const SCHEME = 'parley-attachment';
/** Documents whose text is remembered; the oldest are forgotten when more are opened. */
const MAX_DOCUMENTS = 50;
const MAX_NAME_LENGTH = 100;

export class AttachedTexts implements vscode.TextDocumentContentProvider, Disposable {
  readonly #owned = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #opened = 0;

  constructor() {
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Opens a text in an editor beside the chat. The end of its name decides the language. */
  async open({ name, text }: { readonly name: string; readonly text: string }): Promise<void> {
    const title = shortened(oneLine(name).replaceAll(/[/\\]/g, '_'), MAX_NAME_LENGTH) || 'text';
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${++this.#opened}/${title}` });
    this.#texts.set(uri.toString(), text);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= MAX_DOCUMENTS) break;
      this.#texts.delete(oldest);
    }
    await vscode.window.showTextDocument(uri, { preview: true, viewColumn: columnBesideChat() });
  }

  dispose(): void {
    this.#owned.dispose();
    this.#texts.clear();
  }
}
