// What servers and files report, as it stands in a row of a list.
import { expect, test } from 'vitest';
import { mcpLabel, mcpMessage } from '../../../../src/features/mcp/core/mcpLabels.ts';
import { startProcessorTimer } from '../../../support/clock.ts';

test('a message is on one line, and what hides or turns text is spelled out', () => {
  expect(mcpMessage('Connection closed\r\n  No license\n')).toBe('Connection closed No license');
  expect(mcpMessage('a\u202Eb')).toBe('a\\u{202e}b');
});

test('a line break in a name is no space', () => {
  expect(mcpLabel('a\nb')).toBe('a\\u{a}b');
});

test.each([
  ['before it', `${' '.repeat(200_000)}\nDone`, 'Done'],
  ['within it', `Failed${' '.repeat(200_000)}\nDone`, 'Failed…'],
  ['as breaks', `Failed${'\n \n'.repeat(70_000)}Done`, 'Failed…'],
])('a message with very many spaces %s is shown at once', (_where, text, shown) => {
  const usedMs = startProcessorTimer();
  expect(mcpMessage(text)).toBe(shown);
  expect(usedMs()).toBeLessThan(1_000);
});

test('a message that is cut says so', () => {
  expect(mcpMessage('a\n'.repeat(5_000))).toMatch(/^(?:a ){150}…$/);
});
