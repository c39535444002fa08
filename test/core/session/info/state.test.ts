// Session info: titles, metadata, plans, compactions.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import {
  boundedMeta,
  boundedTitle,
  mergeMeta,
  type MetaValue,
  type SessionInfoPatch,
} from '../../../../src/core/session/info/state.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { sessionTitle } from '../../../../src/core/session/selectors.ts';

function fold(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('s', 'agent', '/work'));
}

function info(patch: SessionInfoPatch): SessionEvent {
  return { type: 'session_info', at: 1, patch };
}

describe('R104 session_info_update', () => {
  test('absent is unchanged, null clears, a value replaces, in order', () => {
    expect(fold(info({ title: 'One', updatedAt: 'now' }), info({ title: 'Two' })).info).toMatchObject({
      title: 'Two',
      updatedAt: 'now',
    });
    expect(fold(info({ title: 'One' }), info({})).info.title).toBe('One');
    expect(fold(info({ title: 'One' }), info({ title: null })).info).not.toHaveProperty('title');
  });

  test('what says nothing new leaves the reference, so that no list is made anew', () => {
    const meta = { branch: 'main', queue: { depth: 1 }, tags: ['a'] };
    const known = fold(info({ title: 'One', updatedAt: 'now', meta }));
    const same = {
      title: 'One',
      updatedAt: 'now',
      meta: { queue: { depth: 1, gone: null }, branch: 'main' },
    };
    expect(reduce(known, info(same)).info).toBe(known.info);
    expect(reduce(known, info({})).info).toBe(known.info);
    expect(reduce(known, info({ meta: { queue: { depth: 2 } } })).info).not.toBe(known.info);
    expect(reduce(known, info({ meta: { queue: 1 } })).info.meta).toEqual({ ...meta, queue: 1 });
    expect(reduce(known, info({ meta: null })).info.meta).toEqual({});
    expect(reduce(known, info({ updatedAt: null })).info).not.toHaveProperty('updatedAt');
  });

  test('the title is the agent’s, else the first words of the first prompt', () => {
    const prompt: SessionEvent = {
      type: 'prompt_started',
      at: 1,
      content: [{ type: 'text', text: 'Do it' }],
    };
    expect(sessionTitle(fold())).toBeUndefined();
    expect(sessionTitle(fold(prompt))).toBe('Do it');
    expect(sessionTitle(fold(prompt, info({ title: 'Doing \nit' })))).toBe('Doing it');
    expect(sessionTitle(fold(prompt, info({ title: 'X' }), info({ title: null })))).toBe('Do it');
  });

  test('a name of the user stays, and a later title of the agent is reported', () => {
    const renamed: SessionEvent = { type: 'renamed', at: 2, alias: 'Mine' };
    const state = fold(info({ title: 'One' }), renamed, info({ title: 'Two' }), info({ title: 'Two' }));
    expect(sessionTitle(state)).toBe('Mine');
    expect(state.entries.flat()).toMatchObject([{ kind: 'notice', text: expect.stringContaining('Two') }]);
    expect(sessionTitle(reduce(state, { type: 'renamed', at: 3, alias: ' ' }))).toBe('Two');
  });

  test('a title turns no text that stands beside it, and keeps its letters', () => {
    expect(sessionTitle(fold(info({ title: '\u202Egpj.exe\u2066 \u2069x' })))).toBe(
      '\\u{202e}gpj.exe\\u{2066} \\u{2069}x',
    );
    const family = '👩\u200D👧 می\u200Cخواهم';
    expect(sessionTitle(fold(info({ title: family })))).toBe(family);
    expect(sessionTitle(fold(info({ title: '\u202E' })))).toBeUndefined();
  });

  test('R106 titles are cut to 500 characters', () => {
    expect(boundedTitle('x'.repeat(500))).toHaveLength(500);
    expect(boundedTitle('x'.repeat(9_999))).toHaveLength(500);
    expect(boundedTitle(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499));
  });
});

