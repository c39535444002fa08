// The times that users write for the reset of a limit.
import { expect, test } from 'vitest';
import { configureTimeZone } from '../../../src/core/text/localization.ts';
import { resetTime } from '../../../src/features/limits/core/resetTime.ts';

const NOW = Date.parse('2026-03-04T10:00:00Z');
const MINUTE = 60_000;

test.each([
  ['2h 30m', NOW + 150 * MINUTE],
  [' 45 minutes ', NOW + 45 * MINUTE],
  ['in 2h', NOW + 120 * MINUTE],
  ['In an hour', NOW + 60 * MINUTE],
  ['at 11:30 PM UTC', Date.parse('2026-03-04T23:30:00Z')],
  ['until 2026-12-01T09:00Z', Date.parse('2026-12-01T09:00:00Z')],
  ['tomorrow at 9am (UTC)', Date.parse('2026-03-05T09:00:00Z')],
  ['Monday 9:00 UTC', Date.parse('2026-03-09T09:00:00Z')],
  ['11:30 PM UTC on Mar 6', Date.parse('2026-03-06T23:30:00Z')],
  ['11:30pm (Europe/Berlin)', Date.parse('2026-03-04T22:30:00Z')],
  ['11:30 PM UTC', Date.parse('2026-03-04T23:30:00Z')],
  ['9am (America/New_York)', Date.parse('2026-03-04T14:00:00Z')],
  ['9:59 UTC', undefined],
  ['9:00 UTC', Date.parse('2026-03-05T09:00:00Z')],
  ['Mar 6 at 9am (Europe/Berlin)', Date.parse('2026-03-06T08:00:00Z')],
  ['2026-12-01T09:00Z', Date.parse('2026-12-01T09:00:00Z')],
  ['2020-12-01T09:00Z', undefined],
  ['11:30pm (Mars/Olympus)', undefined],
  ['25:99', undefined],
  ['soon', undefined],
  ['in the evening', undefined],
  ['at noon', undefined],
  ['', undefined],
  ['0m', undefined],
])('%s', (text, time) => {
  expect(resetTime(text, NOW)).toBe(time);
});

test('a time without a zone is one in that of the user, as the window reports it', () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  configureTimeZone('Asia/Bangkok');
  expect(resetTime('11:30 PM', NOW)).toBe(Date.parse('2026-03-04T16:30:00Z'));
  expect(resetTime('11:30 PM UTC', NOW)).toBe(Date.parse('2026-03-04T23:30:00Z'));
  configureTimeZone('America/New_York');
  expect(resetTime('11:30 PM', NOW)).toBe(Date.parse('2026-03-05T04:30:00Z'));
  configureTimeZone(own);
});
