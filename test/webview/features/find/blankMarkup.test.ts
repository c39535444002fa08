// What of markdown is not found, because it is not rendered.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLANK, blankMarkup } from '../../../../webview/features/find/blankMarkup.ts';

/** A text with a point for each character that is blanked. */
function blanked(text: string): string {
  return blankMarkup(text).text.replaceAll(BLANK, '.');
}

test.each([
  ['an address', 'see [client.ts](src/client.ts) now', 'see [client.ts](.............) now'],
  ['with its title', '[a](b.md "A note") b', '[a](.............) b'],
  ['with brackets in it', '[a](b_(c).md) d', '[a](........) d'],
  ['in angle brackets', '[a](<my file.md>) b', '[a](............) b'],
  ['of an image', '![a](data:image/png;base64,AAAA) b', '![a](..........................) b'],
  ['two on a line', '[a](b.c) [d](e.f)', '[a](...) [d](...)'],
  ['while it grows', 'see [a](src/cli', 'see [a](.......'],
  ['the word of a fence', '```ts\nconst ts = 1;\n```\nts', '```..\nconst ts = 1;\n```\nts'],
])('%s is not found', (_name, text, expected) => {
  expect(blanked(text)).toBe(expected);
});

test.each([
  ['a call', 'run handlers[0](event) now'],
  ['code', '```\n[a](b.c)\nx[0](event.target)\n```'],
  ['code after a shorter fence', '````\n```\n[a](b.c)\n````'],
  ['brackets that are not closed on their line', '[a](b.c\nmore)'],
  ['an address that is rendered', 'https://example.com/a_(b) and a (b.c)'],
])('%s is found', (_name, text) => {
  const [first = '', ...rest] = blanked(text).split('\n');
  expect([first, ...rest].join('\n')).toBe(text);
});

const piece = fc.constantFrom(
  '[a](',
  'b.c',
  ')',
  '```',
  'ts',
  '\n',
  ' ',
  '"',
  '<',
  '>',
  'word',
  '(',
  '~~~',
  '[x](y)',
);

test('a text that grows in any pieces is blanked as the whole is, place for place', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      let text = '';
      let grown = blankMarkup(text);
      for (const next of pieces) {
        text += next;
        grown = blankMarkup(text, grown);
      }
      expect(grown).toEqual(blankMarkup(text));
      expect(grown.text).toHaveLength(text.length);
    }),
  );
});
