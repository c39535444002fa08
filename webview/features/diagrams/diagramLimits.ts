// Which diagrams are not drawn: Mermaid lays them out in one go, for so long that the panel could not answer meanwhile.
import { numberText } from '../../text/format.ts';
import { diagramStrings } from './diagramStrings.ts';

export const MAX_CHARACTERS = 20_000;
/** With 300 statements the slowest kinds take two seconds, and from there on the square of that. */
const MAX_STATEMENTS = 300;
/** The words of a label are measured one by one. */
const MAX_LINE_LENGTH = 2_000;
/** `space:9` stands for nine blocks, each of which is laid out. */
const MAX_SPACES = 100;
/** Sets of which each is laid out with every other one. */
const MAX_SETS = 20;
/** In CSS pixels: what is larger nobody scrolls through. */
const MAX_SIDE = 50_000;

/** `0-99999: "…"` and `+99999: "…"` of a packet are drawn in thousands of rows. */
const MANY_BITS = /^\s*(?:\d+\s*-\s*|\+\s*)\d{5,}/m;

/** Why a diagram is not drawn; undefined where it is. */
export function reasonNotToDraw(code: string): string | undefined {
  if (code.length > MAX_CHARACTERS) return diagramStrings.tooLong(numberText(MAX_CHARACTERS));
  const lines = code.split(/[\r\n]+/).filter((line) => !/^\s*(?:%%|$)/.test(line));
  const statements = lines.reduce((sum, line) => sum + line.split(';').length, 0);
  const isTooLarge =
    statements > MAX_STATEMENTS ||
    lines.some((line) => line.length > MAX_LINE_LENGTH) ||
    (isOfKind(code, 'block') && spacesOf(code) > MAX_SPACES) ||
    (isOfKind(code, 'packet') && MANY_BITS.test(code)) ||
    (isOfKind(code, 'venn') && statements > MAX_SETS);
  return isTooLarge ? diagramStrings.tooLarge() : undefined;
}

/** Throws for a picture that is too large to be read; diagrams can set the distances in themselves. */
export function checkSize(width: number, height: number): void {
  if (!(width > 0) || !(height > 0)) throw new Error(diagramStrings.empty());
  if (width > MAX_SIDE || height > MAX_SIDE) throw new Error(diagramStrings.tooLarge());
}

function isOfKind(code: string, kind: string): boolean {
  return new RegExp(String.raw`^\s*${kind}(?:-beta)?\b`, 'm').test(code);
}

function spacesOf(code: string): number {
  return [...code.matchAll(/\bspace:(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}
