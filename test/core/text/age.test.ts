// Ages as lists of sessions show them.
import { afterEach, expect, test } from 'vitest';
import { ageText } from '../../../src/core/text/age.ts';
import { configureLocalization } from '../../../src/core/text/localization.ts';

const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 0, 1);

afterEach(() => configureLocalization({ language: 'en' }));

test('an age is in the largest unit that fits, rounded down', () => {
  expect(ageText(NOW - 59_000, NOW)).toBe('now');
  expect(ageText(NOW - 5.9 * MINUTE_MS, NOW)).toBe('5 min ago');
  expect(ageText(NOW - 119 * MINUTE_MS, NOW)).toBe('1 hr ago');
  expect(ageText(NOW - 25 * 60 * MINUTE_MS, NOW)).toBe('1 day ago');
});

test('a time in the future is now, and an unknown time has no age', () => {
  expect(ageText(NOW + MINUTE_MS, NOW)).toBe('now');
  expect(ageText(0, NOW)).toBe('');
});

test('an age is in the language of the text', () => {
  expect(ageText(NOW - 5 * MINUTE_MS, NOW)).toBe('5 min ago');
  configureLocalization({ language: 'zh-cn', contents: {} });
  expect(ageText(NOW - 5 * MINUTE_MS, NOW)).toBe('5分钟前');
});
