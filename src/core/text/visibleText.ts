// Text of agents with its invisible characters spelled out, so that nothing a user decides about can hide or turn.
import { codePointText } from './codePoint.ts';
import { HIDDEN } from './hiddenCharacters.ts';
import { startOf } from './wholeCharacters.ts';

/** What is hidden, but for tab and line feed, and the marks beyond the eighth on one letter. */
const INVISIBLE = new RegExp(`(?![\\n\\t])[${HIDDEN}]|(?<=\\p{M}{8})\\p{M}`, 'gu');

const ANY_INVISIBLE = new RegExp(INVISIBLE.source, 'u');

/** A character more than once in a row that is hidden, or a mark. */
const RUN = new RegExp(`(?![\\n\\t])([${HIDDEN}]|\\p{M})\\1+`, 'gu');

/** Characters of a longer run are counted: spelled out, they would take long to draw. */
const MAX_RUN_LENGTH = 100;

/** What is shown of such a run before the rest is counted: marks on one letter that are shown are no more. */
const SHOWN_OF_RUN = 8;

/** A character that is seen. */
const VISIBLE = new RegExp(`[^\\s${HIDDEN}]`, 'u');

/** A letter of the scripts in which a character without width says whether letters join. */
const JOINING = `[${[
  'Arabic',
  'Syriac',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;

/** What ordinary text is made of although it has such characters; matched at the place where one stands. */
const ORDINARY: readonly { readonly before: RegExp; readonly after: RegExp; readonly character: RegExp }[] = [
  // Emoji of several: a family, a profession, a flag with a sign.
  {
    character: /^\u200D$/u,
    before: /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u,
    after: /^\p{Extended_Pictographic}/u,
  },
  // Whether a sign is drawn as an emoji or as text.
  { character: /^[\uFE0E\uFE0F]$/u, before: /\p{Emoji}$/u, after: /^/u },
  // Letters that would join, or not, in the scripts where that is spelling.
  {
    character: /^[\u200C\u200D]$/u,
    before: new RegExp(`${JOINING}$`, 'u'),
    after: new RegExp(`^${JOINING}`, 'u'),
  },
  // The form of an ideograph.
  { character: /^[\u{E0100}-\u{E01EF}]$/u, before: /\p{Script=Han}$/u, after: /^/u },
];

/** What any of them is about: most of what is invisible is in none, and is not looked at twice. */
const MAY_BE_ORDINARY = /^(?:\u200C|\u200D|\uFE0E|\uFE0F|[\u{E0100}-\u{E01EF}])$/u;

/** The flags of England, Scotland and Wales: the only ones that are spelled with tags. */
const TAGGED_FLAG =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;

/** How many code units around a character say whether it is ordinary there. */
const CONTEXT_LENGTH = 2;

/**
 * The text with the characters spelled out, as `\u{202e}`, that are invisible or change the order of others. Line feeds
 * and tabs stay, and so do emoji and the spelling of every script; of many in a row the rest is counted, as
 * `\u{0}×5000`. Takes time in proportion to the text.
 */
export function visibleText(text: string): string {
  if (!ANY_INVISIBLE.test(text)) return text;
  let visible = '';
  let end = 0;
  for (const flag of text.matchAll(TAGGED_FLAG)) {
    visible += withCountedRuns(text.slice(end, flag.index)) + flag[0];
    end = flag.index + flag[0].length;
  }
  return visible + withCountedRuns(text.slice(end));
}

/** The text with its characters spelled out, and the rest of each long run of one counted. */
function withCountedRuns(text: string): string {
  if (text.length <= MAX_RUN_LENGTH) return withCodePoints(text);
  let visible = '';
  let end = 0;
  for (const { 0: run, 1: character = '', index } of text.matchAll(RUN)) {
    const count = run.length / character.length;
    if (count <= MAX_RUN_LENGTH) continue;
    const shown = text.slice(end, index + SHOWN_OF_RUN * character.length);
    visible += `${withCodePoints(shown)}${codePointText(character)}×${count - SHOWN_OF_RUN}`;
    end = index + run.length;
  }
  return visible + withCodePoints(text.slice(end));
}

/** What follows a character that is cut off says whether it is ordinary: more of it than any such sequence has. */
const LOOKAHEAD_LENGTH = 64;

/** The start of a text of any length, as {@link visibleText} shows it: at most `length` UTF-16 code units. */
export function visibleStart(text: string, length: number): string {
  return startOf(visibleText(text.slice(0, length + LOOKAHEAD_LENGTH)), length);
}

/**
 * Text that is only read, with the characters spelled out that turn all that follows them, which no script needs: the
 * overrides of direction. Everything else that is invisible stays, as in other programs.
 */
export function withoutOverrides(text: string): string {
  return text.replace(/[\u202D\u202E]/g, codePointText);
}

/** {@link visibleText} on one line: line feeds and tabs are spelled out too. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]/g, codePointText);
}

/** Whether nothing of a text can be seen. */
export function isInvisible(text: string): boolean {
  return !VISIBLE.test(text);
}

function withCodePoints(text: string): string {
  return text.replace(INVISIBLE, (character, index: number) =>
    MAY_BE_ORDINARY.test(character) && isOrdinary(text, character, index)
      ? character
      : codePointText(character),
  );
}

function isOrdinary(text: string, character: string, index: number): boolean {
  return ORDINARY.some(
    (form) =>
      form.character.test(character) &&
      form.before.test(wholeEnd(text, index)) &&
      form.after.test(text.slice(index + character.length, index + character.length + CONTEXT_LENGTH)),
  );
}

/** The character before a place. */
function wholeEnd(text: string, index: number): string {
  return text.slice(Math.max(0, index - CONTEXT_LENGTH), index).replace(/^[\uDC00-\uDFFF]/, '');
}
