// Words in notifications, where VS Code draws links that may run commands.
import { expect, test } from 'vitest';
import { escapeForNotification } from '../../../src/host/text/escapeForNotification.ts';

/** What VS Code takes for a link in the text of a notification. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

test.each([
  '[Update](command:run)',
  '[a](\u200Bcommand:run)',
  '[a]\u200B(command:run)',
  '[a](https://x.example "t")',
])('%j becomes no link', (words) => {
  expect(escapeForNotification(words)).not.toMatch(LINK);
});

test('what hides or turns text is spelled out, and the rest stays', () => {
  expect(escapeForNotification('a\nb\u202Ec\u2028d')).toBe('a b\\u{202e}c d');
  expect(escapeForNotification('/a [b] (c).ts')).toBe('/a [b] (c).ts');
});
