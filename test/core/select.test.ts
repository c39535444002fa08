// What the screens ask of a session: the words a tool call goes by.
import { expect, test } from 'vitest';
import { toolCallTitle } from '../../src/core/session/select.ts';
import { createToolCall } from '../../src/core/session/toolCall.ts';

test('a tool call goes by the first of its words that can be seen', () => {
  const title = (words: object): string => toolCallTitle(createToolCall({ toolCallId: '1', ...words }));
  expect(title({ title: 'Read\n a.ts', name: 'read_file', kind: 'read' })).toBe('Read a.ts');
  expect(title({ title: '\u0007\u202E', name: 'read_file', kind: 'read' })).toBe('read_file');
  expect(title({ title: ' ', name: '\n', kind: 'read' })).toBe('read');
  expect(title({ kind: '' })).toBe('other');
});
