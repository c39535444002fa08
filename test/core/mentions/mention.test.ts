import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionKindOf, mentionText, promptParts } from '../../../src/core/mentions/mention.ts';

test('a mention is written as a link, and read back at its place', () => {
  const text = `look at ${mentionText({ name: 'app.ts', uri: 'file:///work/app.ts' })}, please`;
  expect(text).toBe('look at [@app.ts](file:///work/app.ts), please');
  expect(promptParts(text)).toEqual([
    { type: 'text', text: 'look at ' },
    { type: 'mention', kind: 'file', mention: { name: 'app.ts', uri: 'file:///work/app.ts' } },
    { type: 'text', text: ', please' },
  ]);
});

test('any name is read back', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
      const [part] = promptParts(mentionText({ name, uri: 'file:///a (1)/b c.ts' }));
      const expected = name.replaceAll(/[\r\n]+/g, ' ');
      expect(part).toEqual({
        type: 'mention',
        kind: 'file',
        mention: { name: expected, uri: 'file:///a%20%281%29/b%20c.ts' },
      });
    }),
  );
});

test('nothing of a text is lost, whatever it has in it', () => {
  const piece = fc.oneof(
    fc.constantFrom('[@', '](', ')', '\\', '[', ']', '@', 'file:///a', 'parley:/git/staged', '\n'),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const again = promptParts(text)
        .map((part) => (part.type === 'text' ? part.text : mentionText(part.mention)))
        .join('');
      expect(promptParts(again)).toEqual(promptParts(text));
    }),
  );
});

test.each([
  ['file:///work/app.ts', 'file'],
  ['file:///work/src/', 'folder'],
  ['file:///work/app.ts#L3:9', 'selection'],
  ['file:///work/app.ts?symbol=run#L3:9', 'symbol'],
  ['parley:/problems', 'problems'],
  ['parley:/problems?file=file%3A%2F%2F%2Fa', 'problems'],
  ['parley:/git/branch?name=main', 'git'],
  ['parley:/terminal?id=1', 'terminal'],
  ['parley:/editors', 'editor'],
  ['parley:/session?key=1', 'session'],
  ['parley:/resource?server=a&uri=b', 'resource'],
  ['https://example.com/a', 'url'],
])('%s is of the kind %s', (uri, kind) => {
  expect(mentionKindOf(uri)).toBe(kind);
});

test.each(['javascript:alert(1)', 'command:parley.cancel', 'parley:/gitx', 'vscode://a', 'data:,a', 'a.ts'])(
  '%s cannot be mentioned',
  (uri) => {
    expect(mentionKindOf(uri)).toBeUndefined();
    expect(promptParts(`[@x](${uri})`)).toHaveLength(1);
  },
);

test('a text of nothing but beginnings is read at once', () => {
  const text = '[@a'.repeat(200_000);
  expect(promptParts(text)).toEqual([{ type: 'text', text }]);
});
