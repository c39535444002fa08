// Numbers, durations, sizes and lists in English and in another display language.
import { afterEach, describe, expect, test } from 'vitest';
import { configureLocalization } from '../../../src/core/text/localization.ts';
import { durationText, listText, numberText, sizeText } from '../../../webview/text/format.ts';
import { percentText } from '../../../src/core/usage/usageFigures.ts';

afterEach(() => configureLocalization({ language: 'en' }));

describe('in English', () => {
  test.each([
    [0, '0.1s'],
    [400, '0.4s'],
    [4_000, '4s'],
    [59_600, '1m 0s'],
    [125_000, '2m 5s'],
    [3_720_000, '1h 2m'],
  ])('a duration of %i ms is %s', (durationMs, expected) => {
    expect(durationText(durationMs)).toBe(expected);
  });

  test.each([
    [512, '512 bytes'],
    [1_500, '1.5 kB'],
    [99_700_000, '99.7 MB'],
    [5_000_000_000_000, '5,000 GB'],
  ])('a size of %i bytes is %s', (sizeBytes, expected) => {
    expect(sizeText(sizeBytes)).toBe(expected);
  });

  test('numbers are grouped, shares are percent, and lists have commas', () => {
    expect(numberText(12_345)).toBe('12,345');
    expect(percentText(78)).toBe('78%');
    expect(listText(['Read 6 files', '2 searches'])).toBe('Read 6 files, 2 searches');
  });
});

test('the display language decides, also after it was changed', () => {
  expect(numberText(12_345)).toBe('12,345');
  configureLocalization({ language: 'de', contents: {} });
  expect(numberText(12_345)).toBe('12.345');
  expect(percentText(78)).toBe('78\u00a0%');
});

test('a language that is not translated gets the numbers of its English text', () => {
  configureLocalization({ language: 'de' });
  expect(numberText(12_345)).toBe('12,345');
});
