// Content of messages of kinds that Parley does not know: what it says to the user is shown.
import { expect, test } from 'vitest';
import { contentBlock, readContentBlock } from '../../../src/agents/schema/contentSchema.ts';

test.each([
  [{ type: 'refusal', refusal: 'I cannot do that' }, 'I cannot do that'],
  [{ type: 'error', message: 'The model is gone' }, 'The model is gone'],
  [{ type: 'tool_result', content: [{ type: 'text', text: 'INNER' }, 'and more'] }, 'INNER\n\nand more'],
  [{ type: 'group', parts: [{ type: 'x', content: { text: 'deep' } }] }, 'deep'],
  [{ type: 'thinking', thinking: 'abc' }, 'abc'],
  [{ type: 'output_text', value: 'abc' }, 'abc'],
  [{ type: 'text', text: { value: 'abc' } }, 'abc'],
  [{ type: 'text', text: ['a', 'b'] }, 'a\n\nb'],
  [{ type: 'text', text: 42 }, '42'],
  [{ type: 'text', text: 0 }, '0'],
  [{ type: 'text', text: false }, 'false'],
])('%j says %j', (block, text) => {
  expect(contentBlock.parse(block)).toEqual({ type: 'text', text });
});

test('what says nothing keeps its place, with the name of its kind', () => {
  for (const rest of [{}, { id: 'm1', data: 'x' }, { message: '' }])
    expect(contentBlock.parse({ type: 'hologram', ...rest })).toEqual({ type: 'unknown', name: 'hologram' });
});

test('in a tool call a block of an unknown kind stays unknown, so that no rule answers for it', () => {
  expect(readContentBlock({ type: 'refusal', refusal: 'rm -rf' })).toEqual({
    type: 'unknown',
    name: 'refusal',
  });
});

test.each([
  [
    { source: { type: 'base64', media_type: 'image/gif', data: 'AA' } },
    { data: 'AA', mimeType: 'image/gif' },
  ],
  [{ url: 'data:image/gif;base64,AA' }, { data: 'AA', mimeType: 'image/gif' }],
  [{ source: { type: 'url', url: 'https://a/b' } }, { type: 'resource_link', uri: 'https://a/b' }],
])('an image as other protocols have it: %j', (fields, expected) => {
  expect(contentBlock.parse({ type: 'image', ...fields })).toMatchObject(expected);
});

test('a link has its address as `url`, too', () => {
  expect(contentBlock.parse({ type: 'resource_link', url: 'https://a' })).toMatchObject({ uri: 'https://a' });
});
