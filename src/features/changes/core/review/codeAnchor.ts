// Where in a file a comment belongs: lines with their code.
import * as z from 'zod/mini';
import { splitLines, type LineRange } from '../../../../core/changes/lines.ts';

/** The length of the code that is stored with a comment, in UTF-16 code units. */
export const MAX_CODE_CHARACTERS = 10_000;

export const codeAnchor = z.object({
  /** 0-based; `end` is exclusive. */
  start: z.int().check(z.nonnegative()),
  end: z.int().check(z.nonnegative()),
  /** The lines as they were, joined by line feeds; of many the first. */
  code: z.string().check(z.maxLength(MAX_CODE_CHARACTERS)),
  /** Whether more lines are meant than `code` has. */
  isCut: z.exactOptional(z.literal(true)),
});
export type CodeAnchor = Readonly<z.infer<typeof codeAnchor>>;

/** The anchor of lines of a text; of lines that are not there, of the last one. */
export function anchorAt(text: string, { start, end }: LineRange): CodeAnchor {
  const lines = linesWithoutEnds(text);
  const first = Math.max(0, Math.min(start, lines.length - 1));
  const last = Math.max(first + 1, Math.min(end, lines.length));
  const code: string[] = [];
  let characters = 0;
  for (const line of lines.slice(first, last)) {
    characters += line.length + 1;
    if (characters > MAX_CODE_CHARACTERS) break;
    code.push(line);
  }
  // A single line that is longer than everything that is stored.
  if (code.length === 0) code.push((lines[first] ?? '').slice(0, MAX_CODE_CHARACTERS));
  const isCut = code.length < last - first;
  return { start: first, end: last, code: code.join('\n'), ...(isCut ? { isCut } : {}) };
}

/** The lines of a text as editors show them. */
export function linesWithoutEnds(text: string): readonly string[] {
  const lines = splitLines(text).map((line) => line.replace(/\r?\n$/, ''));
  // What follows the last line end is a line of its own in editors.
  return text === '' || text.endsWith('\n') ? [...lines, ''] : lines;
}
