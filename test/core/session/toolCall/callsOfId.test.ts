// Tool calls whose ids come again: each call and each permission request has a card of its own.
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import type { PermissionDecision } from '../../../../src/core/session/permission/permissionDecision.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';

type Patch = Omit<ToolCallPatch, 'toolCallId'>;

let at = 0;
const ID = 'call_0';
const prompt = (): SessionEvent => ({
  type: 'prompt_started',
  at: ++at,
  content: [{ type: 'text', text: 'go' }],
});
const end = (stopReason = 'end_turn'): SessionEvent => ({ type: 'turn_ended', at: ++at, stopReason });
const announce = (patch: Patch): SessionEvent => ({
  type: 'tool_call',
  at: ++at,
  call: { toolCallId: ID, ...patch },
  isAnnouncement: true,
});
const report = (patch: Patch): SessionEvent => ({
  type: 'tool_call',
  at: ++at,
  call: { toolCallId: ID, ...patch },
});
const ask = (requestId: string, patch: Patch): SessionEvent => ({
  type: 'permission_requested',
  at: ++at,
  call: { toolCallId: ID, ...patch },
  request: { requestId, toolCallId: ID, options: [], at },
});
const decide = (requestId: string, decision: PermissionDecision): SessionEvent => ({
  type: 'permission_closed',
  at: ++at,
  requestId,
  decision,
});
const yes: PermissionDecision = { by: 'user', option: { name: 'Yes', kind: 'allow_once' } };
const no: PermissionDecision = { by: 'user', option: { name: 'No', kind: 'reject_once' } };
const nobody: PermissionDecision = { by: 'cancelled' };

function fold(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('s', 'agent', '/work'));
}

/** The calls of the transcript: title, status, and how they were decided. */
function calls(state: SessionState): readonly string[] {
  return state.entries.flat().flatMap((entry) => {
    if (entry.kind !== 'tool') return [];
    const decision = entry.decision?.option?.kind ?? entry.decision?.by;
    return [[entry.call.title, entry.call.status, ...(decision === undefined ? [] : [decision])].join(' ')];
  });
}

function questions({ permissions }: SessionState): readonly string[] {
  return permissions.map(({ call }) => `${call.title} ${call.content.length}`);
}

const diff = (path: string): Patch => ({
  title: `Write ${path}`,
  kind: 'edit',
  content: [{ type: 'diff', path: `/work/${path}`, newText: path }],
});
const remove: Patch = { title: 'Run rm', kind: 'execute', rawInput: { command: 'rm -rf build' } };

