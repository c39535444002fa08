// The texts of an entry that a search looks at: what is drawn of it, also what is folded away.
import type { Entry } from '../../../src/core/session/entries.ts';
import type { FindText } from '../../../src/core/find/findScan.ts';
import { plainText, type ContentBlock } from '../../../src/core/session/content.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { toolCallTitle } from '../../../src/core/session/selectors.ts';
import type { Terminal } from '../../../src/core/session/terminalState.ts';
import type { ToolCall } from '../../../src/core/session/toolCall.ts';
import { terminalLines } from '../terminal/terminalLines.ts';
import { diffLines } from '../toolCall/diffLines.ts';
import { fileChanges, type FileChange } from '../toolCall/fileChanges.ts';
import { outputText } from '../toolCall/prettyText.ts';
import { shownCommand } from '../toolCall/shownCommand.ts';
import { shownPath } from '../toolCall/shownPath.ts';
import { blankMarkup, type BlankedText } from './blankMarkup.ts';

/** The text of a message or a notice, or a tool call's title. The ids of other texts are those of their folds. */
export const MAIN_TEXT = 'main';

type ToolEntry = Extract<Entry, { kind: 'tool' }>;

interface Known {
  readonly terminals: readonly (Terminal | undefined)[];
  readonly texts: readonly FindText[];
}

/** Makes the texts of entries, each once for as long as it stays the same. */
export class EntryTexts {
  readonly #known = new WeakMap<Entry, Known>();
  /** By entry and place in it. */
  readonly #blanked = new Map<string, BlankedText>();

  /** The texts in the order in which they are drawn. */
  readonly of = (entry: Entry, state: SessionState): readonly FindText[] => {
    const terminals = entry.kind === 'tool' ? terminalsOf(entry.call, state) : [];
    const known = this.#known.get(entry);
    if (known?.terminals.every((terminal, index) => terminal === terminals[index]) === true)
      return known.texts;
    const texts = entryTexts(entry, terminals, state.cwd)
      .filter(({ text }) => text !== '')
      .map((text) => (isMarkdown(entry) ? this.#withoutMarkup(entry.id, text) : text));
    this.#known.set(entry, { terminals, texts });
    return texts;
  };

  #withoutMarkup(entryId: string, { id, text }: FindText): FindText {
    const key = `${entryId}:${id}`;
    const blanked = blankMarkup(text, this.#blanked.get(key));
    this.#blanked.set(key, blanked);
    return { id, text: blanked.text };
  }
}

function isMarkdown({ kind }: Entry): boolean {
  return kind === 'agent' || kind === 'thought' || kind === 'compaction';
}

function entryTexts(
  entry: Entry,
  terminals: readonly (Terminal | undefined)[],
  folder: string,
): readonly FindText[] {
  switch (entry.kind) {
    case 'user':
      return [main(plainText(entry.content))];
    case 'agent':
    case 'thought':
      return messageTexts(entry.content);
    case 'compaction':
      return messageTexts(entry.summary);
    case 'notice':
      return [main(entry.error?.message ?? entry.text), { id: 'detail', text: entry.error?.detail ?? '' }];
    case 'plan':
      return entry.entries.map(({ content }, index) => ({ id: String(index), text: content }));
    case 'tool':
      return toolTexts(entry, terminals, folder);
    case 'turn':
      return [];
  }
}

function main(text: string): FindText {
  return { id: MAIN_TEXT, text };
}

/** A text for each block of text, because each is drawn for itself. */
function messageTexts(content: readonly ContentBlock[]): readonly FindText[] {
  return content.flatMap((block, index) =>
    block.type === 'text' ? [{ id: index === 0 ? MAIN_TEXT : String(index), text: block.text }] : [],
  );
}

function toolTexts(
  { call }: ToolEntry,
  terminals: readonly (Terminal | undefined)[],
  folder: string,
): readonly FindText[] {
  const command = terminals.some((terminal) => terminal?.command !== undefined)
    ? undefined
    : shownCommand(call);
  const changes = fileChanges(call);
  const changed = new Set([...changes.values()].map(({ path }) => path));
  const files = call.locations
    .filter(({ path, line }) => line !== undefined || !changed.has(path))
    .map(({ path }) => shownPath(path, folder));
  const shown = terminals.values();
  const parts = call.content.map((part, index): FindText => {
    const id = String(index);
    switch (part.type) {
      case 'content':
        return { id, text: blockText(part.content) };
      case 'diff': {
        const change = changes.get(index);
        return { id, text: change === undefined ? '' : diffText(change, folder) };
      }
      case 'terminal': {
        const terminal = shown.next().value;
        return { id, text: terminal === undefined ? outputText(call.rawOutput) : terminalText(terminal) };
      }
      case 'unknown':
        return { id, text: '' };
    }
  });
  return [
    main(toolCallTitle(call)),
    { id: 'locations', text: files.join('\n\n') },
    { id: 'command', text: command ?? '' },
    ...(parts.length > 0 ? parts : [{ id: 'text', text: outputText(call.rawOutput) }]),
  ];
}

function blockText(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' ? (block.resource.text ?? '') : '';
}

/** The path and the lines that are shown; unchanged lines that are left out are not what the agent did. */
function diffText({ path, oldText, newText }: FileChange, folder: string): string {
  const lines = diffLines(oldText, newText).parts.flatMap((part) => (part.kind === 'gap' ? [] : part.lines));
  return [shownPath(path, folder), ...lines.map(({ sign, text }) => `${sign} ${text}`)].join('\n\n');
}

function terminalText(terminal: Terminal): string {
  const { lines } = terminalLines(terminal.output);
  const printed = lines.map((runs) => runs.map(({ text }) => text).join(''));
  return [...(terminal.command === undefined ? [] : [terminal.command]), ...printed].join('\n');
}

/** The terminals in a call's content, in their order; undefined for one of which nothing was told. */
function terminalsOf({ content }: ToolCall, { terminals }: SessionState): readonly (Terminal | undefined)[] {
  return content.flatMap((part) =>
    part.type === 'terminal' ? [terminals.findLast(({ id }) => id === part.terminalId)] : [],
  );
}
