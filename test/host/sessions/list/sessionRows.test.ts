// The rows of the session list in panels: which sessions, in which sections, with which state.
import { beforeEach, expect, test } from 'vitest';
import { Emitter } from '../../../../src/core/base/lifecycle.ts';
import type { SessionRow } from '../../../../src/core/panel/sessionRow.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import type { CatalogueEntry } from '../../../../src/core/sessionLifecycle/sessionCatalogue.ts';
import type { SessionMark } from '../../../../src/core/sessionList/sessionMarks.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { SessionRows, type SessionRowsOptions } from '../../../../src/host/sessions/list/sessionRows.ts';
import { resetVscode, Uri, vscode } from '../../../support/vscode.ts';

let entries: CatalogueEntry[];
let changed: Emitter<void>;
let rows: SessionRows;
let marks: Map<string, SessionMark>;

beforeEach(() => {
  resetVscode();
  vscode.folders.push(new Uri('/work'));
  entries = [];
  marks = new Map();
  changed = new Emitter();
  // With the parts that the rows come to.
  const options: SessionRowsOptions = Object.assign(Object.create(null), {
    list: {
      entries: () => entries,
      onChange: changed.event,
      refresh: () => undefined,
      markOf: ({ id }: CatalogueEntry) => marks.get(id),
    },
    unread: { of: () => undefined, onChange: new Emitter().event },
    agents: { existing: () => undefined, onStatusChange: new Emitter().event },
    chats: { isShown: () => false },
    clock: { now: () => 60_000 },
  });
  rows = new SessionRows(options);
});

function entry(id: string, state?: SessionState): CatalogueEntry {
  const { cwd } = state ?? { cwd: '/work' };
  const title = state?.provisionalTitle ?? (state === undefined ? id : undefined);
  return {
    id,
    key: id,
    agent: 'Birch',
    cwd,
    updatedAt: 60_000,
    ...(title === undefined ? {} : { title }),
    ...(state === undefined ? {} : { state }),
  };
}

function prompted(id: string): SessionState {
  const content = [{ type: 'text', text: `Ask ${id}` }] as const;
  return reduce(emptySession(id, 'Birch', '/work'), { type: 'prompt_started', at: 1, content: [...content] });
}

function shown(): readonly SessionRow[] {
  let last: readonly SessionRow[] = [];
  rows.follow((each) => (last = each)).dispose();
  return last;
}

test('running sessions come first, and sessions of other folders are left to the quick pick', () => {
  entries = [entry('stored'), { ...entry('far'), cwd: '/other' }, entry('busy', prompted('busy'))];
  expect(shown().map(({ id, section, state }) => [id, section, state])).toEqual([
    ['busy', 'running', 'running'],
    ['stored', 'recent', 'stored'],
  ]);
  expect(shown()[0]).toMatchObject({ title: 'Ask busy', details: 'Birch · running · now' });
});

test('a session that works in the background stands with those that run', () => {
  const ended = { type: 'turn_ended', at: 2, stopReason: 'end_turn' } as const;
  const late = { type: 'tool_call', at: 3, call: { toolCallId: 'b', status: 'in_progress' } } as const;
  entries = [entry('stored'), entry('late', [ended, late].reduce(reduce, prompted('late')))];
  expect(shown().map(({ id, section, state }) => [id, section, state])).toEqual([
    ['late', 'running', 'background'],
    ['stored', 'recent', 'stored'],
  ]);
  expect(shown()[0]?.details).toContain('working in the background');
});

test('a row says the status and the progress that the agent reports of the session', () => {
  const meta = { status: 'in review', progress: { completed: 2, total: 5 }, ticket: 'T-1' };
  entries = [
    { ...entry('stored'), meta },
    { ...entry('odd'), meta: { status: { a: 1 }, progress: -1 } },
  ];
  expect(shown().map(({ details }) => details)).toEqual(['Birch · in review · 2/5 · now', 'Birch · now']);
});

test('a session without a prompt is no row', () => {
  entries = [entry('empty', emptySession('empty', 'Birch', '/work'))];
  expect(shown()).toEqual([]);
});

test('rows are sent again with every change, in the order that they had when the list was opened', () => {
  entries = [entry('one'), entry('two')];
  let last: readonly SessionRow[] = [];
  const following = rows.follow((each) => (last = each));
  entries = [entry('new'), entry('two'), entry('one')];
  changed.fire();
  expect(last.map(({ id }) => id)).toEqual(['one', 'two', 'new']);
  following.dispose();
  entries = [];
  changed.fire();
  expect(last).toHaveLength(3);
});

test('pinned sessions come first, and archived ones are not listed', () => {
  entries = [entry('new'), entry('away'), entry('old')];
  marks.set('old', 'pinned');
  marks.set('away', 'archived');
  const shown: SessionRow[] = [];
  rows.follow((all) => shown.push(...all)).dispose();
  expect(shown.map(({ id, isPinned }) => [id, isPinned])).toEqual([
    ['old', true],
    ['new', undefined],
  ]);
  expect(shown[0]?.details).toContain('pinned');
});

test('an archived session is listed while it runs, and no longer than that', () => {
  entries = [entry('busy', prompted('busy')), entry('away')];
  marks.set('busy', 'archived');
  marks.set('away', 'archived');
  expect(shown().map(({ id, section }) => [id, section])).toEqual([['busy', 'running']]);
  entries = [entry('busy'), entry('away')];
  expect(shown()).toEqual([]);
});
