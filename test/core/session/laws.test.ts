// The laws of the session state, for any events in any order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coalesce } from '../../../src/core/session/coalesce.ts';
import { sessionEvent, type SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, sessionState, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { anyEvent } from '../../support/sessionEvents.ts';
import { propertyRuns } from '../../support/cases/fullRun.ts';

const start = emptySession('s', 'agent', '/work');
const events = fc.array(anyEvent, { maxLength: 60 });

function fold(state: SessionState, list: readonly SessionEvent[]): SessionState {
  return list.reduce(reduce, state);
}

test('the laws are tried with every type of event', () => {
  const types = sessionEvent.def.options.map(({ shape }) => shape.type.def.values[0]);
  const made = new Set(fc.sample(anyEvent, { numRuns: 5_000, seed: 1 }).map(({ type }) => type));
  expect(types.filter((type) => type === undefined || !made.has(type))).toEqual([]);
});

test('merging events changes nothing: reduce(coalesce(xs)) = reduce(xs)', () => {
  fc.assert(
    fc.property(events, (list) => {
      expect(fold(start, coalesce(list))).toEqual(fold(start, list));
    }),
    propertyRuns(500),
  );
});

test('a snapshot after any prefix plus the rest is the straight fold', () => {
  fc.assert(
    fc.property(events, fc.nat(60), (list, cut) => {
      const snapshot: unknown = JSON.parse(JSON.stringify(fold(start, list.slice(0, cut))));
      expect(fold(sessionState.parse(snapshot), list.slice(cut))).toEqual(fold(start, list));
    }),
  );
});

/** Events with a patch of a tool call: they touch its entry, also where the patch says what is known. */
const patchesToolCall: ReadonlySet<string> = new Set([
  'tool_call',
  'permission_requested',
  'permission_decided',
]);

test('entries that an event does not touch keep their reference', () => {
  fc.assert(
    fc.property(events, anyEvent, (list, last) => {
      const before = fold(start, list);
      const after = reduce(before, last);
      const entriesBefore = new Map(before.entries.flat().map((entry) => [entry.id, entry]));
      for (const entry of after.entries.flat()) {
        const old = entriesBefore.get(entry.id);
        if (
          old !== undefined &&
          JSON.stringify(old) === JSON.stringify(entry) &&
          !patchesToolCall.has(last.type)
        ) {
          expect(entry).toBe(old);
        }
      }
    }),
  );
});

test('entry ids are unique and never reused', () => {
  fc.assert(
    fc.property(events, (list) => {
      const ids = fold(start, list)
        .entries.flat()
        .map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('every event the reducer takes passes the contract with the webview', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      expect(sessionEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }),
  );
});
