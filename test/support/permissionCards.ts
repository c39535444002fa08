// Requests for permission in a panel whose clock a test sets: a card accepts answers only some time after it appeared.
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { PermissionOption } from '../../src/core/session/permission/state.ts';
import type { EventsByType } from '../../src/core/session/events.ts';
import { saveViewStates } from './panel.tsx';

type Requested = EventsByType['permission_requested'];

/** Registers what is done before and after each test of a file. */
export function usePanelClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    saveViewStates();
    vi.useRealTimers();
  });
}

export function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const ONCE: readonly PermissionOption[] = [
  { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

/** A request of that id to run a command, or what `call` says. */
export function permissionAsked(
  id: string,
  {
    options = ONCE,
    call = {},
  }: { options?: readonly PermissionOption[]; call?: Partial<Requested['call']> } = {},
): Requested {
  const toolCallId = `call-${id}`;
  return {
    type: 'permission_requested',
    at: 2_000,
    request: { requestId: id, toolCallId, at: 2_000, options },
    call: {
      toolCallId,
      title: `Run command ${id}`,
      kind: 'execute',
      rawInput: { command: `make ${id}` },
      ...call,
    },
  };
}

export function permissionClosed(requestId: string): EventsByType['permission_closed'] {
  return { type: 'permission_closed', at: 3_000, requestId };
}
