// @vitest-environment happy-dom
// The button that goes back to the bottom names what is new there, and nothing that changed further up.
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const call = (status: 'in_progress' | 'completed'): SessionEvent => ({
  type: 'tool_call',
  at: 2,
  call: { toolCallId: 'one', title: 'Read a.ts', kind: 'read', status },
});
const said = (text: string): SessionEvent => ({
  type: 'message_chunk',
  at: 3,
  role: 'agent',
  content: { type: 'text', text },
});

/** A panel in which the user has turned the wheel up. */
function openScrolled() {
  const panel = openPanel({ events: [prompted('Go'), call('in_progress'), said('One')] });
  const transcript = screen.getByTestId('transcript');
  Object.defineProperty(transcript, 'scrollTop', { value: 100, writable: true });
  act(() => void transcript.dispatchEvent(new WheelEvent('wheel', { deltaY: -50 })));
  return panel;
}

const label = () => screen.getByTestId('jump-to-bottom').textContent;

test('an earlier call that ends is no new message, and text at the end is one', () => {
  const panel = openScrolled();
  expect(label()).toBe('Jump to Latest');
  panel.dispatch(call('completed'));
  expect(label()).toBe('Jump to Latest');
  panel.dispatch(said(' and two'));
  expect(label()).toBe('New Messages');
});

test('an entry that is added at the end is a new message', () => {
  const panel = openScrolled();
  panel.dispatch({ type: 'turn_ended', at: 4, stopReason: 'end_turn' });
  expect(label()).toBe('New Messages');
});
