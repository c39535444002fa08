// The words of a text may be taken for the text only where they say that something is not in it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neededWords, SearchedWords } from '../../../src/core/history/searchedWords.ts';
import { escapePattern, splitWords } from '../../../src/core/text/words.ts';

function wordsOf(text: string): string {
  const words = new SearchedWords();
  words.add(text);
  return words.toString();
}

function mayHave(text: string, query: string): boolean {
  const words = wordsOf(text);
  return neededWords(query).every((word) => words.includes(word));
}

test('each word is there once, without regard to case', () => {
  expect(wordsOf('Fix the fix. THE end; fix()')).toBe('fix the . end ; ()');
});

test('a part of a word is found, and one over several kinds of characters', () => {
  const text = 'see src/core/fileIndex.ts:12, getUserById(42)';
  for (const query of ['index', 'e/fileI', '.ts:1', 'BYID(', '2)']) {
    expect(mayHave(text, query), query).toBe(true);
  }
  for (const query of ['indices', 'map/core', 'userId', '(('])
    expect(mayHave(text, query), query).toBe(false);
});

test('of scripts without blanks any part is found', () => {
  const text = '请在文件中查找函数 แก้ไขไฟล์ テスト';
  for (const query of ['查找', '找函', '文', 'ไฟล์', 'テス']) expect(mayHave(text, query), query).toBe(true);
  for (const query of ['找查', '书', 'ฟไ', 'スト文']) expect(mayHave(text, query), query).toBe(false);
});

const characters = fc.oneof(
  fc.constantFrom(...Array.from('aAbB1_ .()/-ßẞſKkσςΣİiIıéÉ文件ไฟ😀́ﬅŉ'), '\uD83D'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
);

test('what a text has in any case is never said to be missing', () => {
  fc.assert(
    fc.property(
      fc.array(characters, { minLength: 1, maxLength: 30 }).map((parts) => parts.join('')),
      fc.nat(),
      fc.nat(5),
      fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.toUpperCase(),
        (text) => text.toLowerCase(),
      ),
      (text, start, length, inCase) => {
        const letters = Array.from(text);
        const from = start % letters.length;
        for (const query of splitWords(inCase(letters.slice(from, from + 1 + length).join('')))) {
          if (!new RegExp(escapePattern(query), 'iu').test(text)) continue;
          expect(mayHave(text, query)).toBe(true);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test('all characters that differ by case alone count as the same', () => {
  const cased: string[] = [];
  for (let code = 0; code <= 0x1f_fff; code++) {
    const character = String.fromCodePoint(code);
    if (/\p{L}|\p{M}|\p{N}|\p{S}/u.test(character) && /\p{Changes_When_Casemapped}/u.test(character)) {
      cased.push(character);
    }
  }
  const all = cased.join(' ');
  const wrong = cased.flatMap((character) =>
    [...all.matchAll(new RegExp(character, 'giu'))].flatMap(([same]) =>
      mayHave(same, character) ? [] : [`${character} ${same}`],
    ),
  );
  expect(wrong).toEqual([]);
});
