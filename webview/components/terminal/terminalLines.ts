// The end of a command's output as lines to show: colours kept, overwritten text gone, nothing that does more than look.
import type { CSSProperties } from 'react';
import { HarmlessStream } from '../../../src/core/terminalText.ts';
import { styleOf, withSequence, type ActiveCodes } from './sgrStyle.ts';

/** Lines that are drawn; the whole of what is kept can be opened as a terminal. */
const SHOWN_LINES = 400;
/** Characters that are looked at. */
const SHOWN_CHARACTERS = 65_536;

/** Text of one look. */
export interface Run {
  readonly text: string;
  readonly style: CSSProperties | undefined;
}

export interface TerminalLines {
  /** A line without text has no runs. */
  readonly lines: readonly (readonly Run[])[];
  /** Whether there is output before them. */
  readonly isCut: boolean;
}

/** Of what `HarmlessStream` leaves: colours and the erasing of a line. */
// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const SEQUENCE = /\x1b\[([\d;:]*)([mK])/;
const SEQUENCES = new RegExp(SEQUENCE, 'g');
// oxlint-disable-next-line no-control-regex -- the same
const OVERWRITES = /[\r\b]|\x1b\[[\d;:]*K/;

/** The last lines of an output. Takes no longer for a long one than for {@link SHOWN_CHARACTERS} of it. */
export function terminalLines(output: string): TerminalLines {
  const text = new HarmlessStream().write(endOf(output));
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  const hidden = Math.max(0, all.length - SHOWN_LINES);
  let active: ActiveCodes = [];
  for (const line of all.slice(0, hidden)) active = afterLine(line, active);
  const lines = all.slice(hidden).map((line) => {
    const drawn = drawLine(line.replace(/\r+$/, ''), active);
    active = drawn.active;
    return drawn.runs;
  });
  return { lines, isCut: hidden > 0 || output.length > SHOWN_CHARACTERS };
}

/** The last characters, from the start of a line if there is one. */
function endOf(output: string): string {
  if (output.length <= SHOWN_CHARACTERS) return output;
  const end = output.slice(-SHOWN_CHARACTERS);
  const lineEnd = end.indexOf('\n');
  return lineEnd < 0 || lineEnd === end.length - 1 ? end : end.slice(lineEnd + 1);
}

function afterLine(line: string, before: ActiveCodes): ActiveCodes {
  let active = before;
  for (const [, parameters = '', final] of line.matchAll(SEQUENCES)) {
    if (final === 'm') active = withSequence(active, parameters);
  }
  return active;
}

interface DrawnLine {
  readonly runs: readonly Run[];
  /** What is in force after the line. */
  readonly active: ActiveCodes;
}

function drawLine(line: string, before: ActiveCodes): DrawnLine {
  return OVERWRITES.test(line) ? drawOverwritten(line, before) : drawStraight(line, before);
}

function drawStraight(line: string, before: ActiveCodes): DrawnLine {
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

/** A character where it stands, with the look it was printed in. */
interface Cell {
  readonly character: string;
  readonly style: CSSProperties | undefined;
}

/** A line whose cursor goes back, as progress bars do: what stands last at each place counts. */
function drawOverwritten(line: string, before: ActiveCodes): DrawnLine {
  const cells: Cell[] = [];
  let column = 0;
  let active = before;
  const print = (text: string): void => {
    const style = styleOf(active);
    for (const character of text) {
      if (character === '\r') column = 0;
      else if (character === '\b') column = Math.max(0, column - 1);
      else cells[column++] = { character, style };
    }
  };
  const parts = line.split(SEQUENCE);
  for (let index = 0; index < parts.length; index += 3) {
    print(parts[index] ?? '');
    const parameters = parts[index + 1];
    if (parameters === undefined) break;
    if (parts[index + 2] === 'm') active = withSequence(active, parameters);
    else erase(cells, column, parameters);
  }
  return { runs: runsOf(cells), active };
}

/** `K`: from the cursor to the end, `1K`: from the start to the cursor, `2K`: all of the line. */
function erase(cells: Cell[], column: number, parameters: string): void {
  const blank: Cell = { character: ' ', style: undefined };
  if (parameters === '1') cells.fill(blank, 0, Math.min(column + 1, cells.length));
  else if (parameters !== '2') cells.length = Math.min(cells.length, column);
  else cells.fill(blank);
}

function runsOf(cells: readonly Cell[]): readonly Run[] {
  const runs: { text: string; style: CSSProperties | undefined }[] = [];
  for (const { character, style } of cells) {
    const last = runs.at(-1);
    if (last !== undefined && last.style === style) last.text += character;
    else runs.push({ text: character, style });
  }
  return runs;
}
