// @vitest-environment happy-dom
// How long an agent still waits for an answer.
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Countdown } from '../../../../webview/features/elicitation/Countdown.tsx';

afterEach(() => vi.useRealTimers());

test('counts down to nothing, and stops', () => {
  vi.useFakeTimers({ now: 1_000 });
  render(<Countdown deadline={3_500} />);
  expect(screen.getByText('3s')).toBeDefined();
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  expect(screen.getByText('2s')).toBeDefined();
  act(() => {
    vi.advanceTimersByTime(5_000);
  });
  expect(screen.getByText('0s')).toBeDefined();
  expect(vi.getTimerCount()).toBe(0);
});
