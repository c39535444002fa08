// The one word for what goes on in a session.
import { expect, test } from 'vitest';
import { agentRefused } from '../../../../src/core/agentErrors.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { sessionStatus } from '../../../../src/core/session/status/sessionStatus.ts';

const error = agentRefused('A', 'No', undefined);

function after(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('k', 'A', '/work'));
}

const opened: SessionEvent = { type: 'opened', at: 1, sessionId: 's' };
const prompted: SessionEvent = { type: 'prompt_started', at: 2, content: [{ type: 'text', text: 'go' }] };
const asked: SessionEvent = {
  type: 'permission_requested',
  at: 3,
  call: { toolCallId: 't' },
  request: { requestId: 'r', toolCallId: 't', options: [], at: 3 },
};
const failed: SessionEvent = { type: 'turn_failed', at: 4, error };

const answered: SessionEvent = { type: 'turn_ended', at: 4, stopReason: 'end_turn' };
const background: SessionEvent = {
  type: 'tool_call',
  at: 5,
  call: { toolCallId: 'b', status: 'in_progress' },
};

const command: SessionEvent = { type: 'terminal_started', at: 4, terminalId: 't', isForeign: false };
const exited: SessionEvent = {
  type: 'terminal_exited',
  at: 5,
  terminalId: 't',
  exit: { code: 0, signal: null },
};

const foreign: SessionEvent = { ...command, isForeign: true };
const output: SessionEvent = {
  type: 'terminal_output',
  at: 5,
  terminalId: 't',
  data: 'line',
  skippedBytes: 0,
};
const shown = (status: string): SessionEvent => ({
  type: 'tool_call',
  at: 5,
  call: { toolCallId: 'c', status, content: [{ type: 'terminal', terminalId: 't' }] },
});
const limited: SessionEvent = { type: 'limit_changed', at: 5, limit: { entryId: 'e1' } };
const reset: SessionEvent = { type: 'limit_changed', at: 6, limit: { entryId: 'e1', isOver: true } };

const stopped: SessionEvent = { type: 'cancel_requested', at: 6 };

test.each([
  ['background', after(opened, prompted, foreign, answered, output), 'ready'],
  ['background', after(opened, prompted, answered, foreign), 'ready'],
  ['background', after(opened, prompted, shown('completed'), answered, output), 'ready'],
  ['ready', after(opened, prompted, foreign, output, answered), 'ready'],
  ['ready', after(opened, prompted, foreign, answered, output, exited), 'ready'],
  ['ready', after(opened, prompted, shown('in_progress'), answered, output, shown('completed')), 'ready'],
  ['ready', after(opened, prompted, foreign, answered, output, stopped), 'ready'],
  ['background', after(opened, prompted, foreign, answered, output, stopped, output), 'ready'],
  ['ready', after(opened, prompted, foreign, answered, output, { type: 'detached', at: 7 }), 'ready'],
  ['ready', after(opened, prompted, foreign, exited, answered, output), 'ready'],
  ['ready', after(opened, prompted, answered, { type: 'opening', at: 5 }, foreign, output, opened), 'ready'],
  ['background', after(opened, prompted, command, answered), 'ready'],
  ['ready', after(opened, prompted, command, answered, exited), 'ready'],
  ['ready', after(opened, prompted, { ...command, isForeign: true }, answered), 'ready'],
  ['stopped', after(opened), undefined],
  ['stopped', after(opened), 'stopped'],
  ['ready', after(opened), 'ready'],
  ['starting', after({ type: 'opening', at: 1 }), 'ready'],
  ['starting', after(opened), 'starting'],
  ['running', after(opened, prompted), 'ready'],
  ['background', after(opened, prompted, answered, background), 'ready'],
  ['waiting', after(opened, prompted, answered, asked), 'ready'],
  ['waiting', after(opened, background, asked), 'ready'],
  ['silent', after(opened, prompted, { type: 'silence', at: 3 }), 'ready'],
  ['waiting', after(opened, prompted, asked), 'ready'],
  ['failed', after(opened, prompted, failed), 'ready'],
  ['failed', after(opened, prompted, failed), 'stopped'],
  ['limited', after(opened, prompted, failed, limited), 'ready'],
  ['failed', after(opened, prompted, failed, limited, reset), 'ready'],
  ['running', after(opened, prompted, failed, limited, prompted), 'ready'],
  ['needs-sign-in', after(opened, prompted, failed, limited), 'needs-sign-in'],
  ['limited', after(opened, prompted, failed, limited, { type: 'restored', at: 7 }), 'stopped'],
  ['failed', after(opened), 'failed'],
  ['failed', after({ type: 'open_failed', at: 1, error }), 'ready'],
  ['needs-sign-in', after(opened, prompted, failed), 'needs-sign-in'],
  ['read-only', after({ type: 'read_only', at: 1, reason: 'No' }), 'ready'],
] as const)('%s', (expected, state, agent) => {
  expect(sessionStatus(state, agent)).toBe(expected);
});

test.each([
  ['the next prompt', prompted],
  ['the session opened again', opened],
  ['a new window', { type: 'restored', at: 5 }],
] as const)('a failure is over with %s', (_, event) => {
  expect(sessionStatus(after(opened, prompted, failed, event), 'ready')).not.toBe('failed');
});

test('what the user does besides does not end a silence', () => {
  const state = after(opened, prompted, { type: 'silence', at: 3 });
  const renamed = reduce(state, { type: 'renamed', at: 4, alias: 'My name' });
  expect(sessionStatus(renamed, 'ready')).toBe('silent');
});
