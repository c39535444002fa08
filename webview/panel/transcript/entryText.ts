// What a row of the transcript says as plain text: in short for its name, in full for the accessible view.
import { entryText } from '../../../src/core/session/entryTraits.ts';
import type { Entry, ToolEntry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { shownStatus } from '../../../src/core/session/toolCall/shownStatus.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';
import { entriesStrings } from '../entries/entriesStrings.ts';
import { announcementOf, entryRows, isMarkdownEntry, searchedTexts } from '../entries/entryRows.tsx';
import { terminalsOf } from '../entries/toolTexts.ts';
import { runKindOf } from '../toolCall/runs/callRuns.ts';
import { editCounts } from '../toolCall/runs/editCounts.ts';
import { editLabel } from '../toolCall/runs/groupLabel.ts';
import { statusLabel } from '../toolCall/toolLabel.ts';
import { numberText } from '../../text/format.ts';
import type { Row } from './rows.ts';
import { readableText, spokenText } from './spokenText.ts';
import { transcriptStrings } from './transcriptStrings.ts';

/** Characters of its text in the name of an entry; all of it is in the accessible view. */
const NAME_CHARACTERS = 200;

/** Characters that are parsed for them: markup needs room, too. */
const PARSED_CHARACTERS = 4 * NAME_CHARACTERS;

/** Who or what the row is from. */
export function rowName(row: Row, agent: string): string {
  switch (row.kind) {
    case 'part':
      return entryRows.agent.name(agent);
    case 'tools':
      return entriesStrings.toolCalls();
    case 'entry':
      return entryRows[row.entry.kind].name(agent);
  }
}

/**
 * What a screen reader says when the row gets the focus: whose it is, and how it begins. `isFailedInTerminal` says
 * whether a command in a terminal of its tool call failed.
 */
export function rowLabel(row: Row, agent: string, isFailedInTerminal: boolean): string {
  const text = shortRowText(row, isFailedInTerminal);
  return text === '' ? rowName(row, agent) : transcriptStrings.entryLabel(rowName(row, agent), text);
}

/** All that the row says, with a line for each block, item, row and line of output. */
export function rowText(row: Row, state: SessionState): string {
  switch (row.kind) {
    case 'part':
      return readableText(row.text.slice(row.from, row.to));
    case 'tools':
      return row.entries.map((entry) => entryLines(entry, state)).join('\n\n');
    case 'entry':
      return entryLines(row.entry, state);
  }
}

function shortRowText(row: Row, isFailedInTerminal: boolean): string {
  switch (row.kind) {
    case 'part':
      return shortened(spokenText(row.text.slice(row.from, row.from + PARSED_CHARACTERS)));
    case 'tools':
      return shortened(toolsText(row.entries));
    case 'entry':
      return shortened(shortEntryText(row.entry, isFailedInTerminal));
  }
}

/** How much a run of edits changed; what each of other calls did. */
function toolsText(entries: readonly ToolEntry[]): string {
  const calls = entries.map(({ call }) => call);
  const [first] = entries;
  if (first === undefined || runKindOf(first) !== 'edits') return calls.map(toolCallTitle).join(', ');
  const counts = editCounts(calls);
  const { added = 0, removed = 0 } = counts.lines ?? {};
  const lines = [
    ...(added > 0 ? [`+${numberText(added)}`] : []),
    ...(removed > 0 ? [`−${numberText(removed)}`] : []),
  ];
  return [editLabel(counts), ...lines].join(' ');
}

function shortEntryText(entry: Entry, isFailedInTerminal: boolean): string {
  if (entry.kind === 'tool') {
    const status = isFailedInTerminal ? 'failed' : shownStatus(entry);
    return `${toolCallTitle(entry.call)}, ${statusLabel(status).label}`;
  }
  if (entry.kind === 'turn' || entry.kind === 'notice') return announcementOf(entry);
  const text = entryText(entry).slice(0, PARSED_CHARACTERS);
  return isMarkdownEntry(entry) ? spokenText(text) : text;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= NAME_CHARACTERS ? line : `${startOf(line, NAME_CHARACTERS)}…`;
}

function entryLines(entry: Entry, state: SessionState): string {
  if (entry.kind === 'turn') return announcementOf(entry);
  const terminals = entry.kind === 'tool' ? terminalsOf(entry.call, state) : [];
  const texts = searchedTexts(entry, { terminals, folder: state.cwd })
    .map(({ text }) => (isMarkdownEntry(entry) ? readableText(text) : text))
    .filter((text) => text !== '');
  if (entry.kind === 'tool') texts.splice(1, 0, statusLabel(shownStatus(entry, state.terminals)).label);
  return texts.join('\n');
}