describe('a call', () => {
  test('of the next turn is another one, though its id is the same', () => {
    const state = fold(
      prompt(),
      announce({ title: 'one' }),
      report({ status: 'completed' }),
      end(),
      prompt(),
      announce({ title: 'two' }),
      report({ status: 'failed' }),
      end(),
    );
    expect(calls(state)).toEqual(['one completed', 'two failed']);
    expect(state.entries.flat().map(({ kind }) => kind)).toEqual([
      'user',
      'tool',
      'turn',
      'user',
      'tool',
      'turn',
    ]);
  });

  test('that is announced after the one before it ended is another one, also in one turn', () => {
    const done = { status: 'completed' };
    const state = fold(
      prompt(),
      announce({ title: 'one' }),
      report(done),
      announce({ title: 'two', ...done }),
      announce({ title: 'three' }),
    );
    expect(calls(state)).toEqual(['one completed', 'two completed', 'three pending']);
  });

  test('that is announced again while it goes on is the same one', () => {
    const state = fold(prompt(), announce({ title: 'one', status: 'in_progress' }), announce({ title: 'a' }));
    expect(calls(state)).toEqual(['a in_progress']);
  });

  test('that is announced while one of its id goes on is another one where it is about something else', () => {
    const about = (title: string, rawInput: object): SessionEvent => announce({ title, rawInput });
    const rm = { command: 'rm -rf build' };
    for (const [first, second] of [
      [{ command: 'npm test' }, rm],
      [{ file_path: '/work/a.ts' }, { file_path: '/work/b.ts' }],
      [{ url: 'https://a.example' }, { url: 'https://b.example', format: 'text' }],
    ] as const) {
      const state = fold(prompt(), about('one', first), about('two', second));
      expect(calls(state)).toEqual(['one pending', 'two pending']);
      const one = reduce(state, report({ status: 'completed' }));
      expect(calls(one)).toEqual(['one pending', 'two completed']);
      expect(calls(reduce(one, report({ status: 'failed' })))).toEqual(['one failed', 'two completed']);
    }
  });

  test('that is announced again with more of what it is about is the same one (R62)', () => {
    for (const [first, second] of [
      [{}, { command: 'npm test' }],
      [{ command: 'npm' }, { command: 'npm test' }],
      [{ path: 'a.ts' }, { path: '/work/a.ts', line: 3 }],
      [
        { command: 'ls', description: 'List' },
        { command: 'ls', description: 'List the files' },
      ],
      ['npm', { command: 'npm test' }],
    ] as const) {
      const state = fold(
        prompt(),
        announce({ title: 'bash', rawInput: first }),
        announce({ title: 'two', rawInput: second }),
      );
      expect(calls(state)).toEqual(['two pending']);
    }
  });

  test('that never ended is another one than that of the next turn, also without a turn: a replay', () => {
    const user = (messageId: string): SessionEvent => ({
      type: 'message_chunk',
      at: ++at,
      role: 'user',
      messageId,
      content: { type: 'text', text: 'go' },
    });
    const state = fold(user('0'), announce({ title: 'one' }), user('1'), announce({ title: 'two' }));
    expect(calls(state)).toEqual(['one pending', 'two pending']);
    expect(calls(reduce(state, report({ status: 'completed' })))).toEqual(['one pending', 'two completed']);
  });

  test('that ends after its turn is reported on where it stands', () => {
    const state = fold(
      prompt(),
      announce({ title: 'one' }),
      end(),
      prompt(),
      report({ status: 'completed' }),
    );
    expect(calls(state)).toEqual(['one completed']);
  });

  test('of an agent that announces nothing is another one where one of its id has ended in an earlier turn', () => {
    const first = [prompt(), report({ ...remove, status: 'in_progress' }), report({ status: 'completed' })];
    const begun = fold(...first, end(), prompt(), report({ title: 'two', status: 'in_progress' }));
    expect(calls(begun)).toEqual(['Run rm completed', 'two in_progress']);
    expect(calls(reduce(begun, report({ status: 'failed' })))).toEqual(['Run rm completed', 'two failed']);
    const ended = report({ title: 'b', rawInput: { command: 'make' }, status: 'completed' });
    expect(calls(fold(...first, end(), prompt(), ended))).toEqual(['Run rm completed', 'b completed']);
  });

  test('of such an agent is another one in the same turn where it is about something else', () => {
    const first = [prompt(), report({ ...remove, status: 'in_progress' }), report({ status: 'completed' })];
    const other = report({ title: 'b', rawInput: { command: 'make' }, status: 'in_progress' });
    expect(calls(fold(...first, other))).toEqual(['Run rm completed', 'b in_progress']);
    for (const late of [{ status: 'in_progress' }, { ...remove, status: 'pending' }])
      expect(calls(fold(...first, report(late)))).toEqual(['Run rm completed']);
  });

  test('that has ended is reported on where it stands in a later turn, unless the report says that it begins', () => {
    const first = [prompt(), announce({ title: 'one', status: 'completed' }), end(), prompt()];
    for (const late of [{ title: 'c' }, { title: 'c', status: 'completed' }])
      expect(calls(fold(...first, report(late)))).toEqual(['c completed']);
    expect(calls(fold(...first, report({ status: 'in_progress' })))).toEqual(['one completed']);
    const stopped = [prompt(), announce({ title: 'one', status: 'cancelled' }), end('cancelled'), prompt()];
    expect(calls(fold(...stopped, report({ title: 'c', status: 'in_progress' })))).toEqual(['c cancelled']);
    expect(calls(fold(prompt(), announce({}), end(), prompt(), report({ status: 'in_progress' })))).toEqual([
      ' in_progress',
    ]);
  });

  test('does not begin anew with a message into the running turn', () => {
    const steered: SessionEvent = { type: 'steered', at: 1, prompt: { id: 'q', content: [] } };
    expect(calls(fold(prompt(), announce({ title: 'one' }), steered, announce({})))).toEqual(['one pending']);
  });

  test('that 0.1.0 stored, without a word of what is an announcement, is folded as it was', () => {
    const stored = [
      prompt(),
      report({ title: 'one' }),
      report({ status: 'completed' }),
      report({ title: 'b' }),
    ];
    expect(calls(fold(...stored, end()))).toEqual(['b completed']);
  });
});

