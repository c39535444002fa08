// Editors in which the user changes a proposed text before they allow it. What they leave there is written.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { ProposalEdit } from '../../core/permissions/permissionAnswer.ts';
import type { ProposalEditors as ProposalEditorsPort } from '../../core/permissions/permissionRequests.ts';
import type { SessionState } from '../../core/session/model.ts';
import { toolCallById } from '../../core/session/selectors.ts';
import { withLineFeeds } from '../../core/text/lineEndings.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { comparedTexts, type Diff } from './diffView.ts';
import { MemoryFiles } from './memoryFiles.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';

/** The scheme of texts that are edited before they are allowed. */
const SCHEME = 'parley-edit';

/** A proposed text that is being edited. */
interface OpenEdit {
  readonly key: string;
  readonly requestId: string;
  /** As the agent wrote it. */
  readonly path: string;
  readonly proposed: string;
  readonly uri: vscode.Uri;
  /** What it is compared with. */
  readonly before: vscode.Uri;
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
      store.onEvent('permission_closed', ({ event }) => {
        void this.#close((edit) => edit.requestId === event.requestId);
      }),
    );
    this.#owned.add(store.onListChange(() => void this.#close(({ key }) => store.state(key) === undefined)));
    // Their texts went with the window that is gone.
    void vscode.window.tabGroups.close(tabsOf(({ scheme }) => scheme === SCHEME));
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
      return text === undefined || withLineFeeds(text) === withLineFeeds(proposed)
        ? []
        : [{ path, proposed, text }];
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #show(state: SessionState, requestId: string, diff: Diff): Promise<void> {
    const { path, left, name, proposal } = await comparedTexts(state.cwd, diff, false);
    if (withLineFeeds(proposal.after) !== withLineFeeds(diff.newText)) {
      // The user's text would not be a whole file.
      const words = vscode.l10n.t(
        'The agent tells only a part of {0}, so it cannot be edited here.',
        escapeForNotification(name),
      );
      void vscode.window.showInformationMessage(words);
      return;
    }
    const known = this.#open.find((edit) => edit.requestId === requestId && edit.path === diff.path);
    const edit = known ?? {
      key: state.key,
      requestId,
      path: diff.path,
      proposed: diff.newText,
      uri: this.#make(path, diff.newText),
      before: left ?? this.#make(path, proposal.before),
    };
    if (known === undefined) this.#open = [...this.#open, edit];
    const title = vscode.l10n.t('{0} (edit on the right, then allow it)', name);
    await vscode.commands.executeCommand('vscode.diff', edit.before, edit.uri, title, { preview: false });
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

  async #close(isMeant: (edit: OpenEdit) => boolean): Promise<void> {
    const closing = this.#open.filter(isMeant);
    this.#open = this.#open.filter((edit) => !closing.includes(edit));
    for (const { uri, before } of closing) {
      // Saved, so that closing does not ask whether it is to be.
      const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
      await document?.save();
      await vscode.window.tabGroups.close(tabsOf((shown) => shown.toString() === uri.toString()));
      this.#files.remove(uri);
      this.#files.remove(before);
    }
  }
}

/** The diff editors whose right side is meant. */
function tabsOf(isMeant: (modified: vscode.Uri) => boolean): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff && isMeant(input.modified)),
  );
}
