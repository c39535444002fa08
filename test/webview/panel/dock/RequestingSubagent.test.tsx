// @vitest-environment happy-dom
// The name of the sub-agent in a permission request.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { openPanel, prompted } from '../../../support/panel.tsx';
import { permissionAsked, permissionClosed, usePanelClock } from '../../../support/permissionCards.ts';

usePanelClock();

const task = (toolCallId: string, title: string): SessionEvent => ({
  type: 'tool_call',
  at: 2_000,
  call: { toolCallId, title, kind: 'think', status: 'in_progress' },
});
const shown = (): string | null | undefined => screen.queryByTestId('permission-subagent')?.textContent;

test('a request names the sub-agent whose call it is about, also where only the call was reported as one', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      task('task', 'Find\nthe rates'),
      permissionAsked('a', { call: { parentToolCallId: 'task' } }),
    ],
  });
  expect(shown()).toBe('For the sub-agent “Find the rates”');
  panel.dispatch(permissionClosed('a'), {
    type: 'tool_call',
    at: 3_000,
    call: { toolCallId: 'call-b', title: 'Make', status: 'pending', parentToolCallId: 'task' },
  });
  expect(shown()).toBeUndefined();
  panel.dispatch(permissionAsked('b'));
  expect(shown()).toBe('For the sub-agent “Find the rates”');
});

test('of nested sub-agents the one that made the call is named', () => {
  openPanel({
    events: [
      prompted('Go'),
      task('outer', 'Outer'),
      {
        type: 'tool_call',
        at: 2_000,
        call: { toolCallId: 'inner', title: 'Inner', status: 'in_progress', parentToolCallId: 'outer' },
      },
      permissionAsked('a', { call: { parentToolCallId: 'inner' } }),
    ],
  });
  expect(shown()).toBe('For the sub-agent “Inner”');
});

test('a request of the agent itself names none, nor one of a sub-agent that was never reported', () => {
  const panel = openPanel({ events: [prompted('Go'), task('task', 'Find'), permissionAsked('a')] });
  expect(shown()).toBeUndefined();
  panel.dispatch(permissionClosed('a'), permissionAsked('b', { call: { parentToolCallId: 'unknown' } }));
  expect(screen.getByTestId('permission').dataset['requestId']).toBe('b');
  expect(shown()).toBeUndefined();
});
