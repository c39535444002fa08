// The JSON files of sessions: what is stored where several writes are asked for at once.
import { expect, test } from 'vitest';
import { SessionRecords } from '../../../../../src/features/changes/node/review/sessionRecords.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

const ONE = { agent: 'A', sessionId: 'acp-1', key: 'one' };
const OTHER = { agent: 'A', sessionId: 'acp-2', key: 'other' };

test('of writes that wait for each other only the last is made, and all are done with it', async () => {
  const records = new SessionRecords(files.beside('records'));
  const made: string[] = [];
  const write = (text: string): Promise<void> =>
    records.writeText(ONE, () => {
      made.push(text);
      return text;
    });
  const other = records.write(OTHER, { of: 'other' });
  await Promise.all([write('"1"'), write('"2"'), write('"3"')]);
  expect(made).toEqual(['"3"']);
  expect(await records.read(ONE)).toBe('3');
  await other;
  expect(await records.read(OTHER)).toEqual({ of: 'other' });
});

test('a write that has begun is not replaced by the next one', async () => {
  const records = new SessionRecords(files.beside('records'));
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const first = records.writeText(ONE, () => {
    resolve();
    return '1';
  });
  await begun;
  await Promise.all([first, records.writeText(ONE, () => '2')]);
  expect(await records.read(ONE)).toBe(2);
});

test.each([
  ['a removal', 'remove', undefined],
  ['a write after a removal', 'write', 2],
] as const)('%s that is asked for after a write counts', async (_name, last, stored) => {
  const records = new SessionRecords(files.beside('records'));
  const done = [records.writeText(ONE, () => '1'), records.remove(ONE)];
  if (last === 'write') done.push(records.writeText(ONE, () => '2'));
  await Promise.all(done);
  expect(await records.read(ONE)).toBe(stored);
});
