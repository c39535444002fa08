// Work on many items, a few at a time.
import { expect, test } from 'vitest';
import { mapInParallel } from '../../../src/core/base/inParallel.ts';

test('the results are in the order of the items, also where later ones end first', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const results = mapInParallel([1, 2, 3], 2, (item) => {
    if (item === 3) resolve('one');
    return item === 1 ? promise : Promise.resolve(String(item));
  });
  expect(await results).toEqual(['one', '2', '3']);
});

test('no further item is begun once one has failed', async () => {
  const begun: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const results = mapInParallel([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('no');
    await promise;
  });
  await expect(results).rejects.toThrow('no');
  resolve();
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2]);
});
