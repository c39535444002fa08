// What stands on a terminal after output that moves the cursor: progress bars of several lines, tables drawn again.
import { SCREEN_CHANGE, screensOf, STRING_SEQUENCE } from './alternateScreen.ts';

/**
 * The sequences that move the cursor, insert or erase, beside colors and `K`, or change the screen; a line alone is read
 * without them.
 */
const MOVES = new RegExp(`(?:\\x1b\\[|\\x9b)[\\d;]*[@A-HJLMPX\`bdfsu]|\\x1b[78DEM]|${SCREEN_CHANGE}`);

/** What is read of an output: a control character, a sequence, or text up to the next. */
const TOKEN = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)(?<parameters>[0-?]*)[ -/]*(?<final>[@-~])',
    STRING_SEQUENCE,
    '\\x1b(?<escape>[78DEM])',
    '\\x1b[ -/]*[0-~]?',
    '(?<control>[\\t-\\r\\b])',
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
    '(?<text>[^\\x00-\\x1f\\x7f-\\x9f]+)',
  ].join('|'),
  'g',
);

/** The rest of such a sequence is still to come. */
// oxlint-disable-next-line no-control-regex -- the same
const UNFINISHED = /(?:\x1b\[|\x9b)[\d;?]{0,64}$|\x1b$/;

/** Programs that write to a pipe take the terminal for as high as this. */
const SCREEN_ROWS = 24;
const TAB_COLUMNS = 8;
/** As far to the right as a sequence moves the cursor: what is printed goes further. */
const MAX_COLUMNS = 1_000;
/** Characters that sequences may put in all, so that an output of nothing but those stays small. */
const MAX_ADDED = 65_536;

/** Letters that take two columns: those of Chinese, Japanese and Korean, their full-width forms, and emoji. */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]$/u;

/** What is drawn upon or into the letter before it. */
const JOINED = /^[\p{M}\u200B-\u200D]$/u;

/** The second column of a wide letter. */
const SECOND_HALF = '';

export interface Cell<Style> {
  readonly character: string;
  readonly style: Style;
}

/** Whether an output moves the cursor between its lines, or over what is in them. */
export function movesCursor(output: string): boolean {
  return MOVES.test(output);
}

/**
 * The rows that an output leaves, and below them the screen of a program that has not left it. `styleAfter` is the style after one more color sequence, `styles` are that of a blank
 * and that at the start of the output. Takes time in proportion to the output.
 */
export function screenRows<Style>(
  output: string,
  styles: { readonly blank: Style; readonly first: Style },
  styleAfter: (style: Style, parameters: string) => Style,
): readonly (readonly Cell<Style>[])[] {
  const screen = new Screen<Style>({ character: ' ', style: styles.blank });
  let style = styles.first;
  let stored = style;
  const { main, alternate } = screensOf(output.replace(UNFINISHED, ''));
  const read = ({ groups = {} }: RegExpExecArray): void => {
    const { text, control, escape, parameters = '', final } = groups;
    const sequence = escape ?? (/^[\d;]*$/.test(parameters) ? final : undefined);
    if (text !== undefined) for (const character of text) screen.print({ character, style });
    else if (control !== undefined) screen.control(control);
    else if (final === 'm') style = styleAfter(style, parameters);
    else if (sequence === '7' || sequence === 's') {
      stored = style;
      screen.storePlace();
    } else if (sequence === '8' || sequence === 'u') {
      style = stored;
      screen.restorePlace();
    } else if (escape !== undefined) screen.step(escape);
    else if (sequence !== undefined) screen.move(sequence, parameters);
  };
  for (const token of main.matchAll(TOKEN)) read(token);
  if (alternate !== undefined) screen.begin();
  for (const token of (alternate ?? '').matchAll(TOKEN)) read(token);
  return screen.rows;
}

/** The same as text. */
export function screenText(output: string): string {
  return screenRows(output, { blank: undefined, first: undefined }, () => undefined)
    .map((row) => row.map(({ character }) => character).join(''))
    .join('\n');
}

