// Shows transcripts as read-only pages: of a session that is not in this window, or of a sub-agent.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { SessionState } from '../../../core/session/model.ts';

const SCHEME = 'parley-transcript';

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

  async provideTextDocumentContent({ query, path }: vscode.Uri): Promise<string> {
    const { transcriptText } = await import('./transcriptText.ts');
    return transcriptText(await this.#read(query), path, query);
  }

  /**
   * Shows the transcript as far as it is stored by now, or that of the sub-agent whose call has the entry id: in a page of
   * its own, which stays when another one is shown.
   */
  async show(key: string, title: string, entryId = ''): Promise<vscode.Uri> {
    const { showPreview } = await import('./transcriptPreview.ts');
    return showPreview({ scheme: SCHEME, key, title, entryId }, (uri) => this.changed(uri));
  }

  /** Reads the transcript of a page again, while it is open. */
  changed(uri: vscode.Uri): void {
    this.#changed.fire(uri);
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
