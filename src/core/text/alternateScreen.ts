// The screen of their own that programs such as `less` and `top` draw on, and that a terminal puts away when they leave it.

/** `h` enters the screen, `l` leaves it; the same sequence may set other modes. */
export const SCREEN_CHANGE = String.raw`(?:\x1b\[|\x9b)\?(?:\d+;){0,8}(?:47|1047|1049)(?:;\d+){0,8}[hl]`;
const CHANGES = new RegExp(SCREEN_CHANGE, 'g');

interface Screens {
  /** The output without what was drawn on a screen that its program left again. */
  readonly main: string;
  /** What is drawn on a screen that was not left; undefined where each was left. */
  readonly alternate: string | undefined;
}

/** Takes time in proportion to the output. */
export function screensOf(output: string): Screens {
  let main = '';
  let from = 0;
  let entered: { readonly at: number; readonly end: number } | undefined;
  for (const { 0: sequence, index: at } of output.matchAll(CHANGES)) {
    const end = at + sequence.length;
    if (sequence.endsWith('h')) entered ??= { at, end };
    else if (entered !== undefined) {
      main += output.slice(from, entered.at);
      from = end;
      entered = undefined;
    }
  }
  main += output.slice(from, entered?.at);
  return { main, alternate: entered === undefined ? undefined : output.slice(entered.end) };
}
