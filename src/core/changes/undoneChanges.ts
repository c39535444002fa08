// What goes with the next prompt after the user has undone changes of the agent: text for agents, in English.
import { absent, isSameFile, type FileState } from './fileState.ts';
import { differences, linesOf, splitLines } from './lines.ts';
import type { ContentBlock } from '../session/content.ts';
import { startOf } from '../text/wholeCharacters.ts';

/** What was at a path before the user undid something there, and after that. */
export interface UndoneChange {
  readonly path: string;
  readonly from: FileState;
  readonly to: FileState;
}

/** The address of the block; its end is what it is called. */
const ADDRESS = 'parley:/undone/undone-changes.md';
/** The length of the lines of one place, and of the whole, in UTF-16 code units. */
const MAX_EXCERPT_CHARACTERS = 1_000;
const MAX_CHARACTERS = 20_000;

/** What stands for the places that a report has no room for. */
const MORE = /^…and (\d+) more\.$/;

const INTRODUCTION =
  'The user has undone these of your changes since the last prompt. The files are as they were before them; do not make ' +
  'the same changes again unless you are asked to.';

/** The block that reports changes, after the text of an earlier one; undefined where there are none. */
export function undoneBlock(changes: readonly UndoneChange[], earlier?: string): ContentBlock | undefined {
  if (changes.length === 0 && earlier === undefined) return undefined;
  const parts = changes.flatMap(changeTexts);
  const start = earlier ?? INTRODUCTION;
  const text = [start];
  let characters = start.length;
  for (const [index, part] of parts.entries()) {
    characters += part.length;
    if (characters > MAX_CHARACTERS) {
      text.push(`…and ${parts.length - index} more.`);
      break;
    }
    text.push(part);
  }
  return {
    type: 'resource',
    resource: { uri: ADDRESS, mimeType: 'text/markdown', text: text.join('\n\n') },
  };
}

/** Whether a block reports changes that were undone. */
export function isUndoneBlock(block: ContentBlock): boolean {
  return block.type === 'resource' && block.resource.uri === ADDRESS;
}

/** The text of the block among others that reports changes that were undone. */
export function undoneText(blocks: readonly ContentBlock[]): string | undefined {
  const block = blocks.find(isUndoneBlock);
  return block?.type === 'resource' && 'text' in block.resource ? block.resource.text : undefined;
}

/** How many places the text of a report names. */
export function undonePlaces(report: string): number {
  return report
    .split('\n\n')
    .slice(1)
    .reduce((count, part) => count + Number(MORE.exec(part)?.[1] ?? 1), 0);
}

/** The changes with another: a file that was undone in parts is one change, unless it was edited between them. */
export function withUndone(changes: readonly UndoneChange[], added: UndoneChange): readonly UndoneChange[] {
  const last = changes.findLast(({ path }) => path === added.path);
  if (last === undefined || !isSameFile(last.to, added.from)) return [...changes, added];
  return [...changes.filter((change) => change !== last), { ...added, from: last.from }];
}

/** The changes after the last undo at a path was redone, so that it holds `now`. */
export function withRedone(
  changes: readonly UndoneChange[],
  path: string,
  now: FileState,
): readonly UndoneChange[] {
  const last = changes.findLast((change) => change.path === path);
  return changes.flatMap((change) => {
    if (change !== last) return change;
    return isSameFile(change.from, now) ? [] : { ...change, to: now };
  });
}

function changeTexts({ path, from, to }: UndoneChange): readonly string[] {
  if (from.kind === 'absent') return [`${path}: you had deleted it; it is there again.`];
  if (to.kind === absent.kind) return [`${path}: you had created it; it is removed.`];
  if (from.kind !== 'text' || to.kind !== 'text') return [`${path}: restored as a whole.`];
  const written = splitLines(from.text);
  const restored = splitLines(to.text);
  return differences(written, restored).map(({ from: removed, to: added }) => {
    const { start, end } = added;
    const lines = end - start <= 1 ? `line ${start + 1}` : `lines ${start + 1}-${end}`;
    return [
      `${path}, ${lines} as it is now:`,
      fenced('-', linesOf(written, removed)),
      fenced('+', linesOf(restored, added)),
    ]
      .filter(Boolean)
      .join('\n');
  });
}

/** Lines as in a diff. */
function fenced(sign: '+' | '-', lines: readonly string[]): string {
  const marked = lines.map((line) => `    ${sign} ${line.replace(/\r?\n$/, '')}`).join('\n');
  return marked.length <= MAX_EXCERPT_CHARACTERS ? marked : `${startOf(marked, MAX_EXCERPT_CHARACTERS)}…`;
}
