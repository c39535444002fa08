// What stands on a terminal after output that moves the cursor: progress bars of several lines, tables drawn again.

/** The sequences that move the cursor or erase, beside colors; a line alone is read without them. */
// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const MOVES = /(?:\x1b\[|\x9b)[\d;]*[A-HJf]/;

/** What is read of an output: a control character, a sequence, or text up to the next. */
const TOKEN = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)(?<parameters>[0-?]*)[ -/]*(?<final>[@-~])',
    '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)',
    '\\x1b[ -/]*[0-~]?',
    '(?<control>[\\n\\r\\b])',
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
    '(?<text>[^\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]+)',
  ].join('|'),
  'g',
);

/** The rest of such a sequence is still to come. */
// oxlint-disable-next-line no-control-regex -- the same
const UNFINISHED = /(?:\x1b\[|\x9b)[\d;]{0,64}$|\x1b$/;

/** Programs that write to a pipe take the terminal for as high as this. */
const SCREEN_ROWS = 24;
/** As far to the right as a sequence moves the cursor: what is printed goes further. */
const MAX_COLUMNS = 1_000;
/** Blanks that moves to the right may put in all, so that an output of nothing but those stays small. */
const MAX_BLANKS = 65_536;

export interface Cell<Style> {
  readonly character: string;
  readonly style: Style;
}

/** Whether an output moves the cursor between its lines, or over what is in them. */
export function movesCursor(output: string): boolean {
  return MOVES.test(output);
}

/**
 * The rows that such an output leaves. `styleAfter` is the style after one more color sequence. Takes time in
 * proportion to the output.
 */
export function screenRows<Style>(
  output: string,
  initial: Style,
  styleAfter: (style: Style, parameters: string) => Style,
): readonly (readonly Cell<Style>[])[] {
  const screen = new Screen<Style>({ character: ' ', style: initial });
  let style = initial;
  for (const { groups = {} } of output.replace(UNFINISHED, '').matchAll(TOKEN)) {
    const { text, control, parameters, final } = groups;
    if (text !== undefined) for (const character of text) screen.print({ character, style });
    else if (control !== undefined) screen.control(control);
    else if (final === 'm') style = styleAfter(style, parameters ?? '');
    else if (final !== undefined && /^[\d;]*$/.test(parameters ?? '')) screen.move(final, parameters ?? '');
  }
  return screen.rows;
}

/** The same as text. */
export function screenText(output: string): string {
  return screenRows(output, undefined, () => undefined)
    .map((row) => row.map(({ character }) => character).join(''))
    .join('\n');
}

class Screen<Style> {
  readonly rows: Cell<Style>[][] = [[]];
  readonly #blank: Cell<Style>;
  #row = 0;
  #column = 0;
  #blanksLeft = MAX_BLANKS;

  constructor(blank: Cell<Style>) {
    this.#blank = blank;
  }

  /** The row at the top of what a terminal shows. */
  get #top(): number {
    return Math.max(0, this.rows.length - SCREEN_ROWS);
  }

  print(cell: Cell<Style>): void {
    const row = this.#current();
    while (row.length < this.#column && this.#blanksLeft > 0) {
      row.push(this.#blank);
      this.#blanksLeft--;
    }
    this.#column = Math.min(this.#column, row.length);
    row[this.#column++] = cell;
  }

  control(character: string): void {
    if (character === '\b') this.#column = Math.max(0, this.#column - 1);
    else this.#column = 0;
    if (character === '\n') this.#goTo(this.#row + 1);
  }

  /** A sequence by its last letter. */
  move(final: string, parameters: string): void {
    const [first = 0, second = 0] = parameters.split(';').map(Number);
    const count = Math.max(1, first);
    switch (final) {
      case 'A':
      case 'F':
        this.#goTo(Math.max(0, this.#row - count));
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
        this.#column = Math.min(count - 1, MAX_COLUMNS);
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
    }
    if (final === 'E' || final === 'F') this.#column = 0;
  }

  #goTo(row: number): void {
    this.#row = row;
    while (this.rows.length <= row) this.rows.push([]);
  }

  #current(): Cell<Style>[] {
    const row = this.rows[this.#row] ?? [];
    this.rows[this.#row] = row;
    return row;
  }

  /** `J`: from the cursor on, `1J`: up to it, `2J`: all that a terminal shows. */
  #eraseRows(mode: number): void {
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
