// Words in notifications, where VS Code draws links that may run commands.
import { expect, test } from 'vitest';
import { plainWords } from '../../src/host/plainWords.ts';

/** What VS Code takes for a link in the text of a notification. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

test.each([
  '[Update](command:run)',
  '[a](\u200Bcommand:run)',
  '[a]\u200B(command:run)',
  '[a](https://x.example "t")',
])('%j becomes no link', (words) => {
  expect(plainWords(words)).not.toMatch(LINK);
});

test('what hides or turns text is gone, and the rest stays', () => {
  expect(plainWords('a\nb\u202Ec\u2028d')).toBe('a b c d');
  expect(plainWords('/a [b] (c).ts')).toBe('/a [b] (c).ts');
});
