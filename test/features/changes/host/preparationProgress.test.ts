// What the status bar says while the first snapshot of a folder is taken.
import { beforeEach, expect, test } from 'vitest';
import { showPreparation } from '../../../../src/features/changes/host/preparationProgress.ts';
import { ManualClock } from '../../../support/clock.ts';
import { resetVscode, vscode } from '../../../support/vscode.ts';

beforeEach(resetVscode);

/** A snapshot that is `percent` done, until it ends. */
function preparation() {
  const clock = new ManualClock();
  const first = Promise.withResolvers<void>();
  let percent: number | undefined;
  const shown = showPreparation(clock, first.promise, () => percent);
  const after = async (milliseconds: number, now?: number): Promise<readonly string[]> => {
    percent = now;
    clock.advance(milliseconds);
    // The progress is opened once all that waits has run.
    await new Promise(setImmediate);
    clock.advance(0);
    return vscode.statusMessages;
  };
  return { after, end: () => first.resolve(), shown };
}

test('what takes long says how far it is until it ends', async () => {
  const { after, end, shown } = preparation();
  expect(await after(2_000)).toEqual(['Preparing undo… 0%']);
  expect((await after(700, 34)).at(-1)).toBe('Preparing undo… 34%');
  end();
  await shown;
  expect(vscode.statusMessages.at(-1)).toBe('');
  const said = vscode.statusMessages.length;
  expect(await after(10_000, 90)).toHaveLength(said);
});

test('what is over soon says nothing, then and later', async () => {
  const { after, end, shown } = preparation();
  expect(await after(1_999, 80)).toEqual([]);
  end();
  await shown;
  expect(await after(10_000, 90)).toEqual([]);
});
