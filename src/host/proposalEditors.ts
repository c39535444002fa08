// Editors in which the person changes a proposed text before they allow it. What they leave there is written.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/lifecycle.ts';
import type { ProposalEdit, ProposalEditors as ProposalEditorsPort } from '../core/permissions.ts';
import type { SessionState } from '../core/session/model.ts';
import { toolCallById } from '../core/session/select.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import { comparedTexts, type Diff } from './diffView.ts';
import { MemoryFiles } from './memoryFiles.ts';

/** The scheme of texts that are edited before they are allowed. */
const SCHEME = 'parley-edit';

/** A proposed text that is being edited. */
interface OpenEdit {
  readonly requestId: string;
  /** As the agent wrote it. */
  readonly path: string;
  readonly proposed: string;
  readonly uri: vscode.Uri;
}

/** Owns the editors; each is closed with its request. */
export class ProposalEditors implements ProposalEditorsPort, Disposable {
  readonly #store: SessionStore;
  readonly #owned = new DisposableStore();
  readonly #files = new MemoryFiles();
  #open: readonly OpenEdit[] = [];
  #made = 0;

  constructor(store: SessionStore) {
    this.#store = store;
    this.#owned.add(this.#files);
    this.#owned.add(
      vscode.workspace.registerFileSystemProvider(SCHEME, this.#files, { isCaseSensitive: true }),
    );
    this.#owned.add(
      store.onChange(({ event }) => {
        if (event.type === 'permission_closed') void this.#close(event.requestId);
      }),
    );
  }

  /** Opens the texts that a request proposes, each against what it replaces. */
  async edit(key: string, requestId: string): Promise<void> {
    const state = this.#store.state(key);
    const request = state?.permissions.find((waiting) => waiting.requestId === requestId);
    const call = state && request && toolCallById(state, request.toolCallId);
    if (state === undefined || call === undefined || request?.canEdit !== true) return;
    for (const content of call.content) {
      if (content.type === 'diff') await this.#show(state, requestId, content);
    }
  }

  edits(requestId: string): readonly ProposalEdit[] {
    return this.#open.flatMap(({ requestId: of, path, proposed, uri }) => {
      const text = of === requestId ? this.#text(uri) : undefined;
      return text === undefined || plain(text) === plain(proposed) ? [] : [{ path, proposed, text }];
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #show(state: SessionState, requestId: string, diff: Diff): Promise<void> {
    const { path, left, name, proposal } = await comparedTexts(state.cwd, diff, false);
    // Where the agent tells only the part that changes, the person's text would not be a whole file.
    if (plain(proposal.after) !== plain(diff.newText)) return;
    const known = this.#open.find((edit) => edit.requestId === requestId && edit.path === diff.path);
    const uri = known?.uri ?? this.#make(path, diff.newText);
    if (known === undefined) {
      this.#open = [...this.#open, { requestId, path: diff.path, proposed: diff.newText, uri }];
    }
    const before = left ?? this.#make(path, proposal.before);
    const title = vscode.l10n.t('{0} (edit on the right, then allow it)', name);
    await vscode.commands.executeCommand('vscode.diff', before, uri, title, { preview: false });
  }

  #make(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: SCHEME, query: String(++this.#made) });
    this.#files.put(uri, text);
    return uri;
  }

  /** What stands in the editor, saved or not. */
  #text(uri: vscode.Uri): string | undefined {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    return document?.getText() ?? this.#files.text(uri);
  }

  async #close(requestId: string): Promise<void> {
    const closing = this.#open.filter((edit) => edit.requestId === requestId);
    this.#open = this.#open.filter((edit) => edit.requestId !== requestId);
    for (const { uri } of closing) {
      const isOurs = (tab: vscode.Tab): boolean =>
        tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === uri.toString();
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isOurs));
      // Saved, so that closing does not ask whether it is to be.
      const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
      await document?.save();
      await vscode.window.tabGroups.close(tabs);
      this.#files.remove(uri);
    }
  }
}

/** Line ends do not count: editors have their own. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
