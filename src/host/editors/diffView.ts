// Opens the native diff editor for a diff of a tool call: the file against the proposed text, also before approval.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import { shownToolCall } from '../../core/session/selectors.ts';
import { isFinished, type ToolCall } from '../../core/session/toolCall/state.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { editorStrings } from './editorStrings.ts';
import { columnBesideChat } from './besideChat.ts';
import type { Diff } from './comparedTexts.ts';

/** The scheme of proposed texts, which are in no file. */
const PROPOSAL_SCHEME = 'parley-proposal';

/** Serves the proposed texts while editors show them. */
export class DiffView implements vscode.TextDocumentContentProvider, Disposable {
  readonly #store: SessionStore;
  readonly #owned = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #count = 0;

  constructor(store: SessionStore) {
    this.#store = store;
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(PROPOSAL_SCHEME, this));
    this.#owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
  }

  /** Empty for an editor that VS Code restored after a reload: its text is gone. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Opens the diff at a place (0-based) of what an entry or a permission request shows, if there is one. */
  async open(key: string, id: string, index: number): Promise<void> {
    const state = this.#store.state(key);
    const call = state && shownToolCall(state, id);
    const diff = call?.content[index];
    if (state === undefined || call === undefined || diff?.type !== 'diff') return;
    const { comparedTexts } = await import('./comparedTexts.ts');
    const compared = await comparedTexts(state.cwd, diff, isFinished(call.status));
    const { path, proposal } = compared;
    const left = compared.left ?? this.#text(path, proposal.before);
    const right = compared.right ?? this.#text(path, proposal.after);
    const title = titleOf(path, call, diff);
    await vscode.commands.executeCommand('vscode.diff', left, right, title, {
      preview: true,
      viewColumn: columnBesideChat(),
    });
  }

  dispose(): void {
    this.#owned.dispose();
    this.#texts.clear();
  }

  /** The document with a text, in the language of the file. */
  #text(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: PROPOSAL_SCHEME, query: String(++this.#count) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}

function titleOf(path: string, call: ToolCall, { oldText }: Diff): string {
  const name = basename(path);
  if (isFinished(call.status)) return editorStrings.changedByAgent(name);
  return oldText === undefined ? editorStrings.proposedNewFile(name) : editorStrings.proposed(name);
}
