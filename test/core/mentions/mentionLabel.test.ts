// What mentions are called: by their addresses, whatever their names say.
import { expect, test } from 'vitest';
import { mentionLabel, readableAddress } from '../../../src/core/mentions/mentionLabel.ts';

test.each([
  ['file:///a/b%20c.ts', 'b c.ts'],
  ['file:///a/src/', 'src'],
  ['file:///a/b.ts#L3:9', 'b.ts:3-9'],
  ['file:///a/b.ts#L3', 'b.ts:3'],
  ['file:///a/b.ts?symbol=run#L3:9', 'run · b.ts'],
  [`file:///a/b.ts?symbol=${'x'.repeat(300)}#L3:9`, `${'x'.repeat(39)}… · b.ts`],
  ['file:///etc/passwd?README.md', 'passwd'],
  ['file:///x/README.md%2F..%2Fid_rsa', 'id_rsa'],
  ['file:///x/id_rsa/README.md/..', 'id_rsa'],
  ['file:///x/100%.txt', '100%.txt'],
  ['https://evil.example/README.md', 'evil.example'],
  ['https://github.com@evil.example/', 'evil.example'],
  [String.raw`https://evil.example\@github.com/`, 'evil.example'],
  ['https:///evil.example:8080/github.com', 'evil.example:8080'],
  ['parley:/editors?uri=untitled%3AUntitled-1#L2:3', 'Untitled-1:2-3'],
])('%s is called %s', (uri, text) => {
  expect(mentionLabel({ name: 'README.md', uri }).text).toBe(text);
});

test.each([
  ['parley:/git/staged', 'Staged Changes'],
  ['parley:/editors', 'All Open Editors'],
  ['https://a.example/b/', 'a.example/b'],
  ['https://a.example/', 'a.example'],
  ['file:///', '/'],
])('%s keeps its name %s', (uri, name) => {
  expect(mentionLabel({ name, uri }).text).toBe(name);
});

test('addresses are read without percent signs', () => {
  expect(readableAddress('file:///a/b%20c.ts#L3:9')).toBe('/a/b c.ts#L3:9');
  expect(readableAddress('file://server/share/a.ts')).toBe('//server/share/a.ts');
  expect(readableAddress('parley:/problems?file=file%3A%2F%2F%2Fa%zz')).toBe(
    'parley:/problems?file=file:///a%zz',
  );
});
