// Times as the user reads them: in their zone, which need not be that of the machine that the window is connected to.
import { afterEach, expect, test } from 'vitest';
import { timeText } from '../../../src/core/failures/timeText.ts';
import { configureTimeZone } from '../../../src/core/text/localization.ts';

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
afterEach(() => configureTimeZone(own));

const NOW = Date.parse('2026-11-27T18:10:00Z');
const RESET = Date.parse('2026-11-27T20:00:00Z');

test.each([
  ['Asia/Bangkok', '3:00 AM'],
  ['America/Los_Angeles', '12:00 PM'],
  ['Asia/Kathmandu', '1:45 AM'],
])('in %s', (zone, expected) => {
  configureTimeZone(zone);
  expect(timeText(RESET, NOW)).toBe(expected);
});

test('a later day has its date, which is that of the zone', () => {
  configureTimeZone('Pacific/Kiritimati');
  expect(timeText(RESET + 86_400_000, NOW)).toBe('Sun, Nov 29, 10:00 AM');
  configureTimeZone('America/Los_Angeles');
  expect(timeText(RESET + 86_400_000, NOW)).toBe('Sat, Nov 28, 12:00 PM');
});

test.each(['Mars/Olympus', '', 'x'.repeat(9_000)])(
  'a zone that nobody knows changes nothing: %.9s',
  (zone) => {
    configureTimeZone('Asia/Bangkok');
    configureTimeZone(zone);
    expect(timeText(RESET, NOW)).toBe('3:00 AM');
  },
);
