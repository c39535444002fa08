// What the panel does with each kind of entry. A kind without a row in this table does not compile.
import type { ComponentType, ReactNode } from 'react';
import type { SearchedText, TextRange } from '../../../src/core/text/searchedText.ts';
import { shownText } from '../../../src/core/mentions/sentMentions.ts';
import type { Entry, EntryKind } from '../../../src/core/session/entries.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import type { SubagentMessage } from '../../../src/core/session/subagent/state.ts';
import type { Terminal } from '../../../src/core/session/terminal/state.ts';
import { MAIN_TEXT, mainText, messageTexts } from './searchedText.ts';
import { toolFolds, toolTexts } from './toolTexts.ts';
import { PlanDocumentEntry } from '../plan/PlanDocumentEntry.tsx';
import { PlanList } from '../plan/PlanList.tsx';
import { shownPlanText } from '../plan/shownPlanText.ts';
import { ToolCard } from '../toolCall/ToolCard.tsx';
import type { Root } from '../toolCall/shownPath.ts';
import { toolHeight } from '../toolCall/toolHeight.ts';
import { AgentEntry } from './AgentEntry.tsx';
import { CompactionEntry } from './CompactionEntry.tsx';
import { ERROR_HEIGHT, ROW_HEIGHT, textHeight } from '../../text/entryHeight.ts';
import { entriesStrings } from './entriesStrings.ts';
import { NoticeEntry } from './NoticeEntry.tsx';
import { stopReasonLabel } from './stopReasonLabel.ts';
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
  /** What was said in the sub-agent for which the entry stands. */
  readonly messages?: readonly SubagentMessage[];
  readonly folder: string;
  /** The other folders of the window. */
  readonly roots?: readonly Root[] | undefined;
}

interface EntryRow<Kind extends EntryKind> {
  /** What a screen reader calls the entry; `agent` is the name of the agent. */
  readonly name: (agent: string) => string;
  readonly Body: ComponentType<EntryProps<Kind>>;
  /** What a screen reader announces when the entry appears. Answers are announced by finished blocks. */
  readonly announcement: (entry: EntryOf<Kind>) => string;
  /** The texts that a search looks at, in the order in which they are rendered. */
  readonly searchedTexts: (entry: EntryOf<Kind>, context: SearchContext) => readonly SearchedText[];
  /** Whether they are Markdown, as those of some plans are besides; {@link isMarkdownEntry} says it of an entry. */
  readonly isMarkdown: boolean;
  /** The folds that hide a hit in the entry, from the outside in; `text` is the one it is in. */
  readonly foldsOver: (hit: TextRange, text: string) => readonly string[];
  /** A guess at the height in pixels before it is rendered, in a list that is `width` pixels wide. */
  readonly estimatedHeight: (entry: EntryOf<Kind>, width: number) => number;
}

const silent = (): string => '';
const noFolds = (): readonly string[] => [];
const oneLine = (): number => ROW_HEIGHT;

/** Characters of a message that its height is guessed from. */
const MAX_MEASURED_LENGTH = 8_000;

/** Looks at an answer's text where it is: when a session is opened, each entry of it is guessed at once. */
function messageHeight({ content }: Pick<EntryOf<'user' | 'agent'>, 'content'>, width: number): number {
  const [only, more] = content;
  const text = only?.type === 'text' && more === undefined ? only.text : shownText(content);
  return textHeight(text, width, 0, Math.min(text.length, MAX_MEASURED_LENGTH)) + 24;
}

/** An error that ended a turn has an entry of its own. */
function turnAnnouncement({ stopReason }: EntryOf<'turn'>): string {
  if (stopReason === 'error') return '';
  const reason = stopReasonLabel(stopReason);
  return reason === undefined ? entriesStrings.agentFinished() : reason;
}

