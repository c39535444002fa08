// Builds the history of the window: what is stored of sessions, the list of all, and what can be done with each.
import type { ChatArea } from '../chat/createChats.ts';
import { ChatRestore } from '../chat/chatRestore.ts';
import type { HostServices } from '../window/hostServices.ts';
import type { SessionArea } from './createSessions.ts';
import { SessionActions } from './sessionActions.ts';
import { historyFolder, SessionArchive } from './sessionArchive.ts';
import { SessionList } from './sessionList.ts';
import { TranscriptPages } from './transcriptPages.ts';
import { SessionMarks } from './unreadSessions.ts';

export interface HistoryArea {
  readonly archive: SessionArchive;
  readonly restore: ChatRestore;
  readonly list: SessionList;
  readonly marks: SessionMarks;
  readonly actions: SessionActions;
}

export function createHistory(
  { owned, context, storage, store, clock, log }: HostServices,
  { sessions, agents }: SessionArea,
  { chats, current, drafts }: ChatArea,
): HistoryArea {
  const archive = owned.add(
    new SessionArchive({
      folder: historyFolder(context.globalStorageUri),
      ...(context.storageUri === undefined ? {} : { place: context.storageUri.fsPath }),
      store,
      sessions,
      clock,
      log,
    }),
  );
  const restore = owned.add(
    new ChatRestore({
      folder: storage,
      store,
      sessions,
      kept: archive,
      current,
      chats,
      drafts,
      clock,
      log,
    }),
  );
  const list = owned.add(new SessionList({ store, sessions, agents, kept: archive, chats, clock, log }));
  const marks = owned.add(new SessionMarks(store, chats));
  const transcripts = owned.add(new TranscriptPages((key) => archive.state(key)));
  const actions = new SessionActions({
    store,
    sessions,
    list,
    kept: archive,
    current,
    chats,
    drafts,
    transcripts,
    log,
  });
  return { archive, restore, list, marks, actions };
}
