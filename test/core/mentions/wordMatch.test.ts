import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordMatcher } from '../../../src/core/mentions/wordMatch.ts';

const match = (name: string, word: string) => wordMatcher(word.toLowerCase())(name, name.toLowerCase());

describe('wordMatcher', () => {
  it.each([
    ['sessionConfigView.ts', 'scv'],
    ['sessionConfigView.ts', 'seconv'],
    ['session_config_view.ts', 'scv'],
    ['session-config.view', 'scv'],
    ['HTTPServer.java', 'hs'],
    ['HTTPServer.java', 'httpsj'],
    ['page2Layout', 'p2l'],
    ['Working Tree Changes', 'wtc'],
    ['src/host/chat/openChats.ts', 'ho/ch/op'],
    // The first `a` of the word is not the one that leads to a match.
    ['abc a-xyz', 'axy'],
    ['ArrayAssertAll', 'aral'],
    ['ÄußererÖffner', 'äö'],
    ['打开 文件夹', '打文'],
    ['打开文件夹', '开件'],
    ['config.ts', 'cfg'],
    ['index.html', 'idx'],
  ])('finds %s by the words of %s', (name, word) => {
    expect(match(name, word)).toBe('words');
  });

  it.each([
    ['All Problems', 'br'],
    ['All Problems', 'ms'.repeat(2)],
    ['3 problems · src/worker.ts', 'br'],
    ['Working Tree Changes', 'kt'],
    ['bazaar.ts', 'br'],
    ['embrace.ts', 'mc'],
    ['Terminal Commands', 'rds'.repeat(2)],
    ['Open Editors', 'pds'],
    ['İstanbul Branch', 'tb'],
    ['', 'a'],
  ])('does not find %s by the letters %s', (name, word) => {
    expect(match(name, word)).toBeUndefined();
  });

  it('says whether the name begins with the word or holds it', () => {
    expect(match('branch.ts', 'br')).toBe('start');
    expect(match('library.ts', 'br')).toBe('part');
    expect(wordMatcher('br')('src/branch.ts', 'src/branch.ts', 4)).toBe('start');
    expect(wordMatcher('src')('src/branch.ts', 'src/branch.ts', 4)).toBeUndefined();
  });

  it('finds whatever begins each word, however the words are joined', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, seed) => {
        const typed = words.map((each, index) => each.slice(0, 1 + ((seed >> index) % each.length))).join('');
        const camel = words.map((each) => each.charAt(0).toUpperCase() + each.slice(1)).join('');
        if (typed.length > 30) return;
        for (const name of [words.join('-'), words.join('/'), words.join(' '), camel]) {
          // Words of one letter make an abbreviation in capitals, whose letters are no words of their own.
          if (name === camel && words.some((each) => each.length === 1)) continue;
          expect(match(name, typed)).toBeDefined();
        }
      }),
    );
  });

  it('takes time that grows with the name alone', () => {
    const name = 'a-'.repeat(50_000);
    expect(match(name, `${'a'.repeat(29)}b`)).toBeUndefined();
    expect(match(`${name}b`, `${'a'.repeat(29)}b`)).toBe('words');
  });

  it('finds longer words as a part only', () => {
    const word = 'ab'.repeat(20);
    expect(match(`x${word}`, word)).toBe('part');
    expect(match('ab-'.repeat(20), word)).toBeUndefined();
  });
});
