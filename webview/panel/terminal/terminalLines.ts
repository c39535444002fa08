// The end of a command's output as lines to show: with colors, without overwritten text and other control sequences.
import type { CSSProperties } from 'react';
import { screensOf } from '../../../src/core/text/alternateScreen.ts';
import { movesCursor, screenRows, type Cell } from '../../../src/core/text/terminalScreen.ts';
import { harmlessText, HarmlessStream } from '../../../src/core/text/terminalText.ts';
import { styleOf, withSequence, type ActiveCodes } from './sgrStyle.ts';

/** Rendered; the whole stored output can be opened as a terminal. */
const MAX_LINES = 400;
/** Processed at most. */
const MAX_CHARACTERS = 65_536;

/** Rendered in their styles: each is an element, and a page of a hundred thousand takes seconds. */
const MAX_RUNS = 1_500;

/** Text of one style. */
export interface Run {
  readonly text: string;
  readonly style: CSSProperties | undefined;
}

export interface TerminalLines {
  /** A line without text has no runs. */
  readonly lines: readonly (readonly Run[])[];
  /** The number of the first of them: a line keeps its number while output is added, unless all is read again. */
  readonly first: number;
  /** Whether there is output before them. */
  readonly isCut: boolean;
}

/** A line that no output will change. */
interface WholeLine {
  readonly runs: readonly Run[];
  /** Characters that were processed for it. */
  readonly length: number;
}

/** The whole lines of an output that have been read. */
interface Reading {
  readonly output: string;
  /** The end of the last of them, in UTF-16 code units. */
  readonly end: number;
  /** The active codes at that place. */
  readonly active: ActiveCodes;
  /** The last lines. */
  readonly lines: readonly WholeLine[];
  /** The number of the first of these. */
  readonly first: number;
  /** Whether the reading began after the start of the output. */
  readonly isCut: boolean;
}

/** Put before the end of an output that begins on a screen of the program's own. */
const ENTER_SCREEN = '\x1b[?1049h';

/** The sequences that `HarmlessStream` leaves: colors and erasing of a line. */
// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const SEQUENCE = /\x1b\[([\d;:]*)([mK])/;
const SEQUENCES = new RegExp(SEQUENCE, 'g');
// oxlint-disable-next-line no-control-regex -- the same
const OVERWRITES = /[\r\b]|\x1b\[[\d;:]*K/;

/** The last lines of an output. The work is bounded by {@link MAX_CHARACTERS}. */
export function terminalLines(output: string): TerminalLines {
  return new OutputReader().lines(output);
}

/** Reads a growing output: of what was read before, only an unfinished last line is read again. */
export class OutputReader {
  #before: Reading | undefined;
  /** The rows of the last reading, where the cursor was moved. */
  #rows: ReadonlyMap<number, readonly Run[]> = new Map();
  readonly #boundedLines = new WeakMap<
    readonly Run[],
    { readonly runs: readonly Run[]; readonly count: number }
  >();

  /** The last lines; lines that have not changed are the same objects. */
  lines(output: string): TerminalLines {
    const start = beginning(output);
    const end = output.slice(start.end);
    if (!movesCursor(end)) return this.#printedLines(output, start);
    const { alternate } = screensOf(output.slice(0, start.end));
    return this.#screenLines(alternate === undefined ? end : ENTER_SCREEN + end, start.isCut);
  }

  /** Any row may change as long as more comes: all of what is processed is read again. */
  #screenLines(output: string, isCut: boolean): TerminalLines {
    const rows = screenRows<ActiveCodes>(output, { blank: [], first: [] }, withSequence);
    const isEnded = rows.length > 1 && rows.at(-1)?.length === 0;
    const lines = (isEnded ? rows.slice(0, -1) : rows).map(runsOf);
    const first = Math.max(0, lines.length - MAX_LINES);
    this.#before = undefined;
    const shown = lines.slice(first).map((runs, index) => this.#sameRuns(first + index, runs));
    this.#rows = new Map(shown.map((runs, index) => [first + index, runs]));
    return { lines: this.#withBoundedRuns(shown), first, isCut: isCut || first > 0 };
  }

  /** The row as it was before, where nothing in it has changed. */
  #sameRuns(index: number, runs: readonly Run[]): readonly Run[] {
    const before = this.#rows.get(index);
    const isSame =
      before?.length === runs.length &&
      before.every(({ text, style }, at) => text === runs[at]?.text && style === runs[at].style);
    return isSame ? before : runs;
  }

  #printedLines(output: string, start: Reading): TerminalLines {
    const from = this.#before !== undefined && extendsReading(output, this.#before) ? this.#before : start;
    const read = readLines(output, from);
    this.#before = read;
    const lines = read.lines.map(({ runs }) => runs);
    const rest = new HarmlessStream().write(output.slice(read.end));
    if (rest !== '') lines.push(parseLine(rest.replace(/\r+$/, ''), read.active).runs);
    const hidden = Math.max(0, lines.length - MAX_LINES);
    const first = read.first + hidden;
    return { lines: this.#withBoundedRuns(lines.slice(hidden)), first, isCut: read.isCut || first > 0 };
  }

  /** The last lines in their styles, and those before as plain text when there are too many styles in all. */
  #withBoundedRuns(lines: readonly (readonly Run[])[]): readonly (readonly Run[])[] {
    let left = MAX_RUNS;
    return lines
      .toReversed()
      .map((runs) => {
        left -= runs.length;
        return left >= 0 || runs.length <= 1 ? runs : this.#bounded(runs, Math.max(0, left + runs.length));
      })
      .toReversed();
  }

  /** A line with its last `count` runs in their styles: the same object as long as that is so. */
  #bounded(runs: readonly Run[], count: number): readonly Run[] {
    const known = this.#boundedLines.get(runs);
    if (known?.count === count) return known.runs;
    const plain = runs.slice(0, runs.length - count).map(({ text }) => text);
    const bounded = [{ text: plain.join(''), style: undefined }, ...runs.slice(runs.length - count)];
    this.#boundedLines.set(runs, { runs: bounded, count });
    return bounded;
  }
}

