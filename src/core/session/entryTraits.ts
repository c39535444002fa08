// What differs from one kind of entry to the next, in one table: a new kind that lacks something does not compile. Only
// the Markdown of the kinds stands apart, in `core/history/entryMarkdown.ts`, because it loads a diff.
import { plainText } from './content.ts';
import type { Entry, EntryKind } from './entries.ts';
import { planText } from './plan/state.ts';
import { toolCallTitle } from './toolCall/toolCallTitle.ts';
import { shortBlock, shortCall } from './shortContent.ts';

/** Every entry by its kind. */
export type EntriesByKind = { readonly [Each in Entry as Each['kind']]: Each };

type MessageEntry = EntriesByKind['user' | 'agent' | 'thought'];

interface EntryTraits<Kind extends EntryKind> {
  /** The text to copy. */
  readonly text: (entry: EntriesByKind[Kind]) => string;
  /** The text in which a search of the history finds the entry. */
  readonly searchText: (entry: EntriesByKind[Kind]) => string;
  /** The entry as it is stored. */
  readonly persisted: (entry: EntriesByKind[Kind]) => EntriesByKind[Kind];
  /** The entry without what is too long to store. */
  readonly shortened: (entry: EntriesByKind[Kind]) => EntriesByKind[Kind];
}

const whole = <Each extends Entry>(entry: Each): Each => entry;

const message = {
  text: ({ content }: MessageEntry) => plainText(content),
  searchText: ({ content }: MessageEntry) => plainText(content),
  persisted: whole,
  shortened: <Each extends MessageEntry>(entry: Each): Each => ({
    ...entry,
    content: entry.content.map(shortBlock),
  }),
};

const entryTraits: { readonly [Kind in EntryKind]: EntryTraits<Kind> } = {
  user: message,
  agent: message,
  thought: message,
  tool: {
    text: ({ call }) => toolCallTitle(call),
    searchText: ({ call }) => [toolCallTitle(call), ...call.locations.map(({ path }) => path)].join(' '),
    persisted: whole,
    shortened(entry) {
      const { rawInput: _input, rawOutput: _output, ...call } = entry.call;
      const { asked, ...rest } = entry;
      const { reported: _reported, ...remembered } = asked ?? {};
      const kept = asked === undefined ? {} : { asked: remembered };
      return { ...rest, ...kept, call: { ...call, ...shortCall(entry.call) } };
    },
  },
  plan: {
    text: ({ entries }) => planText(entries),
    searchText: ({ entries }) => entries.map(({ content }) => content).join(' '),
    persisted: whole,
    shortened: whole,
  },
  compaction: {
    text: ({ summary }) => plainText(summary),
    searchText: ({ summary }) => plainText(summary),
    persisted: whole,
    shortened: whole,
  },
  notice: {
    text: ({ text }) => text,
    searchText: ({ text, isLiveOnly }) => (isLiveOnly === true ? '' : text),
    // A notice of the agent leaves only its place, which gives the entries after it their ids (R107).
    persisted: (entry) => (entry.isLiveOnly === true ? { ...entry, text: '' } : entry),
    shortened: whole,
  },
  turn: {
    text: () => '',
    searchText: () => '',
    persisted: whole,
    shortened: whole,
  },
};

function traitsOf<Kind extends EntryKind>(kind: Kind): EntryTraits<Kind> {
  return entryTraits[kind];
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
  return traitsOf(entry.kind).persisted(entry);
}

/** An entry without what is too long to store. */
export function shortenedEntry(entry: Entry): Entry {
  return traitsOf(entry.kind).shortened(entry);
}
