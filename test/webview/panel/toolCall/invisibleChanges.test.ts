// Differences that no line shows: line endings, the byte order mark, the newline at the end.
import { expect, test } from 'vitest';
import { diffLines } from '../../../../webview/panel/toolCall/diffLines.ts';
import { invisibleChanges } from '../../../../webview/panel/toolCall/invisibleChanges.ts';

test.each([
  ['a\r\nb\r\n', 'a\nb\n', [{ kind: 'line_endings', from: 'CRLF', to: 'LF' }]],
  ['a\nb\n', 'a\r\nb\n', [{ kind: 'line_endings', from: 'LF', to: 'mixed' }]],
  ['a\r\nb\n', 'a\nb\r\n', [{ kind: 'line_endings', from: 'mixed', to: 'mixed' }]],
  ['a\nb', 'a\nb\n', [{ kind: 'final_newline', isAdded: true }]],
  ['a\nb\n', 'a\nb', [{ kind: 'final_newline', isAdded: false }]],
  ['\uFEFFa\n', 'a\n', [{ kind: 'byte_order_mark', isAdded: false }]],
  [
    'a\r\n',
    '\uFEFFa\nb',
    [
      { kind: 'line_endings', from: 'CRLF', to: 'LF' },
      { kind: 'byte_order_mark', isAdded: true },
      { kind: 'final_newline', isAdded: false },
    ],
  ],
  ['a\n', 'b\n', []],
  ['', 'a\r\n', []],
  ['a\r\n', '', []],
  ['x', 'x', []],
  ['\uFEFF', '', [{ kind: 'byte_order_mark', isAdded: false }]],
  ['', '\uFEFF', [{ kind: 'byte_order_mark', isAdded: true }]],
  ['\uFEFFa\n', '', []],
])('%j to %j', (oldText, newText, changes) => {
  expect(invisibleChanges(oldText, newText)).toEqual(changes);
});

test('a byte order mark makes no line another one', () => {
  expect(diffLines('\uFEFFa\nb\n', 'a\nb\n')).toMatchObject({ added: 0, removed: 0 });
  expect(diffLines('\uFEFFa\n', '\uFEFFc\n')).toMatchObject({ added: 1, removed: 1 });
});
