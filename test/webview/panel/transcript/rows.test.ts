// The transcript's rows: one an entry, long answers in several, and nothing made anew that did not change.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { RowMaker, type Row, type Rows } from '../../../../webview/panel/transcript/rows.ts';

const chunk = (text: string): SessionEvent & { type: 'message_chunk' } => ({
  type: 'message_chunk',
  at: 1,
  role: 'agent',
  content: { type: 'text', text },
});
const prompt: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] };
const end: SessionEvent = { type: 'turn_ended', at: 2, stopReason: 'end_turn' };
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index} of some length.\n\n`).join('');

const after = (state: SessionState, ...events: readonly SessionEvent[]): SessionState =>
  events.reduce(reduce, state);

function all(rows: Rows): readonly Row[] {
  return Array.from({ length: rows.count }, (_, index) => rows.at(index)).filter((row) => row !== undefined);
}

let sessions = 0;
function makeSession() {
  const key = `rows-${++sessions}`;
  return { maker: new RowMaker(), empty: emptySession(key, 'bot', '/') };
}

test('every entry has a row with the entry’s id', () => {
  const { maker, empty } = makeSession();
  const rows = all(maker.rows(after(empty, prompt, chunk('Short.'), end)));
  expect(rows.map(({ key }) => key)).toEqual(['e0', 'e1', 'e2']);
});

test('a long answer becomes several rows, which together are the whole answer', () => {
  const { maker, empty } = makeSession();
  const text = paragraphs(400);
  const rows = all(maker.rows(after(empty, prompt, chunk(text), end)));
  const parts = rows.filter((row) => row.kind === 'part');
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test('while an answer grows, its parts stay where they are', () => {
  const { maker, empty } = makeSession();
  const first = after(empty, prompt, chunk(paragraphs(402)));
  const places = (state: SessionState) =>
    all(maker.rows(state)).map((row) => (row.kind === 'part' ? [row.key, row.from] : [row.key]));
  const before = places(first);
  expect(places(after(first, chunk('And more.')))).toEqual(before);
  expect(places(after(first, chunk(paragraphs(100)))).slice(0, before.length)).toEqual(before);
});

test('the first row of an answer keeps its key when the answer becomes long', () => {
  const { maker, empty } = makeSession();
  const short = after(empty, prompt, chunk('Short. '));
  const [, before] = all(maker.rows(short));
  const [, now] = all(maker.rows(after(short, chunk(paragraphs(400)))));
  expect(now?.kind).toBe('part');
  expect(now?.key).toBe(before?.key);
});

test('an event that touches no entry keeps every row', () => {
  const { maker, empty } = makeSession();
  const state = after(empty, prompt, chunk(paragraphs(400)), end);
  const before = all(maker.rows(state));
  const now = all(maker.rows(after(state, { type: 'commands', at: 3, commands: [] })));
  expect(now.every((row, index) => row === before[index])).toBe(true);
});

const read = (toolCallId: string, status: string, parentToolCallId?: string): SessionEvent => ({
  type: 'tool_call',
  at: 1,
  call: {
    toolCallId,
    title: toolCallId,
    kind: 'read',
    status,
    ...(parentToolCallId === undefined ? {} : { parentToolCallId }),
  },
});

test('finished reads in a row are one row with the key of the first, which changes only when they do', () => {
  const { maker, empty } = makeSession();
  const state = after(empty, prompt, read('a', 'completed'), read('b', 'completed'), read('c', 'pending'));
  const [, group, last] = all(maker.rows(state));
  expect(group).toMatchObject({ kind: 'tools', key: 'e1' });
  expect(last).toMatchObject({ kind: 'entry', key: 'e3' });
  const [, same] = all(maker.rows(after(state, chunk('Hm.'))));
  expect(same).toBe(group);
  const [, grown, ...others] = all(maker.rows(after(state, read('c', 'completed'))));
  expect(grown).toMatchObject({
    kind: 'tools',
    key: 'e1',
    entries: [{ id: 'e1' }, { id: 'e2' }, { id: 'e3' }],
  });
  expect(others).toEqual([]);
});

const edit = (toolCallId: string, status = 'completed'): SessionEvent => ({
  type: 'tool_call',
  at: 1,
  call: { toolCallId, title: toolCallId, kind: 'edit', status },
});

test('edits in a row are one row while they stream; reads beside them, another turn and failures are not in it', () => {
  const { maker, empty } = makeSession();
  const places = (state: SessionState) =>
    all(maker.rows(state)).map((row) => [row.key, row.kind === 'tools' ? row.entries.length : row.kind]);
  const two = after(empty, prompt, read('r', 'completed'), edit('a'), edit('b', 'pending'));
  expect(places(two)).toEqual([
    ['e0', 'entry'],
    ['e1', 'entry'],
    ['e2', 2],
  ]);
  expect(places(after(two, edit('b'), edit('c', 'in_progress'))).at(-1)).toEqual(['e2', 3]);
  expect(places(after(two, edit('b', 'failed'), edit('c')))).toEqual([
    ['e0', 'entry'],
    ['e1', 'entry'],
    ['e2', 'entry'],
    ['e3', 'entry'],
    ['e4', 'entry'],
  ]);
  const next = after(two, edit('b'), end, prompt, edit('c'), edit('d'));
  expect(places(next).slice(2)).toEqual([
    ['e2', 2],
    ['e4', 'entry'],
    ['e5', 'entry'],
    ['e6', 2],
  ]);
});

test('a run of edits goes on over the edge of a page, and not into reads', () => {
  const { maker, empty } = makeSession();
  const edits = Array.from({ length: 200 }, (_, index) => edit(`e${index}`));
  const rows = all(
    maker.rows(after(empty, prompt, ...edits, read('r', 'completed'), read('s', 'completed'))),
  );
  expect(rows.map(({ key }) => key)).toEqual(['e0', 'e1', 'e201']);
  expect(rows[1]?.kind === 'tools' && rows[1].entries.length).toBe(200);
  const edge = Array.from({ length: 127 }, (_, index) => edit(`e${index}`));
  const beside = all(
    maker.rows(after(empty, prompt, ...edge, read('r', 'completed'), read('s', 'completed'))),
  );
  expect(beside.map(({ key }) => key)).toEqual(['e0', 'e1', 'e128']);
});

test('a call in the card of another has no row, on whatever page that one stands', () => {
  const { maker, empty } = makeSession();
  const filler = Array.from({ length: 130 }, (_, index): SessionEvent => ({
    type: 'notice',
    at: 1,
    severity: 'info',
    text: `Notice ${index}`,
  }));
  const state = after(empty, read('task', 'in_progress'), ...filler, read('child', 'completed', 'task'));
  const rows = all(maker.rows(state));
  expect(state.entries.flat().length).toBe(132);
  expect(rows.length).toBe(131);
  expect(rows.some((row) => row.kind === 'entry' && row.entry.kind === 'tool' && row.key !== 'e0')).toBe(
    false,
  );
});

test('a run of reads goes on over the edge of a page, and stays one row while it grows', () => {
  const { maker, empty } = makeSession();
  const reads = (count: number): readonly SessionEvent[] =>
    Array.from({ length: count }, (_, index) => read(`r${index}`, 'completed'));
  const state = after(empty, prompt, ...reads(300));
  expect(state.entries.length).toBe(3);
  const [first, group, ...others] = all(maker.rows(state));
  expect(first).toMatchObject({ kind: 'entry', key: 'e0' });
  expect(group).toMatchObject({ kind: 'tools', key: 'e1' });
  expect(group?.kind === 'tools' && group.entries.length).toBe(300);
  expect(others).toEqual([]);
  const [, same, said] = all(maker.rows(after(state, chunk('Hm.'))));
  expect(same).toBe(group);
  expect(said).toMatchObject({ kind: 'entry', key: 'e301' });
});

test('a flood of reads is in rows that end, of which the earlier ones stay as they are', () => {
  const { maker, empty } = makeSession();
  const reads = (from: number, count: number): readonly SessionEvent[] =>
    Array.from({ length: count }, (_, index) => read(`r${from + index}`, 'completed'));
  const callsIn = (rows: readonly Row[]): readonly number[] =>
    rows.map((row) => (row.kind === 'tools' ? row.entries.length : 1));
  const state = after(empty, ...reads(0, 2_500));
  const before = all(maker.rows(state));
  expect(callsIn(before)).toEqual([1_024, 1_024, 452]);
  const more = all(maker.rows(after(state, ...reads(2_500, 600), chunk('Done.'))));
  expect(callsIn(more)).toEqual([1_024, 1_024, 1_024, 28, 1]);
  expect(more.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(more[0]).toBe(before[0]);
});

test('at the edge of a page only what folds is joined', () => {
  const { maker, empty } = makeSession();
  const reads = Array.from({ length: 127 }, (_, index) => read(`r${index}`, 'completed'));
  const state = after(empty, prompt, ...reads, read('open', 'pending'), read('next', 'completed'));
  expect(all(maker.rows(state)).map(({ kind, key }) => [kind, key])).toEqual([
    ['entry', 'e0'],
    ['tools', 'e1'],
    ['entry', 'e128'],
    ['entry', 'e129'],
  ]);
  const edge = after(empty, chunk('x'), ...reads, read('z', 'completed'));
  expect(all(maker.rows(edge)).map(({ key }) => key)).toEqual(['e0', 'e1']);
});

test.each([
  ['blanks', ' \n'],
  ['characters that cannot be seen', '\u200B\uFEFF\u00A0'],
])('an answer of nothing but %s has no row until there is more of it', (_what, blank) => {
  const { maker, empty } = makeSession();
  const before = after(empty, prompt, { ...chunk(blank), role: 'thought' }, chunk(blank));
  expect(all(maker.rows(before)).map(({ key }) => key)).toEqual(['e0']);
  expect(all(maker.rows(after(before, chunk('Yes')))).map(({ key }) => key)).toEqual(['e0', 'e2']);
  const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
  const pictured = after(before, { ...chunk(''), content: image });
  expect(all(maker.rows(pictured)).map(({ key }) => key)).toEqual(['e0', 'e2']);
});

test('reads are one row also where blanks stand between them', () => {
  const { maker, empty } = makeSession();
  const read = (toolCallId: string): SessionEvent => ({
    type: 'tool_call',
    at: 1,
    call: { toolCallId, title: toolCallId, kind: 'read', status: 'completed' },
  });
  const rows = all(maker.rows(after(empty, prompt, read('a'), chunk('\n'), read('b'), end)));
  expect(rows.map(({ kind }) => kind)).toEqual(['entry', 'tools', 'entry']);
});

test('rows are found in any order, over pages and runs of reads that join them', () => {
  const { maker, empty } = makeSession();
  const notices = (count: number): readonly SessionEvent[] =>
    Array.from({ length: count }, (): SessionEvent => ({
      type: 'notice',
      at: 1,
      severity: 'info',
      text: 'N',
    }));
  const reads = Array.from({ length: 200 }, (_, index) => read(`r${index}`, 'completed'));
  const rows = maker.rows(after(empty, ...notices(300), ...reads, ...notices(300)));
  const keys = all(rows).map(({ key }) => key);
  expect(keys).toHaveLength(601);
  expect(keys[300]).toBe('e300');
  expect(keys[301]).toBe('e500');
  const backwards = keys.map((_, index) => rows.at(rows.count - 1 - index)?.key);
  expect(backwards).toEqual(keys.toReversed());
  const scattered = keys.map((_, index) => (index * 257) % 601);
  expect(scattered.map((index) => rows.at(index)?.key)).toEqual(scattered.map((index) => keys[index]));
});

test('there is no row before the first and after the last, and none in an empty session', () => {
  const { maker, empty } = makeSession();
  const rows = maker.rows(after(empty, prompt, end));
  expect([rows.at(-1), rows.at(2), rows.at(1)?.key]).toEqual([undefined, undefined, 'e1']);
  expect(makeSession().maker.rows(empty)).toMatchObject({ count: 0 });
  expect(makeSession().maker.rows(empty).at(0)).toBeUndefined();
});
