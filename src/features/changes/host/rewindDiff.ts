// Shows what a rewind would do to a file: the file as it is, beside how it was before the prompt.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import { withoutMark } from '../../../core/text/fileText.ts';
import { columnBesideChat } from '../../../host/editors/besideChat.ts';
import type { TextBefore } from '../node/checkpointRestore.ts';
import { reviewStrings } from './reviewStrings.ts';

/** The scheme of texts of checkpoints, and of the empty text that stands for a file that is not there. */
const CHECKPOINT_SCHEME = 'parley-checkpoint';

/** Serves the texts while editors show them. */
export class RewindDiff implements vscode.TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #owned: vscode.Disposable;
  #count = 0;

  constructor() {
    this.#owned = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(CHECKPOINT_SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /** Empty for an editor that VS Code restored after a reload: its text is gone. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Opens the comparison; `before`: what the file said before the prompt. */
  async show(path: string, before: TextBefore): Promise<void> {
    const name = basename(path);
    if (before.kind === 'unknown') {
      void vscode.window.showInformationMessage(reviewStrings.cannotCompare(name));
      return;
    }
    const left = before.isThere ? vscode.Uri.file(path) : this.#text(path, '');
    await vscode.commands.executeCommand(
      'vscode.diff',
      left,
      this.#text(path, withoutMark(before.text)),
      reviewStrings.rewindDiffTitle(name),
      { preview: true, viewColumn: columnBesideChat() },
    );
  }

  dispose(): void {
    this.#owned.dispose();
    this.#texts.clear();
  }

  #text(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: CHECKPOINT_SCHEME, query: String(++this.#count) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}
