// Editors in which the user changes a proposed text before allowing it. What is in them then is written.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { ProposalEdit } from '../../core/permissions/permissionAnswer.ts';
import type { ProposalEditors as ProposalEditorsPort } from '../../core/permissions/permissionRequests.ts';
import type { PermissionRequest } from '../../core/session/permission/state.ts';
import type { SessionState } from '../../core/session/model.ts';
import { isSameText } from '../../core/text/lineEndings.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Diff } from './comparedTexts.ts';
import { editorStrings } from './editorStrings.ts';
import { MemoryFiles } from './memoryFiles.ts';
import type { OrphanedTexts } from './orphanedText.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';

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
  /** The left side of the diff. */
  readonly before: vscode.Uri;
}

/** Owns the editors; each is closed with its request. A text that the user changed stays, unless they answered with it. */
export class ProposalEditors implements ProposalEditorsPort, Disposable {
  readonly #store: SessionStore;
  readonly #orphans: OrphanedTexts;
  readonly #owned = new DisposableStore();
  readonly #files = new MemoryFiles();
  #open: readonly OpenEdit[] = [];
  #count = 0;

  constructor(store: SessionStore, orphans: OrphanedTexts) {
    this.#store = store;
    this.#orphans = orphans;
    this.#owned.add(this.#files);
    this.#owned.add(
      vscode.workspace.registerFileSystemProvider(SCHEME, this.#files, { isCaseSensitive: true }),
    );
    this.#owned.add(
      store.onEvent('permission_closed', ({ event }) => {
        const isAnswered = event.decision?.by === 'user';
        void this.#close((edit) => edit.requestId === event.requestId, isAnswered);
      }),
    );
    this.#owned.add(
      store.onEvent('permission_changed', ({ event, state }) => {
        const request = state.permissions.find(({ requestId }) => requestId === event.request.requestId);
        this.#move(event.requestId, request);
        void this.#close((edit) => edit.requestId === event.requestId, false);
      }),
    );
    this.#owned.add(
      store.onListChange(() => void this.#close(({ key }) => store.state(key) === undefined, false)),
    );
    // VS Code restores editors after a reload, but their texts are gone.
    void vscode.window.tabGroups.close(tabsOf(({ scheme }) => scheme === SCHEME));
  }

  /** Opens the texts that a request proposes, each against what it replaces. */
  async edit(key: string, requestId: string): Promise<void> {
    const state = this.#store.state(key);
    const request = state?.permissions.find((waiting) => waiting.requestId === requestId);
    if (state === undefined || request?.canEdit !== true) return;
    for (const content of request.call.content) {
      if (content.type === 'diff') await this.#show(state, requestId, content);
    }
  }

  edits(requestId: string): readonly ProposalEdit[] {
    return this.#open.flatMap(({ requestId: of, path, proposed, uri }) => {
      const text = of === requestId ? this.#files.currentText(uri) : undefined;
      return text === undefined || isSameText(text, proposed) ? [] : [{ path, proposed, text }];
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #show(state: SessionState, requestId: string, diff: Diff): Promise<void> {
    const { comparedTexts } = await import('./comparedTexts.ts');
    const { path, left, name, proposal } = await comparedTexts(state.cwd, diff, false);
    if (!isSameText(proposal.after, diff.newText)) {
      // The user's text would not be a whole file.
      void vscode.window.showInformationMessage(editorStrings.partialProposal(escapeForNotification(name)));
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
    if (known === undefined) {
      this.#open = [...this.#open, edit];
      this.#orphans.follow(edit.uri, name);
    }
    const title = editorStrings.editBeforeAllowing(name);
    await vscode.commands.executeCommand('vscode.diff', edit.before, edit.uri, title, { preview: false });
  }

  #make(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: SCHEME, query: String(++this.#count) });
    this.#files.put(uri, text);
    return uri;
  }

  /** A request that was changed in something else than the text goes on with the editor that the user has. */
  #move(from: string, to: PermissionRequest | undefined): void {
    if (to === undefined) return;
    const isStillProposed = ({ path, proposed }: OpenEdit): boolean =>
      to.call.content.some(
        (content) =>
          content.type === 'diff' && content.path === path && isSameText(content.newText, proposed),
      );
    this.#open = this.#open.map((edit) =>
      edit.requestId === from && isStillProposed(edit) ? { ...edit, requestId: to.requestId } : edit,
    );
  }

  async #close(isClosing: (edit: OpenEdit) => boolean, isAnswered: boolean): Promise<void> {
    const closing = this.#open.filter(isClosing);
    this.#open = this.#open.filter((edit) => !closing.includes(edit));
    for (const { uri, before, proposed } of closing) {
      const text = this.#files.currentText(uri);
      const isOrphan = !isAnswered && text !== undefined && !isSameText(text, proposed);
      await this.#orphans.end(uri, isOrphan ? text : undefined);
      // Saved first, because closing a dirty editor would ask.
      const document = this.#files.document(uri);
      await document?.save();
      await vscode.window.tabGroups.close(tabsOf((shown) => shown.toString() === uri.toString()));
      this.#files.remove(uri);
      this.#files.remove(before);
    }
  }
}

/** The tabs of diff editors whose right side passes the test. */
function tabsOf(isWanted: (modified: vscode.Uri) => boolean): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff && isWanted(input.modified)),
  );
}
