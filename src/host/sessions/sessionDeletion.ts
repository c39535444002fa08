// Deletes sessions: here, and in their agents.
import * as vscode from 'vscode';
import { describeError } from '../../core/errors.ts';
import type { TrackedChanges } from '../../core/ports/changeTracking.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { SessionState } from '../../core/session/model.ts';
import { isRunning, isWorking } from '../../core/session/selectors.ts';
import type { CatalogueEntry } from '../../core/sessionLifecycle/sessionCatalogue.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionList } from '../../core/sessionList/sessionList.ts';
import type { SessionArchive } from '../../history/sessionArchive.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Drafts } from '../prompt/drafts.ts';
import type { Chats } from '../chat/openChats.ts';
import { agentLabel } from '../settings/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { showStatusMessage } from '../window/statusMessage.ts';
import { leaveChats } from './leaveChats.ts';
import { isOpenInOtherWindow, reportOpenInOtherWindow } from './otherWindows.ts';
import { entryTitle } from './list/entryTitle.ts';
import { sessionStrings } from './sessionStrings.ts';
import { sessionCommandStrings } from './sessionCommandStrings.ts';

/** A dialog with more lines may be taller than the screen, and its buttons out of reach. */
const MAX_TITLES = 10;

export interface SessionDeletionOptions {
  readonly sessions: Sessions;
  readonly list: SessionList;
  readonly archive: SessionArchive;
  /** What is stored of the changes of sessions, and of the user's comments on them. */
  readonly changes: Pick<TrackedChanges, 'forget'>;
  readonly drafts: Pick<Drafts, 'forget'>;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly log: Log;
}

export class SessionDeletion {
  readonly #options: SessionDeletionOptions;

  constructor(options: SessionDeletionOptions) {
    this.#options = options;
  }

  /** Asks, and deletes a session: here, and in its agent if that can delete sessions. The id is that of the list. */
  async delete(id: string): Promise<void> {
    const { list, archive } = this.#options;
    const entry = list.find(id);
    if (entry === undefined || (await isOpenInOtherWindow(entry, archive))) return;
    const remove = sessionStrings.delete();
    const detail = [
      ...workLines(entry.state),
      sessionCommandStrings.confirmDeleteDetail(escapeForNotification(agentLabel(entry.agent))),
    ].join('\n');
    const answer = await vscode.window.showWarningMessage(
      sessionCommandStrings.confirmDelete(escapeForNotification(entryTitle(entry))),
      { modal: true, detail },
      remove,
    );
    if (answer === remove) await this.#deleteNow(entry);
  }

  /** Deletes a session without a word: the user has done nothing in it. */
  async discard(key: string): Promise<void> {
    const entry = this.#options.list.find(key);
    if (entry !== undefined) await this.#deleteNow(entry, false);
  }

