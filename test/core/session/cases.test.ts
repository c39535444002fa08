// What each event means, as cases in JSON: `cases/README.md` says how to add one.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { coalesce } from '../../../src/core/session/coalesce.ts';
import { sessionEvent, type SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, sessionState, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

const folder = join(import.meta.dirname, 'cases');

const sessionCase = z.record(z.enum(['given', 'when', 'then']), z.unknown());
type Steps = z.infer<typeof sessionCase>;
const types = z.array(z.object({ type: z.string() }));

const cases = globSync('*/*.json', { cwd: folder }).map((path): readonly [string, Steps] => [
  `${dirname(path)}: ${basename(path, '.json').replaceAll('-', ' ')}`,
  sessionCase.parse(JSON.parse(readFileSync(join(folder, path), 'utf8'))),
]);

/** The events of a case. A field that their schemas do not know is a mistake in the case. */
function eventsOf(list: unknown): readonly SessionEvent[] {
  const read = z.array(sessionEvent).parse(list);
  expect(read, 'Unknown fields in events').toEqual(list);
  return read;
}

type Parts = Readonly<Record<string, unknown>>;

/** What is new or not the same any more, by its key; null for what is gone. */
function differences(before: Parts, after: Parts): Parts {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return Object.fromEntries(changed.map((key) => [key, after[key] ?? null]));
}

/** The parts of a state, with the entries by their ids. How many entries were made is seen by the ids. */
function partsOf({ entries, entriesMade: _made, ...parts }: SessionState): {
  readonly parts: Parts;
  readonly rows: Parts;
} {
  return { parts, rows: Object.fromEntries(entries.flat().map(({ id, ...fields }) => [id, fields])) };
}

/** All that differs between two states, as `then` of a case says it. */
function changesOf(before: SessionState, after: SessionState): Parts {
  const [old, now] = [partsOf(before), partsOf(after)];
  const entries = differences(old.rows, now.rows);
  return { ...differences(old.parts, now.parts), ...(Object.keys(entries).length === 0 ? {} : { entries }) };
}

const start = emptySession('key', 'agent', '/work');
const fold = (state: SessionState, list: readonly SessionEvent[]): SessionState => list.reduce(reduce, state);

test.each(cases)('%s', (_title, steps) => {
  const [earlier, events] = [eventsOf(steps.given), eventsOf(steps.when)];
  const before = fold(start, earlier);
  const after = fold(before, events);
  expect(changesOf(before, after)).toEqual(steps.then);
  // The laws hold for cases as well: merging changes nothing, and a snapshot is as good as the state.
  expect(fold(start, coalesce([...earlier, ...events]))).toEqual(after);
  expect(fold(sessionState.parse(JSON.parse(JSON.stringify(before))), events)).toEqual(after);
});

test('every event has a case', () => {
  const known = sessionEvent.def.options.map(({ shape }) => shape.type.def.values[0]);
  const tried = new Set<string | undefined>(
    cases.flatMap(([, steps]) => types.parse(steps.when).map(({ type }) => type)),
  );
  expect(known.filter((type) => !tried.has(type))).toEqual([]);
});
