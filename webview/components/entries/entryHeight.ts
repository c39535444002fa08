// Guesses at heights before anything is rendered, in pixels.

/** An entry of one line. */
export const ROW_HEIGHT = 32;
/** A notice about an error, with its button. */
export const ERROR_HEIGHT = 96;

const LINE_HEIGHT = 20;
/** Text is not wider than this, as in reading.css at VS Code's own font size. */
const MAX_TEXT_WIDTH = 650;
const CHARACTER_WIDTH = 6.8;

/** The height of a text in a list that is `width` pixels wide. */
export function textHeight(text: string, width: number): number {
  const perLine = Math.max(10, Math.min(width - 32, MAX_TEXT_WIDTH) / CHARACTER_WIDTH);
  const breaks = text.split('\n').length - 1;
  return Math.max(1, Math.ceil(text.length / perLine) + breaks / 2) * LINE_HEIGHT;
}