  /** Asks once, and deletes several sessions; those that are open in another window stay. */
  async deleteSeveral(ids: readonly string[]): Promise<void> {
    const { list, archive, log } = this.#options;
    const entries: CatalogueEntry[] = [];
    for (const id of new Set(ids)) {
      const entry = list.find(id);
      if (entry !== undefined && !(await isOpenInOtherWindow(entry, archive))) entries.push(entry);
    }
    if (entries.length === 0) return;
    const remove = sessionStrings.delete();
    const titles = entries.slice(0, MAX_TITLES).map((entry) => escapeForNotification(entryTitle(entry)));
    const more = entries.length - titles.length;
    const answer = await vscode.window.showWarningMessage(
      sessionCommandStrings.confirmDeleteSeveral(entries.length),
      {
        modal: true,
        detail: [
          ...titles,
          ...(more === 0 ? [] : [sessionCommandStrings.andMore(more)]),
          '',
          ...(entries.some(({ state }) => state !== undefined && isWorking(state))
            ? [sessionCommandStrings.deleteStopsWork()]
            : []),
          sessionCommandStrings.confirmDeleteSeveralDetail(),
        ].join('\n'),
      },
      remove,
    );
    if (answer !== remove) return;
    // One whose file is busy does not keep the others.
    const failures: string[] = [];
    for (const entry of entries) {
      await this.#deleteNow(entry).catch((error: unknown) => {
        log.error(`A session was not deleted: ${String(error)}`);
        failures.push(`${entryTitle(entry)} (${error instanceof Error ? error.message : String(error)})`);
      });
    }
    if (failures.length === 0) return;
    const text = sessionCommandStrings.deleteSeveralFailed(
      escapeForNotification(failures.slice(0, MAX_TITLES).join(', ')),
    );
    void vscode.window.showErrorMessage(text);
  }

  /** Asks, and deletes the transcripts of all sessions that are not open in another window. */
  async deleteAll(): Promise<void> {
    const { archive, list, log } = this.#options;
    const remove = sessionCommandStrings.deleteAllButton();
    const answer = await vscode.window.showWarningMessage(
      sessionCommandStrings.confirmDeleteAll(),
      { modal: true, detail: sessionCommandStrings.confirmDeleteAllDetail() },
      remove,
    );
    if (answer !== remove) return;
    const stored = list.entries().filter(({ key, state }) => key !== undefined && state === undefined);
    const deleted = new Set<string>();
    try {
      const left = await archive.deleteAll((key) => deleted.add(key));
      showStatusMessage(sessionCommandStrings.transcriptsDeleted(deleted.size));
      if (left > 0)
        void vscode.window.showInformationMessage(sessionCommandStrings.notDeletedInOtherWindows(left));
    } catch (error) {
      log.error(`The history was not deleted: ${String(error)}`);
      const text = sessionCommandStrings.deleteAllFailed(escapeForNotification(String(error)));
      void vscode.window.showErrorMessage(text);
    } finally {
      // Another window may have opened a session since they were listed: only the deletion knows which are gone.
      const gone = stored.filter(({ key = '' }) => deleted.has(key));
      await this.#forget(gone);
    }
  }

  async #deleteNow(entry: CatalogueEntry, reports = true): Promise<void> {
    const { key, agent, sessionId, state } = entry;
    const { archive, chats, current, list } = this.#options;
    // Another window may have opened the session since the question; then its agent must not delete it either.
    if (state === undefined && key !== undefined && !(await archive.delete(key))) {
      reportOpenInOtherWindow(entry);
      return;
    }
    if (state !== undefined) leaveChats(state.key, agent, chats, current);
    // The agent may have to start for it, and nothing here waits for that.
    const inAgent = this.#deleteInAgent(entry);
    if (state !== undefined && key !== undefined) await archive.delete(key);
    await this.#forget([entry]);
    if (sessionId === undefined) return;
    if (await inAgent) list.forget(agent, sessionId);
    else if (reports && list.entries().some((each) => each.agent === agent && each.sessionId === sessionId)) {
      const text = sessionCommandStrings.notDeletedByAgent(escapeForNotification(agentLabel(agent)));
      void vscode.window.showInformationMessage(text);
    }
  }

  /** Removes the draft, the user's comments, the record of changes and the checkpoints. Never rejects. */
  async #forget(entries: readonly CatalogueEntry[]): Promise<void> {
    const { changes, chats, drafts, log } = this.#options;
    const keys = entries.flatMap(({ key }) => key ?? []);
    drafts.forget(keys);
    // Each webview has stored the drafts of the sessions that it has shown.
    for (const chat of chats.all) chat.post({ type: 'sessions_deleted', keys });
    const deleted = entries.flatMap(({ key, agent, sessionId }) =>
      sessionId === undefined ? [] : [{ key, agent, sessionId }],
    );
    if (deleted.length === 0) return;
    await changes
      .forget(deleted)
      .catch((error: unknown) => log.warn(`Changes of a deleted session were not removed: ${String(error)}`));
  }

  /** Resolves to whether the agent deleted the session. Never rejects. */
  async #deleteInAgent({ key, agent, sessionId, state }: CatalogueEntry): Promise<boolean> {
    const { sessions, log } = this.#options;
    try {
      if (state !== undefined && key !== undefined) return await sessions.delete(key);
      return sessionId !== undefined && (await sessions.deleteListed(agent, sessionId));
    } catch (error) {
      log.warn(`${agent}: session/delete failed: ${describeError(error).message}`);
      return false;
    }
  }
}

/** What the question says first of a session that is not done. */
function workLines(state: SessionState | undefined): readonly string[] {
  if (state === undefined || !isWorking(state)) return [];
  return [
    isRunning(state)
      ? sessionCommandStrings.deleteStopsTurn()
      : sessionCommandStrings.deleteStopsBackground(),
  ];
}
