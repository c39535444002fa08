// Notices in the transcript: what the agent or Parley says about the session.
import { withoutUndefined } from '../../base/withoutUndefined.ts';
import type { UserError } from '../../errors.ts';
import type { SessionState } from '../model.ts';
import { addEntry } from '../addEntry.ts';
import type { Topic } from '../topic.ts';
import { persistedNotice } from './state.ts';

export const noticeTopic: Topic<'notice', 'notice'> = {
  handlers: {
    notice: (state, { at, severity, text, error, isLiveOnly }) =>
      addEntry(state, at, {
        kind: 'notice',
        severity,
        text,
        ...withoutUndefined({ error, isLiveOnly }),
      }),
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

/** The session with an error at the end of its transcript. */
export function addError(state: SessionState, error: UserError, at: number): SessionState {
  return addEntry(state, at, { kind: 'notice', severity: 'error', text: error.message, error });
}
