// The style of text after color sequences, in the theme's terminal colors.
import Anser from 'anser';
import type { CSSProperties } from 'react';

/** Characters of the parameters of a sequence that programs need; longer ones change nothing. */
const MAX_SEQUENCE_LENGTH = 64;
const MAX_STYLES = 4_096;

/** What color sequences have set and no later one has replaced, one by one. */
export type ActiveCodes = readonly string[];

const styles = new Map<string, CSSProperties | undefined>();

/** A code alone, or with the color that follows it. */
const CODE = /(?:^|;)([34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d*)/g;

/** What is in force after one more sequence. Spellings with colons, which few programs send, change nothing. */
export function withSequence(active: ActiveCodes, parameters: string): ActiveCodes {
  if (parameters.length > MAX_SEQUENCE_LENGTH || parameters.includes(':')) return active;
  let codes = active;
  for (const [, code = ''] of parameters.matchAll(CODE)) {
    // None, as in `ESC [ m`, is the same as 0.
    if (/^0*$/.test(code)) codes = [];
    else {
      const place = placeOf(code);
      codes = [...codes.filter((other) => placeOf(other) !== place), code];
    }
  }
  return codes;
}

/** Codes of one place replace each other; those of a place of their own only themselves. */
function placeOf(code: string): string {
  if (/^(?:3\d|9[0-7])(?:;|$)/.test(code)) return 'text';
  if (/^(?:4\d|10[0-7])(?:;|$)/.test(code)) return 'background';
  return code;
}

/** The style of text under these codes; undefined for plain text. */
export function styleOf(active: ActiveCodes): CSSProperties | undefined {
  if (active.length === 0) return undefined;
  const sequences = active.map((code) => `\x1b[${code}m`).join('');
  if (styles.has(sequences)) return styles.get(sequences);
  const style = makeStyle(`${sequences}x`);
  if (styles.size >= MAX_STYLES) styles.clear();
  styles.set(sequences, style);
  return style;
}

function makeStyle(text: string): CSSProperties | undefined {
  const named = Anser.ansiToJson(text, { use_classes: true, remove_empty: true }).at(-1);
  const exact = Anser.ansiToJson(text, { remove_empty: true }).at(-1);
  if (named === undefined || exact === undefined) return undefined;
  const color = colorOf(named.fg, named.fg_truecolor, exact.fg);
  const backgroundColor = colorOf(named.bg, named.bg_truecolor, exact.bg);
  const has = new Set(named.decorations);
  const lines = [has.has('underline') ? 'underline' : '', has.has('strikethrough') ? 'line-through' : ''];
  const textDecoration = lines.filter((line) => line !== '').join(' ');
  // Hidden text is shown, and nothing blinks.
  const style: CSSProperties = {
    ...(color === undefined ? {} : { color: backgroundColor === undefined ? readable(color) : color }),
    ...(backgroundColor === undefined ? {} : { backgroundColor }),
    ...(has.has('bold') ? { fontWeight: 'bold' } : {}),
    ...(has.has('dim') ? { opacity: 0.7 } : {}),
    ...(has.has('italic') ? { fontStyle: 'italic' } : {}),
    ...(textDecoration === '' ? {} : { textDecoration }),
  };
  return Object.keys(style).length === 0 ? undefined : style;
}

/** As VS Code's terminal does it: black on a dark background, or white on a light one, could not be read. */
function readable(color: string): string {
  return `oklch(from ${color} var(--parley-signal-lightness) c h)`;
}

/** A color of the theme for the 16 that have a name; the color itself for any other. */
function colorOf(name: string | null, trueColor: string | null, exact: string | null): string | undefined {
  if (name === null || exact === null) return undefined;
  if (name === 'ansi-truecolor') return `rgb(${trueColor ?? exact})`;
  if (name.startsWith('ansi-palette-')) return `rgb(${exact})`;
  const words = name.replace(/^ansi-/, '').split('-');
  const camel = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `var(--vscode-terminal-ansi${camel})`;
}
