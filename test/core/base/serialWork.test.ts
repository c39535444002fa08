// Work that is done one piece after another.
import { expect, test } from 'vitest';
import { SerialWork } from '../../../src/core/base/serialWork.ts';

test('a piece begins when the one before it has ended', async () => {
  const work = new SerialWork();
  const began: string[] = [];
  const gate = Promise.withResolvers<string>();
  const first = work.run(() => {
    began.push('first');
    return gate.promise;
  });
  const second = work.run(async () => {
    began.push('second');
    return 2;
  });
  await Promise.resolve();
  expect(began).toEqual(['first']);
  gate.resolve('done');
  expect(await Promise.all([first, second])).toEqual(['done', 2]);
  expect(began).toEqual(['first', 'second']);
});

test('a failure is reported to its caller alone, and the next piece is done', async () => {
  const work = new SerialWork();
  const failed = work.run(() => Promise.reject(new Error('not written')));
  const next = work.run(async () => 'written');
  await expect(failed).rejects.toThrow('not written');
  expect(await next).toBe('written');
});
