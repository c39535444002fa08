// Builds the history of the window: stored sessions, the list of all sessions, and what the user can do with each.
import { join } from 'node:path';
import { hasUnfilledTabs } from '../chat/chatTabOpener.ts';
import type { ChatArea } from '../chat/createChats.ts';
import { ChatRestore } from './chatRestore.ts';
import type { HostServices } from '../window/hostServices.ts';
import { inBackground } from '../window/inBackground.ts';
import type { SessionArea } from './createSessions.ts';
import { onSettingsChange } from '../contributions/settings.ts';
import { historySettings } from '../settings/settings.ts';
import { sessionActions, sessionDeletion, type SessionActions, type SessionDeletion } from './sessionWork.ts';
import { SessionOpener } from './sessionOpener.ts';
import type { ChangeTracking, DeletedSession } from '../../core/ports/changeTracking.ts';
import { SessionArchive } from '../../history/sessionArchive.ts';
import { SessionMarks } from '../../core/sessionList/sessionMarks.ts';
import { SessionList } from '../../core/sessionList/sessionList.ts';
import { TranscriptPages } from './transcripts/transcriptPages.ts';
import { UnreadSessions } from '../../core/sessionList/unreadSessions.ts';

/** After the history has removed the sessions that are too old, so that nobody waits for it at start. */
const SWEEP_DELAY_MS = 60_000;

export interface HistoryArea {
  readonly archive: SessionArchive;
  readonly restore: ChatRestore;
  readonly list: SessionList;
  readonly unread: UnreadSessions;
  readonly opener: SessionOpener;
  readonly actions: SessionActions;
  readonly deletion: SessionDeletion;
}

export function createHistory(
  { owned, context, storage, store, clock, log, agentSettings, redactors, choices }: HostServices,
  { sessions, agents }: SessionArea,
  { chats, current, drafts }: ChatArea,
  tracking: ChangeTracking,
): HistoryArea {
  const archive = owned.add(
    new SessionArchive({
      folder: join(context.globalStorageUri.fsPath, 'history'),
      ...(context.storageUri === undefined ? {} : { place: context.storageUri.fsPath }),
      store,
      sessions,
      clock,
      log,
      settings: historySettings,
      secrets: {
        inJson: (agent, json) =>
          agent === undefined ? redactors.json(json) : redactors.of(agent).records(json),
        inText: (agent, text) => redactors.of(agent).values(text),
      },
      onSettingsChange: (listener) => onSettingsChange((affects) => affects('history') && listener()),
      onError: (error) =>
        inBackground(
          log,
          import('./unavailable/historyErrors.ts').then(({ reportHistoryError }) =>
            reportHistoryError(error),
          ),
        ),
    }),
  );
  const restore = owned.add(
    new ChatRestore({
      folder: storage,
      store,
      sessions,
      archive,
      current,
      agentSettings,
      chats,
      drafts,
      clock,
      log,
    }),
  );
  const sweep = async (): Promise<void> => {
    const { sweepDrafts } = await import('../prompt/sweepDrafts.ts');
    await sweepDrafts({
      folder: storage,
      drafts,
      hasUnfilledChats: () => hasUnfilledTabs(chats),
      isSession: (key) => restore.mayBeSession(key),
    });
  };
  owned.add(clock.after(SWEEP_DELAY_MS, () => inBackground(log, sweep())));
  const isHidden = (agent: string, id: string): boolean => choices.isHiddenSession(agent, id);
  const marks = owned.add(new SessionMarks(context.globalState));
  const list = owned.add(
    new SessionList({ store, sessions, agents, archive, chats, clock, log, marks, isHidden }),
  );
  const unread = owned.add(new UnreadSessions(store, chats));
  const transcripts = owned.add(new TranscriptPages((key) => archive.state(key)));
  const opener = new SessionOpener({ store, sessions, list, archive, current, chats, drafts, transcripts });
  const actions = sessionActions({ store, sessions, list, archive, current, chats, drafts, opener });
  const changes = {
    forget: async (deleted: readonly DeletedSession[]) => (await tracking.load()).forget(deleted),
  };
  const deletion = sessionDeletion({ sessions, list, archive, changes, current, chats, drafts, log });
  return { archive, restore, list, unread, opener, actions, deletion };
}
