// What the panel does with each kind of entry. A kind without a row in this table does not compile.
import type { ComponentType, ReactNode } from 'react';
import type { FindText } from '../../../src/core/find/findScan.ts';
import type { FindHit } from '../../../src/core/find/transcriptFind.ts';
import { plainText } from '../../../src/core/session/content.ts';
import type { Entry, EntryKind } from '../../../src/core/session/entries.ts';
import { toolCallTitle } from '../../../src/core/session/selectors.ts';
import type { Terminal } from '../../../src/core/session/terminalState.ts';
import { MAIN_TEXT, mainText, messageTexts } from '../find/searchedText.ts';
import { toolFolds, toolTexts } from '../find/toolTexts.ts';
import { PlanList } from '../plan/PlanList.tsx';
import { ToolCard } from '../toolCall/ToolCard.tsx';
import { AgentEntry } from './AgentEntry.tsx';
import { CompactionEntry } from './CompactionEntry.tsx';
import { entriesStrings } from './entriesStrings.ts';
import { NoticeEntry } from './NoticeEntry.tsx';
import { ThoughtEntry } from './ThoughtEntry.tsx';
import { TurnEntry } from './TurnEntry.tsx';
import { UserEntry } from './UserEntry.tsx';

/** The entry of a kind, so that a function over all kinds can be written for any one of them. */
type EntryOf<Kind extends EntryKind> = {
  [Each in Kind]: Extract<Entry, { kind: Each }> & { kind: Each };
}[Kind];

export interface EntryProps<Kind extends EntryKind = EntryKind> {
  readonly entry: EntryOf<Kind>;
  /** Whether the entry may still grow. */
  readonly streaming: boolean;
}

/** What the texts of an entry depend on besides the entry. */
export interface SearchContext {
  readonly terminals: readonly (Terminal | undefined)[];
  readonly folder: string;
}

interface EntryKindRow<Kind extends EntryKind> {
  /** What a screen reader calls the entry; `agent` is the name of the agent. */
  readonly name: (agent: string) => string;
  readonly Body: ComponentType<EntryProps<Kind>>;
  /** What a screen reader announces when the entry appears. Answers are announced by finished blocks. */
  readonly announcement: (entry: EntryOf<Kind>) => string;
  /** The texts that a search looks at, in the order in which they are rendered. */
  readonly searchedTexts: (entry: EntryOf<Kind>, context: SearchContext) => readonly FindText[];
  /** Whether they are markdown, whose markup is not rendered. */
  readonly isMarkdown: boolean;
  /** The folds that hide a hit in the entry, from the outside in; `text` is the one it is in. */
  readonly foldsOver: (hit: FindHit, text: string) => readonly string[];
}

const silent = (): string => '';
const noFolds = (): readonly string[] => [];

export const entryKinds: { readonly [Kind in EntryKind]: EntryKindRow<Kind> } = {
  user: {
    name: entriesStrings.you,
    Body: UserEntry,
    announcement: silent,
    searchedTexts: ({ content }) => [mainText(plainText(content))],
    isMarkdown: false,
    foldsOver: noFolds,
  },
  agent: {
    name: (agent) => agent,
    Body: AgentEntry,
    announcement: silent,
    searchedTexts: ({ content }) => messageTexts(content),
    isMarkdown: true,
    foldsOver: noFolds,
  },
  thought: {
    name: entriesStrings.thoughtEntry,
    Body: ThoughtEntry,
    announcement: silent,
    searchedTexts: ({ content }) => messageTexts(content),
    isMarkdown: true,
    foldsOver: ({ entryId }) => [entryId],
  },
  tool: {
    name: entriesStrings.toolCall,
    Body: ({ entry }) => <ToolCard entry={entry} />,
    announcement: ({ call }) => toolCallTitle(call),
    searchedTexts: (entry, { terminals, folder }) => toolTexts(entry, terminals, folder),
    isMarkdown: false,
    foldsOver: toolFolds,
  },
  notice: {
    name: entriesStrings.notice,
    Body: NoticeEntry,
    announcement: silent,
    searchedTexts: ({ text, error }) => [
      mainText(error?.message ?? text),
      { id: 'detail', text: error?.detail ?? '' },
    ],
    isMarkdown: false,
    foldsOver: ({ entryId, textId }) => (textId === MAIN_TEXT ? [] : [`${entryId}:${textId}`]),
  },
  turn: {
    name: entriesStrings.endOfTurn,
    Body: TurnEntry,
    announcement: silent,
    searchedTexts: () => [],
    isMarkdown: false,
    foldsOver: noFolds,
  },
  plan: {
    name: entriesStrings.plan,
    Body: ({ entry }) => <PlanList entries={entry.entries} />,
    announcement: silent,
    searchedTexts: ({ entries }) =>
      entries.map(({ content }, index) => ({ id: String(index), text: content })),
    isMarkdown: false,
    foldsOver: noFolds,
  },
  compaction: {
    name: entriesStrings.compaction,
    Body: CompactionEntry,
    announcement: silent,
    searchedTexts: ({ summary }) => messageTexts(summary),
    isMarkdown: true,
    foldsOver: ({ entryId }) => [entryId],
  },
};

/** The content of an entry in the transcript. */
export function EntryBody<Kind extends EntryKind>({ entry, streaming }: EntryProps<Kind>): ReactNode {
  const { Body }: EntryKindRow<Kind> = entryKinds[entry.kind];
  return <Body entry={entry} streaming={streaming} />;
}

/** What a screen reader announces when the entry appears; empty for nothing. */
export function announcementOf<Kind extends EntryKind>(entry: EntryOf<Kind>): string {
  const row: EntryKindRow<Kind> = entryKinds[entry.kind];
  return row.announcement(entry);
}

/** The texts that a search looks at, in the order in which they are rendered. */
export function searchedTexts<Kind extends EntryKind>(
  entry: EntryOf<Kind>,
  context: SearchContext,
): readonly FindText[] {
  const row: EntryKindRow<Kind> = entryKinds[entry.kind];
  return row.searchedTexts(entry, context);
}
