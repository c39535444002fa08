// What servers and files report, as it stands in a row of a list.
import { expect, test } from 'vitest';
import { mcpLabel, mcpMessage } from '../../../src/core/mcp/mcpLabels.ts';

test('a message is on one line, and what hides or turns text is spelled out', () => {
  expect(mcpMessage('Connection closed\r\n  No license\n')).toBe('Connection closed No license');
  expect(mcpMessage('a\u202Eb')).toBe('a\\u{202e}b');
});

test('a line break in a name is no space', () => {
  expect(mcpLabel('a\nb')).toBe('a\\u{a}b');
});