describe('a permission request', () => {
  test('about a call that has ended shows what it says itself, and has its own entry and answer', () => {
    const first = [prompt(), ask('1', diff('a.txt')), decide('1', yes), report({ status: 'completed' })];
    const state = fold(...first, ask('2', remove));
    expect(questions(state)).toEqual(['Run rm 0']);
    expect(calls(reduce(state, decide('2', no)))).toEqual([
      'Write a.txt completed allow_once',
      'Run rm pending reject_once',
    ]);
  });

  test('beside another one of the same id has its own content, and the answer to one is not that to the other', () => {
    const state = fold(prompt(), ask('1', diff('a.txt')), ask('2', { title: 'Run rm', kind: 'execute' }));
    expect(questions(state)).toEqual(['Write a.txt 1', 'Run rm 0']);
    const decided = [decide('2', no), decide('1', yes)].reduce(reduce, state);
    expect(calls(decided)).toEqual(['Write a.txt in_progress allow_once', 'Run rm pending reject_once']);
  });

  test('is left alone by reports on the call that was allowed before, whichever waits', () => {
    for (const [answered, open] of [
      ['1', 'Write b.txt 1'],
      ['2', 'Write a.txt 1'],
    ] as const) {
      const asked = fold(prompt(), ask('1', diff('a.txt')), ask('2', diff('b.txt')), decide(answered, yes));
      const state = [report({ status: 'in_progress' }), report({ status: 'completed' })].reduce(
        reduce,
        asked,
      );
      expect(questions(state)).toEqual([open]);
      expect(calls(state).filter((call) => call.includes('completed'))).toHaveLength(1);
      expect(calls(state).filter((call) => call.endsWith('pending'))).toHaveLength(1);
    }
  });

  test('about a call that goes on adds to what was reported of it (R66), and a second one to that, not to the first', () => {
    const state = fold(
      prompt(),
      announce({ title: 'Run make', rawInput: { command: 'make' } }),
      ask('1', { title: 'Run make in the sandbox', content: [...(diff('a.txt').content ?? [])] }),
      decide('1', yes),
      ask('2', { title: 'Run make without the sandbox' }),
    );
    expect(state.permissions).toMatchObject([
      { call: { title: 'Run make without the sandbox', rawInput: { command: 'make' }, content: [] } },
    ]);
    expect(calls(state)).toHaveLength(2);
  });

  test('that only names a call is about it, also when it has ended', () => {
    const state = fold(prompt(), announce({ ...remove, status: 'completed' }), ask('1', {}));
    expect(state.permissions).toMatchObject([{ call: { ...remove, status: 'pending' } }]);
  });

  test('waits beyond the end of its turn, and so does its call', () => {
    const state = fold(prompt(), ask('1', remove), end(), prompt(), end('refusal'));
    expect(questions(state)).toEqual(['Run rm 0']);
    expect(calls(state)).toEqual(['Run rm pending']);
    expect(calls(reduce(state, decide('1', yes)))).toEqual(['Run rm in_progress allow_once']);
  });

  test('after the turn makes the session work once it is allowed, and not when it is rejected', () => {
    const state = fold(prompt(), end(), ask('1', remove));
    expect(state.background).toBeUndefined();
    expect(reduce(state, decide('1', no)).background).toBeUndefined();
    const allowed = reduce(state, decide('1', yes));
    expect(allowed.background).toBe(1);
    expect(reduce(allowed, report({ status: 'completed' })).background).toBeUndefined();
  });

  test('that nobody answered leaves nothing that spins', () => {
    const state = fold(prompt(), ask('1', remove), end(), decide('1', nobody));
    expect(calls(state)).toEqual(['Run rm cancelled cancelled']);
    expect(calls(fold(prompt(), ask('1', remove), end(), { type: 'restored', at: 1 }))).toEqual([
      'Run rm cancelled cancelled',
    ]);
  });
});

test('finding a call costs the same in a long transcript, and a state that others went on from stays as it is', () => {
  const state = fold(prompt(), announce({ title: 'one' }));
  const [left, right] = [
    [report({ status: 'completed' }), announce({ title: 'left' })].reduce(reduce, state),
    [report({ status: 'failed' }), announce({ title: 'right' })].reduce(reduce, state),
  ];
  expect(calls(reduce(left, report({ status: 'completed' })))).toEqual(['one completed', 'left completed']);
  expect(calls(reduce(right, report({ status: 'completed' })))).toEqual(['one failed', 'right completed']);
  expect(calls(reduce(state, report({ title: 'two' })))).toEqual(['two pending']);
});

describe('a running call that is announced again without an input', () => {
  const at = (path: string): Patch => ({ locations: [{ path }] });
  const diff = (path: string): Patch => ({ content: [{ type: 'diff', path, newText: 'a' }] });

  test.each([
    ['at another file', at('/w/a'), at('/w/b')],
    ['with the change of another file', diff('/w/a'), diff('/w/b')],
    ['with the change of another file than it was at', at('/w/a'), diff('/w/b')],
  ])('%s is another call', (_how, first, second) => {
    const state = fold(
      prompt(),
      announce({ title: 'A', status: 'in_progress', ...first }),
      announce({ title: 'B', status: 'in_progress', ...second }),
    );
    expect(calls(state)).toEqual(['A in_progress', 'B in_progress']);
  });

  test.each([
    ['at a file and more', at('/w/a'), { locations: [{ path: '/w/a' }, { path: '/w/b' }] }],
    ['at the file by another spelling', at('src/a'), diff('/w/src/a')],
    ['at no file', at('/w/a'), {}],
    [
      'at another file, but with the same input',
      { ...at('/w'), rawInput: { command: 'make' } },
      { ...at('/x/a'), rawInput: { command: 'make' } },
    ],
  ])('%s is the same call', (_how, first, second) => {
    const state = fold(
      prompt(),
      announce({ title: 'A', status: 'in_progress', ...first }),
      announce({ title: 'B', status: 'in_progress', ...second }),
    );
    expect(calls(state)).toEqual(['B in_progress']);
  });
});

test.each([
  ['./a.ts', '/work/a.ts'],
  [String.raw`C:\work\A.ts`, 'c:/work/a.ts'],
  ['src', '/work/src/b.ts'],
])('a call that is announced with %s and then with %s stays one', (first, path) => {
  const announced = announce({ title: 'Edit', locations: [{ path: first }] });
  const state = fold(prompt(), announced, announce({ title: 'Edit again', locations: [{ path }] }));
  expect(calls(state)).toHaveLength(1);
});
