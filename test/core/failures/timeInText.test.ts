// When a limit is over, as agents and model services say it.
import { describe, expect, test } from 'vitest';
import { clockTimeInText, timeInText } from '../../../src/core/failures/timeInText.ts';

/** A Sunday, at noon. */
const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;

const iso = (text: string, now = NOW): string | undefined => {
  const time = timeInText(text, now) ?? clockTimeInText(text, now);
  return time === undefined ? undefined : new Date(time).toISOString();
};

describe('a text with the time at which it is over', () => {
  test.each([
    ["You've hit your limit · resets 3pm (UTC)", '2026-11-22T15:00:00.000Z'],
    ["You've hit your limit · resets 11am (UTC)", '2026-11-23T11:00:00.000Z'],
    ['5-hour limit reached ∙ resets 3:45 PM (UTC)', '2026-11-22T15:45:00.000Z'],
    ["You've hit your limit · resets 3pm (America/New_York)", '2026-11-22T20:00:00.000Z'],
    ['resets 12am (Europe/Berlin)', '2026-11-22T23:00:00.000Z'],
    ['resets 12pm (Asia/Kolkata)', '2026-11-23T06:30:00.000Z'],
    ['resets at 12am (Etc/GMT+5)', '2026-11-23T05:00:00.000Z'],
    ["You've hit your weekly limit · resets Nov 25 at 5pm (UTC)", '2026-11-25T17:00:00.000Z'],
    ['Weekly limit reached, resets Jan 2, 9am (UTC)', '2027-01-02T09:00:00.000Z'],
    // Summer time has begun by then.
    ['limit reached · resets Apr 1 at 9am (Europe/Berlin)', '2027-04-01T07:00:00.000Z'],
    ['Try again at Dec 6th, 2026 3:45 PM (UTC).', '2026-12-06T15:45:00.000Z'],
    ['Quota exceeded, resets at 00:00 UTC', '2026-11-23T00:00:00.000Z'],
    ['limit reached, resets at 15:00Z', '2026-11-22T15:00:00.000Z'],
    ['limit reached, try again at 3pm PST', '2026-11-22T23:00:00.000Z'],
    ['available again at 18:30 UTC+5:30', '2026-11-22T13:00:00.000Z'],
    ['available again at 15:00 GMT-3', '2026-11-22T18:00:00.000Z'],
    ['Please retry after 2026-12-24T10:00:00Z', '2026-12-24T10:00:00.000Z'],
    ['Your quota is used up until 2026-12-24T10:00+01:00', '2026-12-24T09:00:00.000Z'],
    ['Please try again in 2h 30m', new Date(NOW + 2.5 * HOUR).toISOString()],
    // Gemini CLI and Codex write no blanks between the units.
    ['Your quota will reset after 11h9m17s.', '2026-11-22T23:09:17.000Z'],
    ['Please try again in 1m30.5s. Visit the site.', '2026-11-22T12:01:30.500Z'],
    ['Please wait 45 seconds before retrying', '2026-11-22T12:00:45.000Z'],
    ['Try again in about 3 hours.', '2026-11-22T15:00:00.000Z'],
    ['Try again in an hour and 5 minutes', '2026-11-22T13:05:00.000Z'],
    // What the limit is says nothing about its end.
    ['Limit reached (300 requests in 5 hours), resets 2026-11-23T10:00:00Z', '2026-11-23T10:00:00.000Z'],
    ['300 messages in 5 hours are over. Try again at 6pm (UTC)', '2026-11-22T18:00:00.000Z'],
    // The day stands before the time, behind it, or is a word.
    ['Try again at 3:45 PM (UTC) on Dec 5.', '2026-12-05T15:45:00.000Z'],
    ['Try again at 3:45 PM UTC, Dec 5th, 2026', '2026-12-05T15:45:00.000Z'],
    ['resets at 12:00 AM UTC on December 1', '2026-12-01T00:00:00.000Z'],
    ['resets at 6pm (UTC) tomorrow', '2026-11-23T18:00:00.000Z'],
    ['resets tomorrow at 6pm (UTC)', '2026-11-23T18:00:00.000Z'],
    ['resets today at 6pm (UTC)', '2026-11-22T18:00:00.000Z'],
    ['resets Thu 9:59 PM UTC', '2026-11-26T21:59:00.000Z'],
    ['resets on Monday at 9am (UTC)', '2026-11-23T09:00:00.000Z'],
    ['resets Sunday at 6pm (UTC)', '2026-11-22T18:00:00.000Z'],
    ['resets Sunday at 9am (UTC)', '2026-11-29T09:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  test.each([
    // Clocks go back at 1:00 UTC in Berlin, and at 6:00 UTC in New York: between, they show a time twice.
    ['resets 2:30am (Europe/Berlin)', '2026-10-25T00:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['resets 2:30am (Europe/Berlin)', '2026-10-25T00:31:00Z', '2026-10-25T01:30:00.000Z'],
    ['resets 1:30am (America/New_York)', '2026-11-01T05:00:00Z', '2026-11-01T05:30:00.000Z'],
    ['resets 1:30am (America/New_York)', '2026-11-01T05:31:00Z', '2026-11-01T06:30:00.000Z'],
    ['resets 3:30am (Europe/Berlin)', '2026-10-25T00:31:00Z', '2026-10-25T02:30:00.000Z'],
    // They go forward: the hour after 2:00 is not shown.
    ['resets 2:30am (Europe/Berlin)', '2026-03-29T00:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['resets 2:30am (America/New_York)', '2026-03-08T05:00:00Z', '2026-03-08T07:30:00.000Z'],
    ['resets 3:30am (America/New_York)', '2026-03-08T05:00:00Z', '2026-03-08T07:30:00.000Z'],
    // Zones where it is another day than in that of the user.
    ['resets 3am (Asia/Bangkok)', '2026-11-27T18:10:00Z', '2026-11-27T20:00:00.000Z'],
    ['resets 3am (Pacific/Kiritimati)', '2026-11-27T18:10:00Z', '2026-11-28T13:00:00.000Z'],
    ['resets 11pm (Pacific/Pago_Pago)', '2026-11-27T08:10:00Z', '2026-11-27T10:00:00.000Z'],
    ['resets at 2026-11-27T23:30:00-08:00', '2026-11-27T18:10:00Z', '2026-11-28T07:30:00.000Z'],
    ['resets 2026-11-27T23:30:00-08:00', '2026-11-29T18:10:00Z', '2026-11-28T07:30:00.000Z'],
  ])('%s at %s', (text, now, expected) => {
    expect(iso(text, Date.parse(now))).toBe(expected);
  });

  test('without a zone it is that of the user', () => {
    const time = clockTimeInText('resets 3:15pm', NOW) ?? 0;
    const { hours, minutes } = { hours: new Date(time).getHours(), minutes: new Date(time).getMinutes() };
    expect([hours, minutes]).toEqual([15, 15]);
    expect(time).toBeGreaterThan(NOW - HOUR / 2);
    expect(time).toBeLessThanOrEqual(NOW + 24 * HOUR);
  });
});

test.each([
  ['resets 12pm (UTC)', 20_000],
  ['resets 11:45am UTC', 0],
])('a time that has just been is not that of tomorrow: %s', (text, later) => {
  expect(clockTimeInText(text, NOW + later)).toBeLessThanOrEqual(NOW + later);
});

test.each([
  'The counter resets 3 times',
  'resets 25:00 (UTC)',
  'resets 13pm (UTC)',
  'resets 3pm (Nowhere/Atlantis)',
  'resets 3pm XQT',
  'retry after 2026-99-24T10:00:00Z',
  'It is 3pm',
  'resets soon',
  'Your limit resets every 5 hours',
  'You sent 300 requests in 5 hours',
  'resets Someday at noon',
  '',
])('no time: %s', (text) => {
  expect(iso(text)).toBeUndefined();
});

test('a long text takes no long time', () => {
  const from = performance.now();
  iso('resets '.repeat(600) + 'in 1 '.repeat(600) + ' '.repeat(4_000));
  expect(performance.now() - from).toBeLessThan(200);
});
