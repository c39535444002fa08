// Takes TeX formulas out of a text before it is parsed: to markdown their stars, underscores and backslashes are markup.

/** Noncharacters: no text has them, and the parser reads them as letters. */
const BEFORE = '\uFDD0';
const AFTER = '\uFDD1';
const STAND_IN = /\uFDD0(\d+)\uFDD1/g;
const HALF_STAND_IN = /[\uFDD0\uFDD1]/;

/** A text with more of them is not read as one: its formulas would be laid out for seconds. */
const MAX_FORMULAS = 500;

/** More characters are no formula. */
const LONGEST_FORMULA = 4_096;

/** What may begin a formula. */
const MAY_HOLD = /\$|\\(?:[([]|begin\{)/;

/** Environments of TeX that stand in an answer without other signs. */
const ENVIRONMENT = String.raw`(?:align(?:ed|at)?|array|cases|[dr]cases|eqnarray|equation|gather(?:ed)?|multline|split|[bBpvV]?(?:small)?matrix)\*?`;

/** At a line break before a blank line, or one that is only quoted, a paragraph ends. */
const NO_BLANK_LINE = String.raw`(?!(?:\r\n?|\n)[ \t>]*(?:\r\n?|\n))`;
/** Right behind a word stands a bracket that markdown escapes, as in `list\[0\]`. */
const NO_WORD_BEFORE = String.raw`(?<![A-Za-z0-9_)\]])`;

const FORMULA = new RegExp(
  [
    // Code comes first: in it nothing is a formula.
    '(?<!`)(`+)(?!`)[^]*?[^`]\\1(?!`)',
    // Displayed on lines of their own.
    String.raw`(?<formula>\$\$(?:${NO_BLANK_LINE}(?!\$\$)[^]){1,${LONGEST_FORMULA}}\$\$(?!\d)`,
    String.raw`${NO_WORD_BEFORE}\\\[(?:${NO_BLANK_LINE}(?:[^\\]|\\(?![[\]])[^])){1,${LONGEST_FORMULA}}\\\](?!\()`,
    String.raw`${NO_WORD_BEFORE}\\\((?:${NO_BLANK_LINE}(?:[^\\]|\\(?![()])[^])){1,${LONGEST_FORMULA}}\\\))`,
    String.raw`(?<environment>\\begin\{(?<name>${ENVIRONMENT})\}(?:${NO_BLANK_LINE}(?!\\begin\{\k<name>\})[^]){1,${LONGEST_FORMULA}}?\\end\{\k<name>\})`,
    // Any other escaped character, such as the dollar sign of `\$5`.
    String.raw`\\[^]`,
    // No blank inside of its signs, and neither digit nor letter beside them: `$5 and $10` are prices. What begins a variable
    // or a command of a shell behind the last sign makes it one of them: `${HOME}/bin:${PATH}`, `$(pwd)/$(ls)`, `"$@" "$*"`.
    String.raw`(?<inline>(?<![A-Za-z0-9$])\$(?![\s$@#?!])(?:\\[^\r\n]|[^$\\\r\n${'`'}]){1,${LONGEST_FORMULA}}(?<!\s)\$(?![A-Za-z0-9$_{(@#]|\.\d))`,
  ].join('|'),
  'g',
);
/** A price and words up to another sign, a price of something (`$5/month`, `$20 (US$)`), or markup that no formula has. */
const NO_FORMULA =
  /^\$\d[^\\]*\s[a-z]{2,}\s|^\$\d[\d.,]*[km]?(?:\s?\/\s?|\s\()[a-z]{2,}[^\\]*$|\*\*|~~|\]\(/i;
/** A sentence between two signs of a shell for its own process. */
const SENTENCE =
  /^\$\$[ \t]+(?:[a-z]+[ \t,]+)*(?:and|or|is|are|to|in|with|as|not)(?:[ \t,]+[a-z]+)*[ \t]+\$\$$/i;

/** The beginning of a formula on lines of its own whose end has not arrived. */
const OPEN_FORMULA = new RegExp(
  String.raw`(?<=^|[\r\n][ \t>]*)(?:\$\$|\\\[|\\begin\{${ENVIRONMENT}\})(?:${NO_BLANK_LINE}[^]){0,${LONGEST_FORMULA}}$`,
);

/** A text with stand-ins for its formulas, and the formulas in their order, as they were written. */
export interface ExtractedFormulas {
  readonly text: string;
  readonly formulas: readonly string[];
}

/** Replaces formulas by short stand-ins; `isComplete` is false for a text that is still being written. */
export function extractFormulas(text: string, isComplete = true): ExtractedFormulas {
  if (!MAY_HOLD.test(text) || HALF_STAND_IN.test(text)) return { text, formulas: [] };
  const formulas: string[] = [];
  const standIn = (formula: string): string => `${BEFORE}${formulas.push(formula) - 1}${AFTER}`;
  let replaced = '';
  let end = 0;
  for (const { 0: whole, index, groups } of text.matchAll(FORMULA)) {
    const isInline = groups?.['inline'] !== undefined;
    if (!isInline && groups?.['formula'] === undefined && groups?.['environment'] === undefined) continue;
    if (isInline ? NO_FORMULA.test(whole) : SENTENCE.test(whole)) continue;
    if (formulas.length >= MAX_FORMULAS) return { text, formulas: [] };
    replaced += text.slice(end, index) + standIn(whole);
    end = index + whole.length;
  }
  replaced += text.slice(end);
  return { text: isComplete ? replaced : replaced.replace(OPEN_FORMULA, standIn), formulas };
}

/** A text that was parsed, with its formulas again. */
export function withFormulas(text: string, formulas: readonly string[]): string {
  if (formulas.length === 0) return text;
  return text.replace(STAND_IN, (standIn, index: string) => formulas[Number(index)] ?? standIn);
}

/** The same for an address, in which the parser has spelled the stand-ins in its own way. */
export function addressWithFormulas(address: string, formulas: readonly string[]): string {
  return withFormulas(address.replace(/%EF%B7%90(\d+)%EF%B7%91/g, `${BEFORE}$1${AFTER}`), formulas);
}

/** The words and formulas of a text that was parsed, by turns; undefined where it has no formula. */
export function wordsAndFormulas(text: string, formulas: readonly string[]): readonly string[] | undefined {
  if (formulas.length === 0 || !text.includes(BEFORE)) return undefined;
  return text
    .split(STAND_IN)
    .map((piece, index) => (index % 2 === 0 ? piece : (formulas[Number(piece)] ?? '')));
}

/** Whether a formula stands on lines of its own: `$$…$$`, `\[…\]` and `\begin{…}…\end{…}`. */
export function isDisplayed(formula: string): boolean {
  return ['$$', '\\[', '\\begin{'].some((sign) => formula.startsWith(sign));
}

const DISPLAY_SIGN = new RegExp(String.raw`\$\$|\\\[|\\\]|\\(?:begin|end)\{${ENVIRONMENT}\}|\\[^]`, 'g');

/** The end that a displayed formula waits for after a line, when before it one waited for `awaited` (or none did). */
export function awaitedFormulaEnd(line: string, awaited: string): string {
  let end = awaited;
  if (!line.includes('$$') && !line.includes('\\')) return end;
  for (const [sign] of line.matchAll(DISPLAY_SIGN)) {
    if (end !== '') {
      if (sign === end) end = '';
    } else if (sign === '$$') end = '$$';
    else if (sign === '\\[') end = '\\]';
    else if (sign.startsWith('\\begin{')) end = sign.replace('begin', 'end');
  }
  return end;
}
