// When it is reported that what a prompt mentions is being read.
import { expect, test } from 'vitest';
import { ReadingNotices } from '../../../src/host/context/readingNotices.ts';
import { ManualClock } from '../../support/clock.ts';

function makeNotices() {
  const clock = new ManualClock();
  const reports: boolean[] = [];
  const notices = new ReadingNotices(clock);
  notices.onChange(() => reports.push(notices.isReading('k')));
  return { clock, reports, notices };
}

test('what is read at once is not reported', async () => {
  const { clock, reports, notices } = makeNotices();
  expect(await notices.during('k', Promise.resolve('blocks'))).toBe('blocks');
  clock.advance(1_000);
  expect(reports).toEqual([]);
});

test('what takes a moment is reported once, and its end when all of it is read or has failed', async () => {
  const { clock, reports, notices } = makeNotices();
  const one = Promise.withResolvers<string>();
  const two = Promise.withResolvers<string>();
  const reading = [notices.during('k', one.promise), notices.during('k', two.promise)];
  clock.advance(300);
  expect(reports).toEqual([true]);
  one.resolve('read');
  await reading[0];
  expect(reports).toHaveLength(1);
  two.reject(new Error('gone'));
  await expect(reading[1]).rejects.toThrow('gone');
  expect(reports).toEqual([true, false]);
});

test('of one session nothing is known of another', () => {
  const { clock, notices } = makeNotices();
  void notices.during('other', new Promise(() => undefined));
  clock.advance(300);
  expect(notices.isReading('other')).toBe(true);
  expect(notices.isReading('k')).toBe(false);
  notices.dispose();
});
