// The order of a prompt: what Parley adds stands before the user's words, and a command before everything.
import { expect, test } from 'vitest';
import { withContext } from '../../../src/core/mentions/promptContext.ts';
import type { ContentBlock } from '../../../src/core/session/content.ts';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const report: ContentBlock = {
  type: 'resource',
  resource: { uri: 'parley:/undone/undone-changes.md', text: 'a' },
};
const image: ContentBlock = { type: 'image', data: 'AQID', mimeType: 'image/png' };
const file: ContentBlock = { type: 'resource_link', uri: 'file:///a.ts', name: 'a.ts' };

test('context stands before what the user wrote', () => {
  expect(withContext([text('Go on')], [report])).toEqual([report, text('Go on')]);
  expect(withContext([image, text('see a/b')], [])).toEqual([image, text('see a/b')]);
});

test.each([
  ['alone', [text('/compact focus')], [text('/compact focus'), report]],
  ['after an image', [image, text('/compact')], [text('/compact'), image, report]],
  ['after blanks', [text(' \n'), text('\n/compact')], [text('/compact'), text(' \n'), report]],
  [
    'with a file in its words',
    [text('/review '), file, text(' please')],
    [text('/review '), file, text(' please'), report],
  ],
])('a command %s is the first block', (_, content, order) => {
  expect(withContext(content, [report])).toEqual(order);
});
