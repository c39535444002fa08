// Which rendered place a hit of the source is.
import { expect, test } from 'vitest';
import { alignHit, type TextPlace } from '../../../../webview/features/find/alignHit.ts';

/** Every place of `word` in a text. */
function places(text: string, word: string): readonly TextPlace[] {
  return [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
    text,
    start: index,
    end: index + word.length,
  }));
}

test('as many places in the source as are rendered are the same ones in order', () => {
  const source = places('**a** b `a` a', 'a');
  const rendered = places('a b a a', 'a');
  expect(source.map((_, index) => alignHit(source, index, rendered))).toEqual([0, 1, 2]);
});

test('what is not rendered does not shift what is', () => {
  const source = places('see [the client](src/client.ts) of the client here', 'client');
  const rendered = places('see the client of the client here', 'client');
  expect(source).toHaveLength(3);
  expect(alignHit(source, 0, rendered)).toBe(0);
  expect(alignHit(source, 2, rendered)).toBe(1);
});

test('of places that look alike the order decides', () => {
  const source = places(`[x](one) ${'- one of many\n'.repeat(5)}`, 'one');
  const rendered = places(`x ${'one of many\n'.repeat(5)}`, 'one');
  const found = source.map((_, index) => alignHit(source, index, rendered)).slice(2);
  expect(found).toEqual([1, 2, 3, 4]);
});

test('text that is rendered as it is, but not to its end, has its hits where they are', () => {
  const text = 'tick tick tick tick tick tick';
  const source = places(text, 'tick');
  const rendered = [...places('other tick', 'tick'), ...places(text.slice(0, 14), 'tick')];
  expect(alignHit(source, 2, rendered)).toBe(3);
});

test('nothing is rendered, or the hit is gone', () => {
  expect(alignHit(places('a', 'a'), 0, [])).toBeUndefined();
  expect(alignHit(places('a', 'a'), 1, places('a', 'a'))).toBeUndefined();
});
