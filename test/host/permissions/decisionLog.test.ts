// The log of permission decisions: what is in it, also after a decision of which no record can be made.
import { beforeEach, expect, test } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import type { DecidedPermission } from '../../../src/core/permissions/permissionRequests.ts';
import type { AgentRedactors } from '../../../src/core/secrets/agentRedactors.ts';
import { createToolCall } from '../../../src/core/session/toolCall/state.ts';
import type { Sessions } from '../../../src/core/sessionLifecycle/sessions.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { DecisionLog } from '../../../src/host/permissions/decisionLog.ts';
import { MemoryLog } from '../../support/log.ts';
import { resetVscode } from '../../support/vscode.ts';

beforeEach(resetVscode);

function setUp() {
  const store = new SessionStore();
  store.create('session-1', 'A', '/w');
  const decided = new Emitter<DecidedPermission>();
  const stored = new Map<string, unknown>();
  const log = new MemoryLog();
  // With the parts that a test comes to.
  const sessions: Sessions = Object.assign(Object.create(null), {
    permissions: { onDecision: decided.event },
  });
  const redactors: AgentRedactors = Object.assign(Object.create(null), {
    of: () => ({ text: (text: string) => text }),
  });
  const state = {
    keys: () => [...stored.keys()],
    get: (key: string): undefined => void stored.get(key),
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const decisions = new DecisionLog({ store, sessions, state, redactors, log });
  const decide = (title: string, at: number): void =>
    decided.fire({
      key: 'session-1',
      at,
      call: createToolCall({ toolCallId: title, title }),
      entryId: title,
      decision: { by: 'user' },
      edits: [],
    });
  return { decisions, decide, log };
}

test('decisions are in the log, the last one first', async () => {
  const { decisions, decide } = setUp();
  decide('Read one', 1_000);
  decide('Read two', 2_000);
  const text = await decisions.provideTextDocumentContent();
  expect(text.indexOf('Read two')).toBeGreaterThanOrEqual(0);
  expect(text.indexOf('Read one')).toBeGreaterThan(text.indexOf('Read two'));
});

test('a decision of which no record can be made leaves the others in it', async () => {
  const { decisions, decide, log } = setUp();
  decide('Read one', 1_000);
  decide('Read nothing', Number.NaN);
  decide('Read two', 2_000);
  const text = await decisions.provideTextDocumentContent();
  expect(text).toContain('Read one');
  expect(text).toContain('Read two');
  expect(text).not.toContain('Read nothing');
  expect(log.lines).toEqual([expect.stringContaining('A permission decision is not in the log')]);
});
