// @vitest-environment happy-dom
// What a row of the transcript says of a tool call: the status that its card shows.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { rowLabel, rowText } from '../../../../webview/panel/transcript/entryText.ts';
import { RowMaker, type Row } from '../../../../webview/panel/transcript/rows.ts';

const call = { toolCallId: '1', kind: 'edit', title: 'Change it' };

function toolRow(...events: readonly SessionEvent[]): { readonly row: Row; readonly state: SessionState } {
  const start: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] };
  const state = [start, ...events].reduce(reduce, emptySession('k', 'bot', '/'));
  const row = new RowMaker().rows(state).at(1);
  if (row === undefined) throw new Error('There is no tool call.');
  return { row, state };
}

test('a rejected call that the agent calls failed', () => {
  const { row, state } = toolRow(
    {
      type: 'permission_requested',
      at: 2,
      request: { requestId: 'r', toolCallId: '1', at: 2, options: [] },
      call,
    },
    {
      type: 'permission_closed',
      at: 3,
      requestId: 'r',
      decision: { by: 'user', option: { name: 'No', kind: 'reject_once' } },
    },
    { type: 'tool_call', at: 4, call: { toolCallId: '1', status: 'failed' } },
  );
  expect(rowLabel(row, 'Bot', false)).toContain('Change it, Rejected');
  expect(rowText(row, state).split('\n')).toContain('Rejected');
});

test('a command that failed in a terminal, though the agent calls the call completed', () => {
  const { row, state } = toolRow(
    { type: 'terminal_started', at: 2, terminalId: 't', isForeign: true, command: 'make' },
    { type: 'terminal_exited', at: 3, terminalId: 't', exit: { code: 2, signal: null } },
    {
      type: 'tool_call',
      at: 4,
      call: { ...call, status: 'completed', content: [{ type: 'terminal', terminalId: 't' }] },
    },
  );
  expect(rowLabel(row, 'Bot', true)).toContain('Change it, Failed');
  expect(rowText(row, state).split('\n')).toContain('Failed');
});
