// @vitest-environment happy-dom
// The limit above the composer: what it says, and what it offers.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import type { SessionLimit } from '../../../../src/core/session/limit/state.ts';
import { KEY, openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';
// It is loaded with the first limit.
import '../../../../webview/features/limits/Limit.tsx';

const NOW = Date.parse('2026-03-04T10:00:00Z');
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  cleanup();
  saveViewStates();
  vi.useRealTimers();
});

const changed = (limit?: Omit<SessionLimit, 'entryId'>): SessionEvent => ({
  type: 'limit_changed',
  at: 3,
  ...(limit === undefined ? {} : { limit: { entryId: 'e1', ...limit } }),
});

async function open(limit: Omit<SessionLimit, 'entryId'>) {
  const panel = openPanel({
    events: [prompted('hello'), { type: 'turn_ended', at: 2, stopReason: 'end_turn' }, changed(limit)],
  });
  await act(async () => {
    await vi.dynamicImportSettled();
  });
  return panel;
}

const card = (): HTMLElement => screen.getByTestId('limit');
const offered = (): readonly (string | undefined)[] =>
  [...card().querySelectorAll<HTMLElement>('[data-action]')].map(({ dataset }) => dataset['action']);
function click(action: string): void {
  fireEvent.click(card().querySelector(`[data-action="${action}"]`) ?? card());
}

test('says until when the session waits, and counts the minutes and at the end the seconds', async () => {
  await open({ resetsAt: NOW + 3 * MINUTE });
  expect(card().dataset).toMatchObject({ until: '2026-03-04T10:03:00.000Z', state: 'waits' });
  expect(card().textContent).toMatch(/^Waiting until .* · 3 min/);
  await act(() => vi.advanceTimersByTime(MINUTE + 50));
  expect(card().textContent).toContain('2 min');
  await act(() => vi.advanceTimersByTime(MINUTE));
  await act(() => vi.advanceTimersByTime(10_000));
  expect(card().textContent).toMatch(/\d\d sec/);
});

test('draws once a minute until the last one', async () => {
  await open({ resetsAt: NOW + 90 * MINUTE });
  const before = card().textContent;
  await act(() => vi.advanceTimersByTime(MINUTE - 1_000));
  expect(card().textContent).toBe(before);
  await act(() => vi.advanceTimersByTime(2_000));
  expect(card().textContent).toContain('1 hr 29 min');
});

test.each([
  ['continue_at_reset', { resetsAt: NOW + MINUTE }],
  ['dont_continue', { resetsAt: NOW + MINUTE, continuation: { count: 0 } }],
  ['continue', { resetsAt: NOW - MINUTE, isOver: true as const }],
  ['continue_at_reset', {}],
])('%s is the first that is offered', async (action, limit) => {
  const panel = await open(limit);
  expect(offered()[0]).toBe(action);
  click(action);
  expect(panel.sent('limit_action')).toEqual([{ type: 'limit_action', key: KEY, action }]);
});

test('another agent is offered while the session waits, and models where there are some', async () => {
  const panel = await open({ resetsAt: NOW + MINUTE });
  expect(offered()).toEqual(['continue_at_reset', 'hand_off', 'dismiss']);
  panel.dispatch(changed({ isOver: true }));
  expect(offered()).toEqual(['continue', 'dismiss']);
});

test('a limit is over when its time has come, also where nobody has said so', async () => {
  await open({ resetsAt: NOW + 2_000 });
  for (let second = 0; second < 3; second++) await act(() => vi.advanceTimersByTime(1_100));
  expect(card().dataset['state']).toBe('over');
  expect(offered()[0]).toBe('continue');
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing is shown while a turn runs, and after the limit', async () => {
  const panel = await open({});
  expect(card().dataset['until']).toBe('');
  panel.dispatch(prompted('again'));
  expect(screen.queryByTestId('limit')).toBeNull();
  panel.dispatch({ type: 'turn_ended', at: 5, stopReason: 'end_turn' }, changed());
  expect(screen.queryByTestId('limit')).toBeNull();
});
