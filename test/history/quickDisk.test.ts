// Files are looked at without threads while the disk answers at once, and others get their turn meanwhile.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { QuickDisk } from '../../src/history/quickDisk.ts';

type Way = 'direct' | 'threaded';

/** Milliseconds, which pass only while the disk blocks. */
let now = 0;
const quickDisk = (): QuickDisk => new QuickDisk(() => now);

async function lookAt(disk: QuickDisk, files: number, ms = 0): Promise<readonly Way[]> {
  const ways: Way[] = [];
  for (let file = 0; file < files; file++) {
    ways.push(
      await disk.run<Way>(
        () => {
          now += ms;
          return 'direct';
        },
        () => Promise.resolve('threaded'),
      ),
    );
  }
  return ways;
}

test('the first files are left to threads, the next ones are looked at directly', async () => {
  const ways = await lookAt(quickDisk(), 65);
  expect(ways.slice(0, 64)).not.toContain('direct');
  expect(ways[64]).toBe('direct');
});

test('after some files that take long the next ones are left to threads', async () => {
  const disk = quickDisk();
  await lookAt(disk, 64);
  expect(await lookAt(disk, 8, 10)).toEqual([...Array<Way>(7).fill('direct'), 'threaded']);
  await lookAt(disk, 511);
  expect(await lookAt(disk, 1)).toEqual(['direct']);
});

test('a single file that takes long, of many, leaves none to threads', async () => {
  const disk = quickDisk();
  await lookAt(disk, 64);
  for (let round = 0; round < 20; round++) {
    expect(await lookAt(disk, 1, 50)).toEqual(['direct']);
    expect(await lookAt(disk, 15)).not.toContain('threaded');
  }
});

test('one that takes very long leaves the next ones to threads', async () => {
  const disk = quickDisk();
  await lookAt(disk, 64);
  expect(await lookAt(disk, 3, 100)).toEqual(['direct', 'threaded', 'threaded']);
});

test('a file that cannot be looked at rejects either way, and a slow one of these counts as slow', async () => {
  const disk = quickDisk();
  const fail = (ms: number): Promise<never> =>
    disk.run<never>(
      () => {
        now += ms;
        throw new Error('direct');
      },
      () => Promise.reject(new Error('threaded')),
    );
  for (let file = 0; file < 64; file++) await expect(fail(0)).rejects.toThrow('threaded');
  await expect(fail(100)).rejects.toThrow('direct');
  await expect(fail(0)).rejects.toThrow('threaded');
});

test('others get their turn while many files are looked at', async () => {
  const disk = quickDisk();
  await lookAt(disk, 64);
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      await setImmediate();
      turns++;
    }
  })();
  expect(await lookAt(disk, 100, 1)).not.toContain('threaded');
  isDone = true;
  await others;
  // In 100 ms one every 4.
  expect(turns).toBeGreaterThanOrEqual(24);
});
