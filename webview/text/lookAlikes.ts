// Letters of other scripts that are drawn as Latin ones are, such as the Cyrillic а.
import { codePointText } from '../../src/core/text/codePoint.ts';

/**
 * Those of Unicode's table of confusable characters (UTS #39) that fonts draw alike, without those that stand beside Latin
 * letters in formulas and their code, such as α and ρ.
 */
const TABLE: ReadonlyMap<string, string> = new Map(
  (
    [
      // Cyrillic
      ['аеорсухѕіјԁһӏԛԝѵ', 'aeopcyxsijdhlqwv'],
      ['АВЕЅІЈКМНОРСТУХԌԚԜѴ', 'ABESIJKMHOPCTYXGQWV'],
      // Greek
      ['οϲϳ', 'ocj'],
      ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
      // Armenian
      ['օսհոցզՕՍԼՏ', 'ouhngqOULS'],
      // Cherokee
      ['ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏢᏒᏔᏕᏙᏚᏞᏟᏦ', 'DRTAJEWMHYGZPRWSVSLCK'],
      // Lisu
      ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAEIOU'],
    ] as const
  ).flatMap(([letters, latin]) =>
    letters.split('').map((letter, index) => [letter, latin[index] ?? letter] as const),
  ),
);

const LOOK_ALIKE = new RegExp(`[${[...TABLE.keys()].join('')}]`, 'gu');
const ANY_LOOK_ALIKE = new RegExp(LOOK_ALIKE.source, 'u');
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LATIN = /\p{Script=Latin}/u;
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/** The text with Latin letters in the place of those that look like them. */
export function asLatin(text: string): string {
  return text.replace(LOOK_ALIKE, (letter) => TABLE.get(letter) ?? letter);
}

/** The text with the letters spelled out that make a word read as a Latin one, as in `p\u{430}ypal`. */
export function withLookAlikesSpelled(text: string): string {
  return ANY_LOOK_ALIKE.test(text)
    ? text.replace(WORD, (word) => (isMixed(word) ? word.replace(LOOK_ALIKE, codePointText) : word))
    : text;
}

/** A word with an ending in another script, as Russian has, reads as what it is. */
function isMixed(word: string): boolean {
  return ANY_LOOK_ALIKE.test(word) && LATIN.test(word) && !NOT_LATIN.test(asLatin(word));
}

/** The words of lines that {@link withLookAlikesSpelled} changes, as it spells them; at most so many. */
export function mixedWords(lines: Iterable<string>, most: number): readonly string[] {
  const found = new Set<string>();
  for (const line of lines) {
    if (!ANY_LOOK_ALIKE.test(line)) continue;
    for (const [word] of line.matchAll(WORD)) {
      if (!isMixed(word)) continue;
      found.add(word.replace(LOOK_ALIKE, codePointText));
      if (found.size === most) return [...found];
    }
  }
  return [...found];
}
