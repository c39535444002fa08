// Recordings are bounded, and join requests with their answers.
import { expect, test } from 'vitest';
import { Recording, type Inspector } from '../../../../src/features/protocolView/core/recording.ts';
import { readSaved, savedText } from '../../../../src/features/protocolView/core/wireRecord.ts';

/** Every second message answers the one before it. */
const pairs: Inspector = {
  hasStart: true,
  connected: () => undefined,
  missed: () => undefined,
  inspect: ({ seq }) => ({
    kind: seq % 2 === 0 ? 'response' : 'request',
    method: 'm',
    ...(seq % 2 === 0 ? { answers: seq - 1 } : {}),
    problems: [],
  }),
};

function add(recording: Recording, at: number, text = '{}'): void {
  recording.add({ at, direction: 'in', text, isMessage: true, sizeBytes: text.length });
}

test('a request and its answer have the time between them', () => {
  const recording = new Recording(pairs);
  add(recording, 100);
  add(recording, 142);
  expect(recording.rows).toMatchObject([
    { seq: 1, latencyMs: 42, pair: 2 },
    { seq: 2, latencyMs: 42, pair: 1 },
  ]);
});

test('only rows that are new or changed are handed out', () => {
  const recording = new Recording(pairs);
  add(recording, 1);
  expect(recording.changedRows()).toHaveLength(1);
  expect(recording.changedRows()).toHaveLength(0);
  add(recording, 2);
  expect(recording.changedRows().map(({ seq }) => seq)).toEqual([1, 2]);
});

test('a request that was not answered when the next connection begins never was', () => {
  const initialize: Inspector = {
    ...pairs,
    inspect: () => ({ kind: 'request', method: 'initialize', problems: [] }),
  };
  const recording = new Recording(initialize);
  const line = { direction: 'out', text: '{}', isMessage: true, sizeBytes: 2 } as const;
  recording.add({ ...line, at: 1 });
  recording.add({ ...line, at: 2 });
  expect(recording.rows).toMatchObject([
    { verdict: 'broken', problems: [{ rule: 'R5' }] },
    { verdict: 'ok', problems: [] },
  ]);
});

test('a file of nothing but connections that begin takes no longer than others', () => {
  const initialize: Inspector = {
    ...pairs,
    inspect: () => ({ kind: 'request', method: 'initialize', problems: [] }),
  };
  const recording = new Recording(initialize, { maxRecords: Infinity, maxBytes: Infinity });
  const line = { at: 1, direction: 'out', text: '{}', isMessage: true, sizeBytes: 2 } as const;
  for (let count = 0; count < 50_000; count++) recording.add(line);
  expect(recording.rows.filter(({ verdict }) => verdict === 'broken')).toHaveLength(49_999);
});

test('there are never more messages, or bytes, than the limits', () => {
  const recording = new Recording(pairs, { maxRecords: 3, maxBytes: 100 });
  for (let at = 0; at < 10; at++) add(recording, at);
  expect(recording.rows.map(({ seq }) => seq)).toEqual([8, 9, 10]);
  expect(recording).toMatchObject({ dropped: 7, first: 8 });
  expect(recording.changedRows()).toHaveLength(3);
  add(recording, 11, 'x'.repeat(99));
  expect(recording.rows.map(({ seq }) => seq)).toEqual([11]);
});

test('of a line that is too long only the start is recorded', () => {
  const recording = new Recording(pairs);
  add(recording, 1, `"${'x'.repeat(3 * 1024 * 1024)}"`);
  expect(recording.records[0]?.text.length).toBe(1024 * 1024);
  expect(recording.records[0]?.isMessage).toBe(false);
  expect(recording.rows[0]?.sizeBytes).toBeGreaterThan(3 * 1024 * 1024);
});

test('what is saved is read again', () => {
  const recording = new Recording(pairs);
  add(recording, 1_000, '{"a":1}');
  recording.add({ at: 1_005, direction: 'out', text: 'no JSON', isMessage: false, sizeBytes: 7 });
  const text = recording.records.map((record) => savedText(record, 1_000)).join('');
  expect(readSaved(text)).toMatchObject({
    skipped: 0,
    records: [
      { at: 0, direction: 'in', text: '{"a":1}', isMessage: true },
      { at: 5, direction: 'out', text: 'no JSON', isMessage: false },
    ],
  });
});