class Screen<Style> {
  readonly rows: Cell<Style>[][] = [[]];
  readonly #blank: Cell<Style>;
  #row = 0;
  #column = 0;
  #addedLeft = MAX_ADDED;
  /** The row is counted from the top of what a terminal shows. */
  #place = { row: 0, column: 0 };
  #printed: Cell<Style> | undefined;

  constructor(blank: Cell<Style>) {
    this.#blank = blank;
  }

  /** The row at the top of what a terminal shows: what has scrolled off above it does not come back. */
  #top = 0;
  /** The highest row that sequences reach: output for a higher screen than this goes above the top. */
  #first = 0;

  /** Begins an empty screen below the rows that are there, to which no sequence comes back. */
  begin(): void {
    this.#first = this.rows.at(-1)?.length === 0 ? this.rows.length - 1 : this.rows.length;
    this.#top = this.#first;
    this.#column = 0;
    this.#goTo(this.#first);
  }

  print(cell: Cell<Style>): void {
    const row = this.#current();
    row.push(...this.#blanks(this.#column - row.length));
    this.#column = Math.min(this.#column, row.length);
    const { character, style } = cell;
    if (character > '\u02ff' && JOINED.test(character)) {
      this.#join(row, character);
      return;
    }
    const isWide = character > '\u10ff' && WIDE.test(character);
    this.#splitAt(row, this.#column);
    this.#splitAt(row, this.#column + (isWide ? 2 : 1));
    row[this.#column++] = cell;
    if (isWide) row[this.#column++] = { character: SECOND_HALF, style };
    this.#printed = cell;
  }

  storePlace(): void {
    this.#place = { row: this.#row - this.#top, column: this.#column };
  }

  restorePlace(): void {
    this.#goTo(this.#top + this.#place.row);
    this.#column = this.#place.column;
  }

  /** A sequence of two characters by its second. */
  step(final: string): void {
    this.#goTo(final === 'M' ? Math.max(this.#first, this.#row - 1) : this.#row + 1);
    if (final === 'E') this.#column = 0;
  }

  control(character: string): void {
    if (character === '\t') this.#toTabStop();
    else if (character === '\b') this.#column = Math.max(0, this.#column - 1);
    else this.#column = 0;
    // A form feed and a vertical tab begin a line as well.
    if (/[\n\v\f]/.test(character)) this.#goTo(this.#row + 1);
  }

  /** Blanks up to the next stop are printed only where nothing is yet: a tab does not overwrite. */
  #toTabStop(): void {
    const row = this.#current();
    const stop = (Math.floor(this.#column / TAB_COLUMNS) + 1) * TAB_COLUMNS;
    while (row.length >= this.#column && row.length < stop) row.push(this.#blank);
    this.#column = stop;
  }

  /** A sequence by its last letter. */
  move(final: string, parameters: string): void {
    const [first = 0, second = 0] = parameters.split(';').map(Number);
    const count = Math.max(1, first);
    switch (final) {
      case 'A':
      case 'F':
        this.#goTo(Math.max(this.#first, this.#row - count));
        break;
      case 'B':
      case 'E':
        this.#goTo(Math.min(this.#row + count, Math.max(this.#row, this.#top + SCREEN_ROWS - 1)));
        break;
      case 'C':
        this.#column = Math.max(this.#column, Math.min(this.#column + count, MAX_COLUMNS));
        break;
      case 'D':
        this.#column = Math.max(0, this.#column - count);
        break;
      case 'G':
      case '`':
        this.#column = Math.min(count - 1, MAX_COLUMNS);
        break;
      case 'd':
        this.#goTo(this.#top + Math.min(count, SCREEN_ROWS) - 1);
        break;
      case 'H':
      case 'f':
        this.#goTo(this.#top + Math.min(count, SCREEN_ROWS) - 1);
        this.#column = Math.min(Math.max(1, second) - 1, MAX_COLUMNS);
        break;
      case 'J':
        this.#eraseRows(first);
        break;
      case 'K':
        this.#eraseInRow(first);
        break;
      case 'X':
        this.#eraseCells(count);
        break;
      case 'P':
        this.#splitAt(this.#current(), this.#column);
        this.#splitAt(this.#current(), this.#column + count);
        this.#current().splice(this.#column, count);
        break;
      case '@':
        this.#splitAt(this.#current(), this.#column);
        this.#current().splice(this.#column, 0, ...this.#blanks(count));
        break;
      case 'L':
      case 'M':
        this.#moveRows(final === 'L' ? count : -count);
        break;
      case 'b':
        for (const _blank of this.#blanks(count)) if (this.#printed !== undefined) this.print(this.#printed);
        break;
    }
    if (final === 'E' || final === 'F') this.#column = 0;
  }

  #goTo(row: number): void {
    this.#row = row;
    while (this.rows.length <= row) this.rows.push([]);
    this.#top = Math.max(this.#top, this.rows.length - SCREEN_ROWS);
  }

  /** As many blanks as may still be added. */
  #blanks(count: number): readonly Cell<Style>[] {
    const added = Math.max(0, Math.min(count, MAX_COLUMNS, this.#addedLeft));
    this.#addedLeft -= added;
    return Array.from({ length: added }, () => this.#blank);
  }

  /** A wide letter of which one half is overwritten leaves a blank. */
  #splitAt(row: Cell<Style>[], column: number): void {
    if (row[column]?.character !== SECOND_HALF) return;
    row[column - 1] = this.#blank;
    row[column] = this.#blank;
  }

  /** Puts a mark upon the letter before the cursor. At the start of a row a mark is left out. */
  #join(row: Cell<Style>[], mark: string): void {
    const at = row[this.#column - 1]?.character === SECOND_HALF ? this.#column - 2 : this.#column - 1;
    const before = row[at];
    if (before !== undefined) row[at] = { ...before, character: before.character + mark };
  }

  /** `X`: blanks in the place of letters, from the cursor on. */
  #eraseCells(count: number): void {
    const row = this.#current();
    this.#splitAt(row, this.#column);
    this.#splitAt(row, this.#column + count);
    row.fill(this.#blank, this.#column, Math.min(this.#column + count, row.length));
  }

  /** `L`: empty rows before that of the cursor; `M`: so many rows go, with its own. What leaves the screen below is gone. */
  #moveRows(count: number): void {
    const bottom = this.#top + SCREEN_ROWS;
    const added = Math.min(Math.max(0, count), bottom - this.#row);
    this.rows.splice(this.#row, Math.max(0, -count), ...Array.from({ length: added }, () => []));
    this.rows.length = Math.min(this.rows.length, bottom);
    this.#column = 0;
    this.#goTo(this.#row);
  }

  #current(): Cell<Style>[] {
    const row = this.rows[this.#row] ?? [];
    this.rows[this.#row] = row;
    return row;
  }

  /** `J`: from the cursor on, `1J`: up to it, `2J`: all that a terminal shows; `3J` is about what has left it. */
  #eraseRows(mode: number): void {
    if (mode > 2) return;
    const from = mode === 0 ? this.#row + 1 : this.#top;
    const to = mode === 1 ? this.#row : this.rows.length;
    for (let row = from; row < to; row++) this.rows[row] = [];
    this.#eraseInRow(mode);
    // Rows below the cursor that are empty were never printed, as far as one can see.
    if (mode !== 1) this.rows.length = this.#row + 1;
  }

  /** `K`: from the cursor to the end of its row, `1K`: from its start to the cursor, `2K`: all of it. */
  #eraseInRow(mode: number): void {
    const row = this.#current();
    if (mode === 0) row.length = Math.min(row.length, this.#column);
    else row.fill(this.#blank, 0, mode === 1 ? Math.min(this.#column + 1, row.length) : row.length);
  }
}
