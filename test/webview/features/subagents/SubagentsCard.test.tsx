// @vitest-environment happy-dom
// The sub-agents above the composer.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import type { ToolCallPatch } from '../../../../src/core/session/toolCall/state.ts';
import { openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const tool = (
  toolCallId: string,
  more: Partial<ToolCallPatch> = {},
): Extract<SessionEvent, { type: 'tool_call' }> => ({
  type: 'tool_call',
  at: 2_000,
  call: { toolCallId, title: `Call ${toolCallId}`, kind: 'think', status: 'in_progress', ...more },
});
const step = (toolCallId: string, parentToolCallId: string): ReturnType<typeof tool> =>
  tool(toolCallId, { kind: 'read', parentToolCallId, status: 'completed' });
const strip = (): HTMLElement | null => screen.queryByTestId('subagents');
const rows = (): readonly (string | undefined)[][] =>
  within(screen.getByTestId('subagents'))
    .getAllByRole('listitem')
    .map(({ dataset, textContent }) => [dataset['state'], textContent ?? undefined]);

test('says how many sub-agents the turn has and how many of them work', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      tool('a'),
      tool('b'),
      tool('c'),
      step('a1', 'a'),
      step('b1', 'b'),
      step('c1', 'c'),
    ],
  });
  expect(strip()?.textContent).toContain('3 sub-agents· 3 running');
  panel.dispatch(tool('b', { status: 'completed' }));
  expect(strip()?.textContent).toContain('3 sub-agents· 2 running');
});

test('opens to what each one does now, nested ones too', () => {
  openPanel({
    events: [
      prompted('Go'),
      tool('a'),
      tool('b', { parentToolCallId: 'a' }),
      step('b1', 'b'),
      step('b2', 'b'),
      tool('c', { status: 'completed' }),
      step('c1', 'c'),
    ],
  });
  fireEvent.click(within(screen.getByTestId('subagents')).getByRole('button'));
  expect(rows()).toEqual([
    ['in_progress', 'RunningCall a· Call b'],
    ['in_progress', 'RunningCall b· Call b2'],
    ['completed', 'DoneCall c· Call c1'],
  ]);
});

test('is gone when the last one ended, and with the turn, whose open calls end', () => {
  const panel = openPanel({ events: [prompted('Go'), tool('a'), step('a1', 'a')] });
  panel.dispatch(tool('a', { status: 'completed' }));
  expect(strip()).toBeNull();
  panel.dispatch(tool('b'));
  panel.dispatch(step('b1', 'b'));
  expect(strip()?.textContent).toContain('2 sub-agents· 1 running');
  panel.dispatch({ type: 'turn_ended', at: 3_000, stopReason: 'end_turn' });
  expect(strip()).toBeNull();
});

test('is not there for calls without steps, nor for steps of a call that was never reported', () => {
  openPanel({ events: [prompted('Go'), tool('a'), step('x1', 'unknown')] });
  expect(strip()).toBeNull();
});

test('counts those of the running turn only, also where ids are used again', () => {
  const panel = openPanel({
    events: [
      prompted('Go'),
      tool('a'),
      step('a1', 'a'),
      { type: 'turn_ended', at: 3_000, stopReason: 'end_turn' },
    ],
  });
  panel.dispatch(prompted('Again'));
  expect(strip()).toBeNull();
  panel.dispatch({ ...tool('a'), isAnnouncement: true });
  panel.dispatch({ ...step('a1', 'a'), isAnnouncement: true });
  expect(strip()?.textContent).toContain('1 sub-agent· 1 running');
});

test('keeps one that goes on after its turn, alone, until it ends', () => {
  const panel = openPanel({
    events: [prompted('Go'), tool('a'), step('a1', 'a'), tool('b', { status: 'completed' }), step('b1', 'b')],
  });
  panel.dispatch({ type: 'turn_ended', at: 3_000, stopReason: 'end_turn' });
  expect(strip()).toBeNull();
  panel.dispatch(tool('a'));
  expect(strip()?.textContent).toContain('1 sub-agent· 1 running');
  panel.dispatch(prompted('Again'));
  expect(strip()?.textContent).toContain('1 sub-agent· 1 running');
  panel.dispatch(tool('a', { status: 'completed' }));
  expect(strip()).toBeNull();
});

test('the card of a call that has steps says how it stands', () => {
  const panel = openPanel({ events: [prompted('Go'), tool('a'), tool('b'), step('a1', 'a')] });
  const states = (): readonly (string | undefined)[] =>
    screen.getAllByTestId('subagent').map(({ dataset }) => dataset['state']);
  expect(states()).toEqual(['in_progress']);
  panel.dispatch(tool('a', { status: 'failed' }));
  expect(states()).toEqual(['failed']);
});