describe('R105 _meta', () => {
  test('objects merge, null deletes, null for the whole clears', () => {
    expect(mergeMeta({ a: { x: 1, y: 2 }, b: 1 }, { a: { y: null, z: 3 }, c: [1] })).toEqual({
      a: { x: 1, z: 3 },
      b: 1,
      c: [1],
    });
    expect(fold(info({ meta: { a: 1 } }), info({ meta: null })).info.meta).toEqual({});
    expect(fold(info({ meta: { a: 1 } }), info({ title: 'x' })).info.meta).toEqual({ a: 1 });
  });

  test('merging loses nothing: neither what is deep, long or many, nor null in a list', () => {
    let deep: MetaValue = 'bottom';
    for (let level = 0; level < 40; level++) deep = { [`level${level}`]: deep };
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key ${index}`, index]));
    const value = { deep, many, long: 'x'.repeat(20_000), list: [1, null, [null, { a: null }], 2] };
    expect(boundedMeta(value)).toEqual(value);
    const merged = fold(
      info({ meta: { many: { first: true }, kept: 1 } }),
      info({ meta: boundedMeta(value) }),
    );
    expect(merged.info.meta).toEqual({ ...value, many: { first: true, ...many }, kept: 1 });
  });

  test('metadata that grows with each update is bounded as a whole', () => {
    const updates = Array.from({ length: 50 }, (_, index) =>
      info({ meta: { [`key ${index}`]: 'x'.repeat(10_000) } }),
    );
    expect(JSON.stringify(fold(...updates).info.meta).length).toBeLessThan(110_000);
    const wide = boundedMeta(
      Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`${index}`, {}])),
    );
    expect(JSON.stringify(wide).length).toBeLessThan(200_000);
  });

  test('hostile metadata is cut, and touches nothing else', () => {
    const hostile: unknown = JSON.parse(
      `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"deep":${'{"a":'.repeat(500)}1${'}'.repeat(500)},"long":"${'x'.repeat(1_000_000)}"}`,
    );
    const boundedValue = boundedMeta(Object(hostile));
    expect(JSON.stringify(boundedValue).length).toBeLessThan(101_000);
    expect(mergeMeta({}, boundedValue)).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  test('whatever comes, what is stored is bounded and plain JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const boundedValue = boundedMeta(value);
        const json = JSON.stringify(boundedValue);
        expect(JSON.stringify(JSON.parse(json))).toBe(json);
        expect(mergeMeta(boundedValue, boundedValue)).toBe(boundedValue);
      }),
    );
  });
});

describe('R88 plans', () => {
  const plan = (...statuses: readonly string[]): SessionEvent => ({
    type: 'plan',
    at: 2,
    entries: statuses.map((status, index) => ({ content: `step ${index}`, priority: 'medium', status })),
  });
  const prompt: SessionEvent = { type: 'prompt_started', at: 1, content: [] };
  const end: SessionEvent = { type: 'turn_ended', at: 3, stopReason: 'end_turn' };

  test('an update replaces the whole, and the turn leaves a snapshot', () => {
    const state = fold(prompt, plan('pending', 'pending'), plan('completed'), end);
    expect(state.plan).toHaveLength(1);
    expect(state.entries.flat().map(({ kind }) => kind)).toEqual(['user', 'plan', 'turn']);
  });

  test('a turn without a plan update leaves none', () => {
    expect(
      fold(prompt, end)
        .entries.flat()
        .map(({ kind }) => kind),
    ).toEqual(['user', 'turn']);
  });

  test('a finished plan goes with the next prompt, an unfinished one stays', () => {
    expect(fold(prompt, plan('completed'), end, prompt).plan).toEqual([]);
    expect(fold(prompt, plan('completed', 'pending'), end, prompt).plan).toHaveLength(2);
  });
});

test('R108 a compaction keeps its place, appends chunks, replaces the summary', () => {
  const text = (words: string) => ({ type: 'text' as const, text: words });
  const state = fold(
    { type: 'compaction', at: 1, compactionId: 'c', status: 'in_progress' },
    { type: 'notice', at: 2, severity: 'info', text: 'between' },
    { type: 'compaction', at: 3, compactionId: 'c', append: text('one') },
    { type: 'compaction', at: 4, compactionId: 'c', append: text(' two') },
    { type: 'compaction', at: 5, compactionId: 'c', status: 'completed' },
  );
  expect(state.entries.flat()).toMatchObject([
    { kind: 'compaction', status: 'completed', summary: [text('one two')] },
    { kind: 'notice' },
  ]);
  expect(
    reduce(state, { type: 'compaction', at: 6, compactionId: 'c', summary: [] }).entries.flat(),
  ).toMatchObject([{ summary: [] }, {}]);
});
