// What ends a call: the request, its turn, its session.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SessionStore } from '../../../../../src/core/sessionLifecycle/sessionStore.ts';
import { callSignal } from '../../../../../src/features/ideTools/host/mcp/callSignal.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function session() {
  const store = new SessionStore();
  store.create('k', 'A', '/work');
  store.dispatch('k', { type: 'opened', at: 1, sessionId: 's' });
  let isOpen = true;
  return {
    store,
    isOpen: () => isOpen,
    state: () => store.state('k'),
    close: () => {
      isOpen = false;
    },
    prompt: (at: number) =>
      store.dispatch('k', {
        type: 'prompt_started',
        at,

        content: [{ type: 'text', text: 'x' }],
      }),
  };
}

test('a call ends with its request and with its session', () => {
  const served = session();
  const request = new AbortController();
  const [one, other] = [callSignal(request.signal, served), callSignal(new AbortController().signal, served)];
  request.abort();
  expect(one.signal.aborted).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(other.signal.aborted).toBe(false);
  served.close();
  vi.advanceTimersByTime(1_000);
  expect(other.signal.aborted).toBe(true);
  one.dispose();
  other.dispose();
  expect(vi.getTimerCount()).toBe(0);
});

test('a call ends when its turn is stopped, and one between turns goes on', () => {
  const served = session();
  const before = callSignal(new AbortController().signal, served);
  served.prompt(5);
  const within = callSignal(new AbortController().signal, served);
  vi.advanceTimersByTime(1_000);
  expect(within.signal.aborted).toBe(false);
  served.store.dispatch('k', { type: 'cancel_requested', at: 6 });
  vi.advanceTimersByTime(1_000);
  expect([before.signal.aborted, within.signal.aborted]).toEqual([false, true]);
  before.dispose();
  within.dispose();
});
