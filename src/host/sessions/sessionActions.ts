// What can be done with a session of the list, wherever it is known: open, rename, close, copy, export, delete.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { describeError } from '../../core/errors.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import { promptText } from '../../core/session/selectors.ts';
import type { CatalogueEntry } from '../../core/sessionLifecycle/sessionCatalogue.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import { confirmClose } from './confirmClose.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Drafts } from '../chat/drafts.ts';
import type { SessionArchive } from '../../history/sessionArchive.ts';
import type { SessionList } from '../../core/sessionList/sessionList.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { entryTitle } from './sessionLabels.ts';
import { agentLabel } from '../settings/settings.ts';
import type { TranscriptPages } from './transcriptPages.ts';

export interface SessionActionsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly list: SessionList;
  readonly archive: SessionArchive;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly drafts: Drafts;
  readonly transcripts: Pick<TranscriptPages, 'show'>;
  readonly log: Log;
}

/** Ids are those of the list. */
export class SessionActions {
  readonly #options: SessionActionsOptions;

  constructor(options: SessionActionsOptions) {
    this.#options = options;
  }

  /** Shows a session in the chat that has it, else in the sidebar, or in the current chat, or one in sight. */
  async open(id: string, inSidebar = false): Promise<void> {
    const { chats } = this.#options;
    await this.choose(async () => id, inSidebar ? chats.sidebar : chats.target);
  }

  /**
   * Lets the user choose a session and shows it: where it would have been shown before they were asked. Resolves to
   * its key; to undefined when none is shown.
   */
  async choose(
    ask: () => Promise<string | undefined>,
    target = this.#options.chats.target,
  ): Promise<string | undefined> {
    const { chats, current } = this.#options;
    const { focused } = chats;
    const id = await ask();
    const key = id === undefined ? undefined : await this.bring(id);
    if (key === undefined) {
      // VS Code gives the focus to an editor.
      await focused?.reveal();
      return undefined;
    }
    current.open(key, target);
    await chats.reveal();
    return key;
  }

