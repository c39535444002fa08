// Shows the text of a file without the agent's changes as a read-only document: the left side of comparisons.
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { withoutMark } from '../../../core/text/fileText.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { ChangeTracker } from '../node/changeTracker.ts';

/** The scheme of such documents; their query is the session's key. */
export const ORIGINAL_SCHEME = 'parley-before';

/** The document with the text of a file without the changes of a session's agent. */
export function originalUri(key: string, path: string): vscode.Uri {
  return vscode.Uri.file(path).with({ scheme: ORIGINAL_SCHEME, query: key });
}

/** The fragment of a document with the text of a file as it is. */
const NOW = 'now';

/** The document that stands for a deleted file in a comparison: it is empty, until the file is there again. */
export function deletedUri(key: string, path: string): vscode.Uri {
  return originalUri(key, path).with({ fragment: NOW });
}

/** Whether a document stands for a deleted file. */
export function isDeletedUri({ scheme, fragment }: vscode.Uri): boolean {
  return scheme === ORIGINAL_SCHEME && fragment === NOW;
}

/** Serves the documents while they are shown anywhere. */
export class OriginalTexts implements vscode.TextDocumentContentProvider, Disposable {
  readonly #tracker: ChangeTracker;
  readonly #owned = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  readonly onDidChange = this.#changed.event;

  constructor(tracker: ChangeTracker) {
    this.#tracker = tracker;
    this.#owned.add(this.#changed);
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(ORIGINAL_SCHEME, this));
    this.#owned.add(tracker.onChange((key) => this.#refresh(key)));
    // VS Code takes no notice of a change between its question for the text and the opening of the document.
    this.#owned.add(
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.scheme === ORIGINAL_SCHEME) this.#changed.fire(uri);
      }),
    );
  }

  /** The text of the file itself where nothing of the agent's is open, so that nothing differs. */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const path = vscode.Uri.file(uri.path).fsPath;
    const text = isDeletedUri(uri) ? undefined : await this.#tracker.textWithoutAgent(uri.query, path);
    return withoutMark(text ?? (await currentText(path)));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #refresh(key: string): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === ORIGINAL_SCHEME && uri.query === key) this.#changed.fire(uri);
    }
  }
}

async function currentText(path: string): Promise<string> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === path);
  return open?.getText() ?? readFile(path, 'utf8').catch(() => '');
}
