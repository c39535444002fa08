// The guard of the commands that answer a permission request from the palette or by a key.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWER_GUARD_MS } from '../../../src/core/permissions/optionLabel.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { answerOldest, oneAnswerPerKey } from '../../../src/host/permissions/permissionCommands.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

const KEY = 'session-1';
const ASKED_AT = 1_000_000;
let store: SessionStore;
let answers: string[];

beforeEach(() => {
  resetVscode();
  vi.useFakeTimers();
  vi.setSystemTime(ASKED_AT);
  store = new SessionStore();
  store.create(KEY, 'A', '/w');
  answers = [];
});

afterEach(() => vi.useRealTimers());

function ask(
  requestId: string,
  kinds: readonly string[] = ['allow_always', 'allow_once', 'reject_once'],
): void {
  store.dispatch(KEY, {
    type: 'permission_requested',
    at: Date.now(),
    call: { toolCallId: requestId, title: 'Run make', kind: 'execute' },
    request: {
      requestId,
      toolCallId: requestId,
      at: Date.now(),
      options: kinds.map((kind) => ({ optionId: kind, name: kind, kind })),
    },
  });
}

const answer = (kinds: readonly string[], shownKey: string | undefined = KEY): boolean =>
  answerOldest(kinds, {
    store,
    current: { shownKey },
    sessions: {
      permissions: {
        answer: (key, requestId, optionId) => {
          answers.push(`${requestId} ${optionId}`);
          store.dispatch(key, { type: 'permission_closed', at: Date.now(), requestId });
        },
      },
    },
  });

test('a request that has just appeared is not answered, and says so', () => {
  ask('one');
  vi.setSystemTime(ASKED_AT + ANSWER_GUARD_MS - 1);
  expect(answer(['allow_once'])).toBe(false);
  expect(vscode.statusMessages).toHaveLength(1);
  vi.setSystemTime(ASKED_AT + ANSWER_GUARD_MS);
  expect(answer(['allow_once'])).toBe(true);
  expect(answers).toEqual(['one allow_once']);
});

test('a clock that was set back locks nobody out', () => {
  ask('one');
  vi.setSystemTime(ASKED_AT - 3_600_000);
  expect(answer(['allow_once'])).toBe(true);
});

test('an option that lasts is never chosen by the command that allows once', () => {
  ask('one', ['allow_always', 'reject_once']);
  vi.setSystemTime(ASKED_AT + 1_000);
  expect(answer(['allow_once'])).toBe(false);
  expect(answer(['allow_once'], 'another session')).toBe(false);
  expect(answers).toEqual([]);
});

test('a key that is held down answers one request', () => {
  const press = oneAnswerPerKey(answer);
  for (const id of ['one', 'two', 'three']) ask(id);
  vi.setSystemTime(ASKED_AT + 1_000);
  for (let repeat = 0; repeat < 50; repeat++) {
    press(['allow_once']);
    vi.advanceTimersByTime(30);
  }
  expect(answers).toEqual(['one allow_once']);
  vi.advanceTimersByTime(1_000);
  press(['allow_once']);
  expect(answers).toEqual(['one allow_once', 'two allow_once']);
});
