// Texts cut to what a line has room for.
import { expect, test } from 'vitest';
import { shortEnd, shortText } from '../../../webview/text/shortText.ts';

test('a title stays whole, and a text of any length becomes as long as a title at most', () => {
  expect(shortText('Fix the build')).toBe('Fix the build');
  expect(shortText('👍'.repeat(100_000))).toBe(`${'👍'.repeat(499)}…`);
});

test('of a long path the end is shown', () => {
  expect(shortEnd('/home/ada/a.ts')).toBe('/home/ada/a.ts');
  expect(shortEnd(`${'👍'.repeat(100_000)}a`)).toBe(`…${'👍'.repeat(499)}a`);
});