/** Whether the output extends the one that was read, by no more than is processed. */
function extendsReading(output: string, before: Reading): boolean {
  return output.length - before.end <= MAX_CHARACTERS && output.startsWith(before.output);
}

/** The start of a reading of the last characters, at the start of a line if there is one. */
function beginning(output: string): Reading {
  const isCut = output.length > MAX_CHARACTERS;
  const from = isCut ? output.length - MAX_CHARACTERS : 0;
  const lineEnd = isCut ? output.indexOf('\n', from) : -1;
  const end = lineEnd < 0 || lineEnd === output.length - 1 ? from : lineEnd + 1;
  return { output: '', end, active: [], lines: [], first: 0, isCut };
}

function readLines(output: string, from: Reading): Reading {
  const end = output.lastIndexOf('\n') + 1;
  if (end <= from.end) return { ...from, output };
  const texts = harmlessText(output.slice(from.end, end)).split('\n').slice(0, -1);
  const hidden = Math.max(0, texts.length - MAX_LINES);
  let { active } = from;
  for (const text of texts.slice(0, hidden)) active = afterLine(text, active);
  const added = texts.slice(hidden).map((text): WholeLine => {
    const parsed = parseLine(text.replace(/\r+$/, ''), active);
    active = parsed.active;
    return { runs: parsed.runs, length: text.length };
  });
  const lines = lastOf([...from.lines, ...added]);
  const first = from.first + from.lines.length + texts.length - lines.length;
  return { output, end, active, lines, first, isCut: from.isCut };
}

/** The last lines, as many as are rendered and processed, but at least one. */
function lastOf(lines: readonly WholeLine[]): readonly WholeLine[] {
  let start = lines.length;
  let characters = 0;
  while (start > 0 && lines.length - start < MAX_LINES) {
    characters += lines[start - 1]?.length ?? 0;
    if (characters > MAX_CHARACTERS && start < lines.length) break;
    start--;
  }
  return lines.slice(start);
}

function afterLine(line: string, before: ActiveCodes): ActiveCodes {
  let active = before;
  for (const [, parameters = '', final] of line.matchAll(SEQUENCES)) {
    if (final === 'm') active = withSequence(active, parameters);
  }
  return active;
}

interface ParsedLine {
  readonly runs: readonly Run[];
  /** The active codes after the line. */
  readonly active: ActiveCodes;
}

function parseLine(line: string, before: ActiveCodes): ParsedLine {
  return OVERWRITES.test(line) ? parseOverwritten(line, before) : parsePlain(line, before);
}

function parsePlain(line: string, before: ActiveCodes): ParsedLine {
  const runs: Run[] = [];
  let active = before;
  // With two groups, `split` gives text, parameters, final, text and so on.
  const parts = line.split(SEQUENCE);
  for (let index = 0; index < parts.length; index += 3) {
    const text = parts[index] ?? '';
    if (text !== '') runs.push({ text, style: styleOf(active) });
    const parameters = parts[index + 1];
    if (parameters !== undefined) active = withSequence(active, parameters);
  }
  return { runs, active };
}

/** A line whose cursor moves back, as in progress bars: the last character at each column counts. */
function parseOverwritten(line: string, before: ActiveCodes): ParsedLine {
  const [row = []] = screenRows<ActiveCodes>(line, { blank: [], first: before }, withSequence);
  return { runs: runsOf(row), active: afterLine(line, before) };
}

function runsOf(row: readonly Cell<ActiveCodes>[]): readonly Run[] {
  const runs: { text: string; style: CSSProperties | undefined }[] = [];
  let before: ActiveCodes | undefined;
  for (const { character, style: codes } of row) {
    const last = runs.at(-1);
    // Letters side by side mostly share the object.
    const style = codes === before ? last?.style : styleOf(codes);
    before = codes;
    if (last !== undefined && last.style === style) last.text += character;
    else runs.push({ text: character, style });
  }
  return runs;
}