  /** Asks for a name and gives it to a session. */
  async rename(id: string): Promise<void> {
    const { list, store, sessions } = this.#options;
    if (store.state(id) === undefined && (await this.#isOpenInOtherWindow(id))) return;
    const value = list.find(id)?.title ?? '';
    const title = await vscode.window.showInputBox({
      prompt: vscode.l10n.t('Name of the session; empty: the agent’s own title'),
      value,
    });
    if (title === undefined) return;
    const key = await this.bring(id);
    if (key !== undefined && store.state(key) !== undefined) await sessions.rename(key, title.trim());
  }

  /** Ends a session in this window; it stays in the history. Asks where a turn runs, or nobody could go on with it. */
  async close(id: string): Promise<void> {
    const { store, sessions } = this.#options;
    const state = store.state(id);
    if (state === undefined) return;
    if (!(await confirmClose(state, sessions.isLostByClosing(id)))) return;
    this.#leaveChats(id, state.agent);
    await sessions.close(id);
  }

  /**
   * Copies a session where its agent can, and shows the copy. With an entry's id the copy ends before that prompt,
   * which is then in its composer.
   */
  async fork(id: string, entryId?: string): Promise<void> {
    const { sessions, current, chats } = this.#options;
    const key = await this.bring(id);
    if (key === undefined) return;
    const copy = await sessions.fork(key, entryId).catch((error: unknown) => {
      void vscode.window.showErrorMessage(escapeForNotification(describeError(error).message));
      return key;
    });
    if (copy === key) return;
    if (copy === undefined) {
      const agent = escapeForNotification(agentLabel(this.#options.store.state(key)?.agent ?? ''));
      void vscode.window.showInformationMessage(vscode.l10n.t('{0} cannot copy sessions.', agent));
      return;
    }
    current.open(copy);
    await chats.reveal(promptText(this.#options.store.state(key), entryId));
  }

  /** Goes on in a new session that is given the transcript of this one. */
  async continueInNew(key: string): Promise<void> {
    const { sessions, chats, current, drafts } = this.#options;
    const shownBy = chats.showing(key);
    const next = sessions.continueInNew(key);
    if (next === undefined) return;
    drafts.move(key, next);
    if (shownBy === undefined) current.open(next);
    else shownBy.show(next);
    await (shownBy ?? chats).reveal();
  }

  /** Asks, and deletes a session: here, and in its agent where that can be. */
  async delete(id: string): Promise<void> {
    const entry = this.#options.list.find(id);
    if (entry === undefined || (await this.#isOpenInOtherWindow(id))) return;
    const agent = escapeForNotification(agentLabel(entry.agent));
    const remove = vscode.l10n.t('Delete');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Delete “{0}” for good?', escapeForNotification(entryTitle(entry))),
      {
        modal: true,
        detail: vscode.l10n.t(
          '{0} is asked to delete it too. Files that were changed stay as they are.',
          agent,
        ),
      },
      remove,
    );
    if (answer === remove) await this.#deleteNow(entry);
  }

  /** Asks, and deletes the transcripts of all sessions but those that other windows have open. */
  async deleteHistory(): Promise<void> {
    const remove = vscode.l10n.t('Delete All');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Delete the transcripts of all sessions?'),
      {
        modal: true,
        detail: vscode.l10n.t(
          'Parley forgets what was said in the sessions of all folders, and the names that you gave them. A session that is open is kept again from its next prompt on; one that is open in another window stays. What agents keep themselves stays.',
        ),
      },
      remove,
    );
    if (answer !== remove) return;
    try {
      const left = await this.#options.archive.deleteAll();
      if (left > 0) void vscode.window.showInformationMessage(remainingText(left));
    } catch (error) {
      this.#options.log.error(`The history was not deleted: ${String(error)}`);
      void vscode.window.showErrorMessage(
        vscode.l10n.t('Some transcripts could not be deleted. {0}', escapeForNotification(String(error))),
      );
    }
  }

  /** Writes a session to a file the user chooses, as Markdown or as JSON. */
  async export(id: string): Promise<void> {
    const { list, archive } = this.#options;
    const entry = list.find(id);
    const state = entry?.key === undefined ? undefined : await archive.state(entry.key);
    if (entry === undefined || state === undefined) {
      const text = vscode.l10n.t('Parley has no transcript of this session. Open it first.');
      void vscode.window.showInformationMessage(text);
      return;
    }
    const name = `${entryTitle(entry)
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60)}.md`;
    const target = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.file(join(entry.cwd, name)),
      filters: { Markdown: ['md'], JSON: ['json'] },
    });
    if (target === undefined) return;
    const [{ exportJson }, { exportMarkdown }] = await Promise.all([
      import('../../core/history/exportJson.ts'),
      import('../../core/history/exportMarkdown.ts'),
    ]);
    const text = target.path.endsWith('.json') ? exportJson(state) : exportMarkdown(state);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    await vscode.window.showTextDocument(target, { preview: true });
  }

  /** Brings a session into the window. Resolves to its key; to undefined when it cannot be had, which is reported. */
  async bring(id: string): Promise<string | undefined> {
    const { store, sessions, list, archive } = this.#options;
    if (store.state(id) !== undefined) return id;
    const entry = list.find(id);
    if (entry === undefined) return undefined;
    if (entry.key === undefined) {
      return entry.listed === undefined ? undefined : sessions.adopt(entry.agent, entry.listed);
    }
    const outcome = await archive.restore(entry.key);
    if (outcome === 'restored') {
      sessions.open(entry.key);
      return entry.key;
    }
    if (outcome === 'open-in-other-window') void this.#offerTranscript(entry.key, entryTitle(entry));
    else {
      const text = vscode.l10n.t(
        'The transcript of “{0}” is gone.',
        escapeForNotification(entryTitle(entry)),
      );
      void vscode.window.showInformationMessage(text);
    }
    return undefined;
  }

  /** A session that another window has open can be read here. */
  async #offerTranscript(key: string, title: string): Promise<void> {
    const show = vscode.l10n.t('Show Transcript');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        '“{0}” is open in another window. Go on with it there, or close it there to open it here.',
        escapeForNotification(title),
      ),
      show,
    );
    if (answer === show) await this.#options.transcripts.show(key, title);
  }

  /** Whether another window has the session open, which is told: then it is not to be changed from here. */
  async #isOpenInOtherWindow(id: string): Promise<boolean> {
    const entry = this.#options.list.find(id);
    if (entry?.key === undefined || !(await this.#options.archive.isOpenInOtherWindow(entry.key)))
      return false;
    reportOpenInOtherWindow(entry);
    return true;
  }

  async #deleteNow(entry: CatalogueEntry): Promise<void> {
    const { id, key, agent, sessionId, state } = entry;
    const { sessions, archive, list, log } = this.#options;
    // Another window may have opened it while the user was asked; then its agent is not to delete it either.
    if (state === undefined && key !== undefined && !(await archive.delete(key))) {
      reportOpenInOtherWindow(entry);
      return;
    }
    if (state !== undefined) this.#leaveChats(id, agent);
    const inAgent = async (): Promise<boolean> => {
      if (state !== undefined && key !== undefined) return sessions.delete(key);
      return sessionId !== undefined && sessions.deleteListed(agent, sessionId);
    };
    // The agent may have to be started for it, which nobody is to wait for.
    const asked = inAgent().catch((error: unknown) => {
      log.warn(`${agent}: the session was not deleted there: ${describeError(error).message}`);
      return false;
    });
    if (state !== undefined && key !== undefined) await archive.delete(key);
    if (sessionId === undefined) return;
    if (await asked) list.forget(agent, sessionId);
    else if (list.entries().some((each) => each.agent === agent && each.sessionId === sessionId)) {
      const text = vscode.l10n.t(
        '{0} still has the session: it could not be deleted there.',
        escapeForNotification(agentLabel(agent)),
      );
      void vscode.window.showInformationMessage(text);
    }
  }

  /** Before a session leaves the window: its tab closes, the sidebar shows the one of before or a new one. */
  #leaveChats(key: string, agent: string): void {
    const { chats, current } = this.#options;
    const chat = chats.showing(key);
    if (chat === undefined) return;
    if (chat !== chats.sidebar) chat.dispose();
    else {
      const before = current.before().find((each) => each !== key && chats.showing(each) === undefined);
      if (before === undefined) current.showNew(chat, agent, key);
      else chat.show(before);
    }
  }
}

function reportOpenInOtherWindow(entry: CatalogueEntry): void {
  const title = escapeForNotification(entryTitle(entry));
  const text = vscode.l10n.t('“{0}” is open in another window. Close it there first.', title);
  void vscode.window.showWarningMessage(text);
}

function remainingText(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 session is open in another window and was not deleted. Close it there first.')
    : vscode.l10n.t(
        '{0} sessions are open in other windows and were not deleted. Close them there first.',
        count,
      );
}
