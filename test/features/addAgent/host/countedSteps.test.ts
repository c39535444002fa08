// Steps of an install: those of unknown length count their seconds.
import { expect, test } from 'vitest';
import { CountedSteps } from '../../../../src/features/addAgent/host/countedSteps.ts';
import { ManualClock } from '../../../support/clock.ts';

function steps() {
  const clock = new ManualClock();
  const shown: string[] = [];
  const counted = new CountedSteps(clock, (message, percent) =>
    shown.push(percent === undefined ? message : `${message} (${percent} %)`),
  );
  return { clock, shown, counted };
}

test('a step says each second how long it has been running, until the next one', () => {
  const { clock, shown, counted } = steps();
  counted.report('Downloading…');
  clock.advance(1_000);
  clock.advance(1_000);
  counted.report('Starting…');
  clock.advance(1_000);
  expect(shown).toEqual([
    'Downloading…',
    'Downloading… 1 s',
    'Downloading… 2 s',
    'Starting…',
    'Starting… 1 s',
  ]);
});

test('a step that says its percentage counts no seconds, and nothing counts after the end', () => {
  const { clock, shown, counted } = steps();
  counted.report('Downloading…', 3);
  clock.advance(2_000);
  expect(shown).toEqual(['Downloading… (3 %)']);
  counted.report('Starting…');
  counted.dispose();
  clock.advance(2_000);
  expect(shown).toEqual(['Downloading… (3 %)', 'Starting…']);
});
