// The texts of a tool card that a search looks at, and the folds that hide them.
import type { SearchedText, TextRange } from '../../../src/core/text/searchedText.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import type { SubagentMessage } from '../../../src/core/session/subagent/state.ts';
import type { Terminal } from '../../../src/core/session/terminal/state.ts';
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { shownPlanText } from '../plan/shownPlanText.ts';
import { terminalLines } from '../terminal/terminalLines.ts';
import { diffLines } from '../toolCall/diffLines.ts';
import { fileChanges, type FileChange } from '../toolCall/fileChanges.ts';
import type { ToolEntry } from '../../../src/core/session/entries.ts';
import { outputText } from '../toolCall/prettyText.ts';
import { shownCommand } from '../toolCall/shownCommand.ts';
import { pathInTitle, shownPath, type Root } from '../toolCall/shownPath.ts';
import { MAIN_TEXT, mainText } from './searchedText.ts';

/** A text may be collapsed beyond this length and number of lines. */
const LONG_TEXT_CHARACTERS = 3_900;
const LONG_TEXT_LINES = 190;

/** How the id of a text begins that was said in a sub-agent: Markdown, in contrast to the rest of a card. */
const SAID = 'said:';

interface ToolTextContext {
  readonly terminals: readonly (Terminal | undefined)[];
  readonly messages?: readonly SubagentMessage[];
  readonly folder: string;
  readonly roots?: readonly Root[] | undefined;
}

/** The texts in the order in which the card shows them; `terminals` are those of {@link terminalsOf}. */
export function toolTexts(
  { call }: ToolEntry,
  { terminals, messages = [], folder, roots = [] }: ToolTextContext,
): readonly SearchedText[] {
  const command = terminals.some((terminal) => terminal?.command !== undefined)
    ? undefined
    : shownCommand(call);
  const changes = fileChanges(call);
  const changed = new Set([...changes.values()].map(({ path }) => path));
  const files = call.locations
    .filter(({ path }) => !changed.has(path))
    .map(({ path }) => shownPath(path, folder, roots));
  const isNamed = pathInTitle(call, folder) !== undefined;
  const shown = terminals.values();
  const parts = call.content.map((part, index): SearchedText => {
    const id = String(index);
    switch (part.type) {
      case 'content':
        return { id, text: blockText(part.content) };
      case 'diff': {
        const change = changes.get(index);
        return {
          id,
          text:
            change === undefined
              ? ''
              : diffText(change, isNamed ? undefined : shownPath(change.path, folder, roots)),
        };
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
    mainText(toolCallTitle(call)),
    ...(call.subagentPlan ?? []).map(({ content }, index) => ({ id: `plan:${index}`, text: content })),
    ...messages.flatMap(saidTexts),
    { id: 'locations', text: files.join('\n\n') },
    { id: 'command', text: command ?? '' },
    ...(parts.length > 0 ? parts : [{ id: 'text', text: outputText(call.rawOutput) }]),
  ];
}

function saidTexts({ id, role, content }: SubagentMessage): readonly SearchedText[] {
  return content.flatMap((block, index) => {
    if (block.type !== 'text') return [];
    const text = role === 'plan' ? shownPlanText(block) : block.text;
    return [{ id: `${SAID}${index}:${id}`, text }];
  });
}

/** Whether a text of a card was said in a sub-agent. */
export function isSaid({ id }: Pick<SearchedText, 'id'>): boolean {
  return id.startsWith(SAID);
}

function blockText(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' ? (block.resource.text ?? '') : '';
}

/** The path, unless the title is it, and the lines that are shown; what is left out is not what the agent did. */
function diffText({ oldText, newText }: FileChange, path: string | undefined): string {
  const lines = diffLines(oldText, newText).parts.flatMap((part) => (part.kind === 'gap' ? [] : part.lines));
  const head = path === undefined ? [] : [path];
  return [...head, ...lines.map(({ sign, text }) => `${sign} ${text}`)].join('\n\n');
}

function terminalText(terminal: Terminal): string {
  const { lines } = terminalLines(terminal.output);
  const printed = lines.map((runs) => runs.map(({ text }) => text).join(''));
  return [...(terminal.command === undefined ? [] : [terminal.command]), ...printed].join('\n');
}

/** The terminals in a call's content, in their order; undefined for one the agent reported nothing about. */
export function terminalsOf(
  { content }: ToolCall,
  { terminals }: SessionState,
): readonly (Terminal | undefined)[] {
  return content.flatMap((part) =>
    part.type === 'terminal' ? [terminals.findLast(({ id }) => id === part.terminalId)] : [],
  );
}

/** The folds that hide a hit in a tool card, from the outside in; `text` is the one it is in. */
export function toolFolds({ entryId, textId, start, end }: TextRange, text: string): readonly string[] {
  if (textId === MAIN_TEXT) return [];
  // A thought or a plan of a sub-agent has a fold of its own.
  if (isSaid({ id: textId })) return [entryId, `${entryId}:${textId.replace(/^said:\d+:/, '')}`];
  if (textId === 'locations') return [entryId, `${entryId}:${textId}`];
  const isFar = end > LONG_TEXT_CHARACTERS || text.slice(0, start).split('\n\n').length > LONG_TEXT_LINES;
  return isFar ? [entryId, `${entryId}:${textId}:all`] : [entryId];
}
