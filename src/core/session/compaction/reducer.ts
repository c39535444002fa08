// Compactions of the context: one entry each, where it was first reported (R108).
import { addEntry } from '../addEntry.ts';
import { appendContent, plainText } from '../content.ts';
import { findLastEntry, replaceEntry, type Entry } from '../entries.ts';
import type { SessionState } from '../model.ts';
import type { EventsByType } from '../events.ts';
import type { Topic } from '../topic.ts';
import { withCompactedUsage } from '../usage/reducer.ts';

type CompactionEntry = Extract<Entry, { kind: 'compaction' }>;

export const compactionTopic: Topic<'compaction', 'compaction'> = {
  handlers: { compaction: reduceCompaction },
  updates: { compaction: { inReplay: 'entry', isSignOfLife: true } },
  entries: {
    compaction: {
      text: ({ summary }) => plainText(summary),
      searchText: ({ summary }) => plainText(summary),
    },
  },
};

/** The session after an update of a compaction or a chunk of its summary. */
function reduceCompaction(state: SessionState, event: EventsByType['compaction']): SessionState {
  const isSame = (entry: Entry): entry is CompactionEntry =>
    entry.kind === 'compaction' && entry.compactionId === event.compactionId;
  const known = findLastEntry(state.entries, isSame);
  const base = known?.found ?? { compactionId: event.compactionId, status: 'in_progress', summary: [] };
  const summary = event.summary ?? base.summary;
  const changed = {
    ...base,
    kind: 'compaction' as const,
    status: event.status ?? base.status,
    summary: event.append === undefined ? summary : appendContent(summary, event.append),
    ...(event.error === undefined ? {} : { error: event.error }),
  };
  const after = withCompactedUsage(state, { before: known?.found.status, status: changed.status });
  if (known === undefined) return addEntry(after, event.at, changed);
  const { id, at } = known.found;
  return { ...after, entries: replaceEntry(state.entries, known.position, { ...changed, id, at }) };
}
