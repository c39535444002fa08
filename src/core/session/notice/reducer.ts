// Notices in the transcript: what the agent or Parley says about the session.
import type { UserError } from '../../errors.ts';
import { addEntry } from '../addEntry.ts';
import { findLastEntry, replaceEntry, type Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { Topic } from '../topic.ts';
import { persistedNotice } from './state.ts';

export const noticeTopic: Topic<'notice', 'notice'> = {
  handlers: {
    notice(state, { type: _type, at, ...said }) {
      const last = said.isRetry === true ? findLastEntry(state.entries, isRetry, 1) : undefined;
      if (last === undefined) return addEntry(state, at, { kind: 'notice', ...said });
      const { position, found } = last;
      return { ...state, entries: replaceEntry(state.entries, position, { ...found, ...said, at }) };
    },
  },
  updates: { notice: { inReplay: 'live-only', isSignOfLife: false } },
  entries: {
    notice: {
      text: ({ text }) => text,
      searchText: ({ text, isLiveOnly }) => (isLiveOnly === true ? '' : text),
      persisted: persistedNotice,
    },
  },
};

function isRetry(entry: Entry): entry is Extract<Entry, { kind: 'notice' }> {
  return entry.kind === 'notice' && entry.isRetry === true;
}

/** The session with an error at the end of its transcript. */
export function addError(state: SessionState, error: UserError, at: number): SessionState {
  return addEntry(state, at, { kind: 'notice', severity: 'error', text: error.message, error });
}
