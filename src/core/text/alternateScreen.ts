// The screen of their own that programs such as `less` and `top` draw on, and that a terminal puts away when they leave it.

/** `h` enters the screen, `l` leaves it; the same sequence may set other modes. */
export const SCREEN_CHANGE = String.raw`(?:\x1b\[|\x9b)\?(?:\d+;){0,8}(?:47|1047|1049)(?:;\d+){0,8}[hl]`;
const CHANGES = new RegExp(SCREEN_CHANGE, 'g');

/** A string to the terminal, as a title, a link or an image is, without its end. One that does not end on its line is text. */
export const STRING_START = String.raw`(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x00-\x08\x0a-\x1f\x7f-\x9f]*`;
export const STRING_SEQUENCE = STRING_START + String.raw`(?:\x07|\x1b\\|\x9c)`;

/** What prints nothing: blanks, and sequences to the terminal. */
const INVISIBLE = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
    STRING_SEQUENCE,
    '\\x1b[ -/]*[0-~]?',
    '[\\s\\x00-\\x1f\\x7f-\\x9f]',
  ].join('|'),
  'g',
);

interface Screens {
  /** The output without what was drawn on a screen that its program left again. */
  readonly main: string;
  /**
   * What is drawn on a screen that was not left, or on the last one of a program that printed nothing else: it would show
   * nothing at all. Undefined where there is neither.
   */
  readonly alternate: string | undefined;
}

/** Takes time in proportion to the output. */
export function screensOf(output: string): Screens {
  let main = '';
  let from = 0;
  let left: string | undefined;
  let entered: { readonly at: number; readonly end: number } | undefined;
  for (const { 0: sequence, index: at } of output.matchAll(CHANGES)) {
    const end = at + sequence.length;
    if (sequence.endsWith('h')) entered ??= { at, end };
    else if (entered !== undefined) {
      main += output.slice(from, entered.at);
      left = output.slice(entered.end, at);
      from = end;
      entered = undefined;
    }
  }
  main += output.slice(from, entered?.at);
  if (entered !== undefined) return { main, alternate: output.slice(entered.end) };
  return { main, alternate: left !== undefined && main.replace(INVISIBLE, '') === '' ? left : undefined };
}