export const entryRows: { readonly [Kind in EntryKind]: EntryRow<Kind> } = {
  user: {
    name: entriesStrings.you,
    Body: UserEntry,
    announcement: silent,
    searchedTexts: ({ content }) => [mainText(shownText(content))],
    isMarkdown: false,
    foldsOver: noFolds,
    estimatedHeight: messageHeight,
  },
  agent: {
    name: (agent) => agent,
    Body: AgentEntry,
    announcement: silent,
    searchedTexts: ({ content }) => messageTexts(content),
    isMarkdown: true,
    foldsOver: noFolds,
    estimatedHeight: messageHeight,
  },
  thought: {
    name: entriesStrings.thoughtEntry,
    Body: ThoughtEntry,
    announcement: silent,
    searchedTexts: ({ content }) => messageTexts(content),
    isMarkdown: true,
    foldsOver: ({ entryId }) => [entryId],
    estimatedHeight: oneLine,
  },
  tool: {
    name: entriesStrings.toolCall,
    Body: ({ entry }) => <ToolCard entry={entry} />,
    announcement: ({ call }) => toolCallTitle(call),
    searchedTexts: (entry, context) => toolTexts(entry, context),
    isMarkdown: false,
    foldsOver: toolFolds,
    estimatedHeight: ({ call }) => toolHeight(call),
  },
  notice: {
    name: entriesStrings.notice,
    Body: NoticeEntry,
    announcement: ({ text, error }) => error?.message ?? text,
    searchedTexts: ({ text, error }) => [
      mainText(error?.message ?? text),
      { id: 'detail', text: error?.detail ?? '' },
    ],
    isMarkdown: false,
    foldsOver: ({ entryId, textId }) => (textId === MAIN_TEXT ? [] : [`${entryId}:${textId}`]),
    estimatedHeight: ({ error }) => (error === undefined ? ROW_HEIGHT : ERROR_HEIGHT),
  },
  turn: {
    name: entriesStrings.endOfTurn,
    Body: TurnEntry,
    announcement: turnAnnouncement,
    searchedTexts: () => [],
    isMarkdown: false,
    foldsOver: noFolds,
    estimatedHeight: oneLine,
  },
  plan: {
    name: entriesStrings.plan,
    Body: ({ entry: { id, entries, document }, streaming }) =>
      document === undefined ? (
        <PlanList entries={entries} />
      ) : (
        <PlanDocumentEntry id={id} document={document} streaming={streaming} />
      ),
    announcement: ({ document }) => (document === undefined ? '' : entriesStrings.plan()),
    searchedTexts: ({ entries, document }) =>
      document === undefined
        ? entries.map(({ content }, index) => ({ id: String(index), text: content }))
        : [mainText(shownPlanText(document))],
    isMarkdown: false,
    foldsOver: ({ entryId }) => [entryId],
    estimatedHeight: ({ document }, width) =>
      document === undefined ? ROW_HEIGHT : textHeight(shownPlanText(document), width) + 2 * ROW_HEIGHT,
  },
  compaction: {
    name: entriesStrings.compaction,
    Body: CompactionEntry,
    announcement: silent,
    searchedTexts: ({ summary }) => messageTexts(summary),
    isMarkdown: true,
    foldsOver: ({ entryId }) => [entryId],
    estimatedHeight: oneLine,
  },
};

/** Whether the texts of an entry are Markdown, whose markup is not rendered. */
export function isMarkdownEntry(entry: Entry): boolean {
  return entryRows[entry.kind].isMarkdown || (entry.kind === 'plan' && entry.document !== undefined);
}

/** The content of an entry in the transcript. */
export function EntryBody<Kind extends EntryKind>({ entry, streaming }: EntryProps<Kind>): ReactNode {
  const { Body }: EntryRow<Kind> = entryRows[entry.kind];
  return <Body entry={entry} streaming={streaming} />;
}

/** What a screen reader announces when the entry appears; empty for nothing. */
export function announcementOf<Kind extends EntryKind>(entry: EntryOf<Kind>): string {
  const row: EntryRow<Kind> = entryRows[entry.kind];
  return row.announcement(entry);
}

/** The texts that a search looks at, in the order in which they are rendered. */
export function searchedTexts<Kind extends EntryKind>(
  entry: EntryOf<Kind>,
  context: SearchContext,
): readonly SearchedText[] {
  const row: EntryRow<Kind> = entryRows[entry.kind];
  return row.searchedTexts(entry, context);
}

/** A guess at the height of an entry in pixels before it is rendered, in a list that is `width` pixels wide. */
export function estimatedEntryHeight<Kind extends EntryKind>(entry: EntryOf<Kind>, width: number): number {
  const row: EntryRow<Kind> = entryRows[entry.kind];
  return row.estimatedHeight(entry, width);
}
