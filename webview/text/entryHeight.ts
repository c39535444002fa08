// Guesses at heights before anything is rendered, in pixels.

/** An entry of one line. */
export const ROW_HEIGHT = 32;
/** A notice about an error, with its button. */
export const ERROR_HEIGHT = 96;

const LINE_HEIGHT = 20;
/** Text is not wider than this, as in reading.css at VS Code's own font size. */
const MAX_TEXT_WIDTH = 650;
const CHARACTER_WIDTH = 6.8;

/**
 * The height of a text, or of a part of it, in a list that is `width` pixels wide. Makes no other text: in a long answer
 * it is called for thousands of parts at once.
 */
export function textHeight(text: string, width: number, from = 0, to = text.length): number {
  const perLine = Math.max(10, Math.min(width - 32, MAX_TEXT_WIDTH) / CHARACTER_WIDTH);
  let breaks = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) breaks++;
  return Math.max(1, Math.ceil((to - from) / perLine) + breaks / 2) * LINE_HEIGHT;
}
