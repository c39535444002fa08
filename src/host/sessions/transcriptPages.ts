// Shows the transcript of a session that is not in this window, as a read-only page.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionState } from '../../core/session/model.ts';

const SCHEME = 'parley-transcript';

const MAX_NAME_LENGTH = 60;

/** Only reads sessions: another window may be working with them. */
export class TranscriptPages implements vscode.TextDocumentContentProvider, Disposable {
  readonly #read: (key: string) => Promise<SessionState | undefined>;
  readonly #owned = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  /** `read` resolves to undefined for a session without a transcript. */
  constructor(read: (key: string) => Promise<SessionState | undefined>) {
    this.#read = read;
    this.#owned.add(this.#changed);
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const state = await this.#read(uri.query);
    if (state === undefined) {
      const { unavailableStrings } = await import('./unavailable/unavailableStrings.ts');
      return unavailableStrings.transcriptMissing();
    }
    const { exportMarkdown } = await import('../../core/history/exportMarkdown.ts');
    return exportMarkdown(state);
  }

  /** Shows the transcript as far as it is stored by now. */
  async show(key: string, title: string): Promise<void> {
    const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `/${name.slice(0, MAX_NAME_LENGTH)}.md`,
      query: key,
    });
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
