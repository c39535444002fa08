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

/** The changes with others: a file that was undone in parts is one change, unless it was edited between them. */
export function withUndone(
  changes: readonly UndoneChange[],
  added: readonly UndoneChange[],
): readonly UndoneChange[] {
  const all = new Set(changes);
  const lastAt = new Map(changes.map((change) => [change.path, change]));
  for (const change of added) {
    const last = lastAt.get(change.path);
    const isOneMore = last !== undefined && isSameFile(last.to, change.from);
    const joined = isOneMore ? { ...change, from: last.from } : change;
    if (isOneMore) all.delete(last);
    all.add(joined);
    lastAt.set(change.path, joined);
  }
  return [...all];
}

/** A path at which the last undo was redone, and what it holds now. */
export type RedonePath = readonly [path: string, now: FileState];

/** The changes after undos were redone, one after the other. */
export function withRedone(
  changes: readonly UndoneChange[],
  redone: readonly RedonePath[],
): readonly UndoneChange[] {
  const left = Map.groupBy(changes, ({ path }) => path);
  for (const [path, now] of redone) {
    const last = left.get(path)?.pop();
    if (last !== undefined && !isSameFile(last.from, now)) left.get(path)?.push({ ...last, to: now });
  }
  const next = new Map([...left].map(([path, ofPath]) => [path, ofPath.values()]));
  return changes.flatMap(({ path }) => next.get(path)?.next().value ?? []);
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
