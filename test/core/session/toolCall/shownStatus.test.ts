// The status of tool calls after the user has decided.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import type { PermissionDecision } from '../../../../src/core/session/permission/permissionDecision.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import type { Terminal } from '../../../../src/core/session/terminal/state.ts';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { shownStatus } from '../../../../src/core/session/toolCall/shownStatus.ts';

const diff = { type: 'diff', path: '/w/a.ts', oldText: 'a', newText: 'b' } as const;
const words = (text: string) => ({ type: 'content', content: { type: 'text', text } }) as const;

const started: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'go' }] };

function asked(call: Partial<ToolCallPatch> = {}): SessionEvent {
  return {
    type: 'permission_requested',
    at: 2,
    call: { toolCallId: 't', kind: 'edit', content: [diff], ...call },
    request: { requestId: 'r', toolCallId: 't', options: [], at: 2 },
  };
}

function answered(decision: PermissionDecision): SessionEvent {
  return { type: 'permission_closed', at: 3, requestId: 'r', decision };
}

const reported = (call: Partial<ToolCallPatch>): SessionEvent => ({
  type: 'tool_call',
  at: 4,
  call: { toolCallId: 't', ...call },
});

const rejection: PermissionDecision = { by: 'user', option: { name: 'No', kind: 'reject_once' } };
const permission: PermissionDecision = { by: 'user', option: { name: 'Yes', kind: 'allow_once' } };

const terminal = (id: string): Terminal => ({
  id,
  isForeign: false,
  output: '',
  droppedBytes: 0,
  startedAt: 1,
});

function after(...events: readonly SessionEvent[]) {
  const state = [started, ...events].reduce(reduce, emptySession('k', 'A', '/w'));
  const entry = state.entries.flat().find(({ kind }) => kind === 'tool');
  if (entry?.kind !== 'tool') throw new Error('There is no tool call.');
  return entry;
}

test.each([
  [
    'calls it failed (Claude, OpenCode, Qwen, Copilot)',
    [reported({ status: 'failed', content: [words('User refused')] })],
  ],
  ['says nothing about it (Gemini)', [{ type: 'turn_ended', at: 5, stopReason: 'end_turn' }]],
  ['ends the turn (Codex)', [{ type: 'turn_ended', at: 5, stopReason: 'cancelled' }]],
] as const)('a rejected call is rejected, and its diff stays, where the agent %s', (_, events) => {
  const entry = after(asked(), answered(rejection), ...events);
  expect(shownStatus(entry)).toBe('rejected');
  expect(entry.call.content).toContainEqual(diff);
});

test('a rule rejects as well, and a withdrawn request is no rejection', () => {
  expect(shownStatus(after(asked(), answered({ by: 'rule', rule: 'deny' })))).toBe('rejected');
  const withdrawn = after(
    asked(),
    answered({ by: 'cancelled', isWithdrawn: true }),
    reported({ status: 'failed' }),
  );
  expect(shownStatus(withdrawn)).toBe('failed');
});

test('what the agent did although it was rejected is done', () => {
  expect(shownStatus(after(asked(), answered(rejection), reported({ status: 'completed' })))).toBe(
    'completed',
  );
});

test('an allowed call runs until its agent says otherwise', () => {
  expect(shownStatus(after(asked(), answered(permission)))).toBe('in_progress');
  expect(shownStatus(after(asked(), answered(permission), reported({ status: 'pending' })))).toBe(
    'in_progress',
  );
  expect(shownStatus(after(asked({ status: 'completed' }), answered(permission)))).toBe('completed');
});

test('a diff that was shown stays where the result is text alone (OpenCode)', () => {
  const done = reported({ status: 'completed', content: [words('Wrote file successfully.')] });
  expect(after(asked(), answered(permission), done).call.content).toEqual([
    diff,
    words('Wrote file successfully.'),
  ]);
});

test('another diff replaces it', () => {
  const other = { ...diff, newText: 'c' };
  const done = reported({ status: 'completed', content: [other] });
  expect(after(asked(), answered(permission), done).call.content).toEqual([other]);
});

test('a request shows what it is about, and nothing that was reported before', () => {
  const before = reported({ kind: 'edit', content: [diff] });
  const state = [started, before, asked({ content: [words('Run it')] })].reduce(
    reduce,
    emptySession('k', 'A', '/w'),
  );
  expect(state.permissions[0]?.call.content).toEqual([words('Run it')]);
});

test.each([
  ['an exit code', { code: 3, signal: null }, 'failed'],
  ['a signal', { code: null, signal: 'SIGKILL' }, 'failed'],
  ['exit code 0', { code: 0, signal: null }, 'completed'],
  ['nothing that is known', { code: null, signal: null }, 'completed'],
])('a completed call whose terminal ended with %s', (_name, exit, status) => {
  const content = [{ type: 'terminal', terminalId: 'shell' } as const];
  const entry = after(reported({ kind: 'other', status: 'completed', content }));
  const ended = (id: string) => ({ ...terminal(id), exit });
  expect(shownStatus(entry, [ended('shell')])).toBe(status);
  expect(shownStatus(entry, [ended('another')])).toBe('completed');
  expect(shownStatus(entry, [terminal('shell')])).toBe('completed');
});
