// What can be asked of an entry of any kind: its text, and how it is stored. Its Markdown stands apart, in
// `core/history/entryMarkdown.ts`, because that loads a diff.
import type { Entry, EntryKind } from './entries.ts';
import type { EntryTraits } from './topic.ts';
import { entryTable } from './topics.ts';

function traitsOf<Kind extends EntryKind>(kind: Kind): EntryTraits<Kind> {
  return entryTable[kind];
}

/** The text of an entry, for copying. */
export function entryText(entry: Entry): string {
  return traitsOf(entry.kind).text(entry);
}

/** The text in which a search of the history finds an entry; empty when it is not searched. */
export function entrySearchText(entry: Entry): string {
  return traitsOf(entry.kind).searchText(entry);
}

/** An entry as it is stored. */
export function persistedEntry(entry: Entry): Entry {
  return traitsOf(entry.kind).persisted?.(entry) ?? entry;
}

/** An entry without what is too long to store. */
export function shortenedEntry(entry: Entry): Entry {
  return traitsOf(entry.kind).shortened?.(entry) ?? entry;
}
