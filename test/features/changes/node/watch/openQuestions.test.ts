// Whose it is what changes while a question of the agent waits for the user: the call that is asked about does nothing then.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PermissionDecision } from '../../../../../src/core/session/permission/permissionDecision.ts';
import type { ToolCallPatch } from '../../../../../src/core/session/toolCall/state.ts';
import {
  finishTurn,
  KEY,
  listed,
  look,
  others,
  prompt,
  toolCall,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';
import { waitUntil } from '../../../../support/wait.ts';

const files = useTrackedFolder();

const allowed: PermissionDecision = { by: 'user', option: { name: 'Allow', kind: 'allow_once' } };
const rejected: PermissionDecision = { by: 'user', option: { name: 'Reject', kind: 'reject_once' } };

function ask({ store }: TrackedWindow, call: ToolCallPatch, requestId = 'r'): void {
  const { toolCallId } = call;
  const request = { requestId, toolCallId, options: [], at: 1 };
  store.dispatch(KEY, { type: 'permission_requested', at: 1, request, call });
}

function decide({ store }: TrackedWindow, decision: PermissionDecision, requestId = 'r'): void {
  store.dispatch(KEY, { type: 'permission_closed', at: 1, requestId, decision });
}

/** What the user does in another program. */
async function workElsewhere(window: TrackedWindow): Promise<void> {
  const asked = Date.now();
  await waitUntil(() => Date.now() - asked > 20, 'the question being older than what is written now');
  files.put('u.txt', 'mine\n');
  files.put('mine.txt', 'mine\n');
  for (const name of ['u.txt', 'mine.txt']) await files.age(name);
  await look(window);
}

async function begin(): Promise<TrackedWindow> {
  files.put('a.txt', '1\n2\n3\n');
  files.put('u.txt', 'u\n');
  const window = files.openWindow();
  await prompt(window);
  return window;
}

/** Ends the turn, and undoes what counts as the agent's. */
async function undoAll(window: TrackedWindow): Promise<void> {
  await finishTurn(window);
  await window.tracker.review.undo(KEY);
}

const command: ToolCallPatch = { toolCallId: 'c', kind: 'execute', title: 'npm test', status: 'pending' };

describe('what the user does in another program while a question about a command waits', () => {
  test('is listed apart, and Undo leaves it, where the command is rejected', async () => {
    const window = await begin();
    toolCall(window, command);
    ask(window, command);
    await workElsewhere(window);
    expect([listed(window), others(window)]).toEqual([[], ['mine.txt', 'u.txt']]);
    decide(window, rejected);
    toolCall(window, { toolCallId: 'c', status: 'failed' });
    await undoAll(window);
    expect([files.read('u.txt'), existsSync(files.path('mine.txt'))]).toEqual(['mine\n', true]);
  });

  test.each([
    ['reports that it runs', { toolCallId: 'c', status: 'in_progress' }],
    ['says nothing until it is done', undefined],
  ])('stays the user’s where it is allowed and %s', async (_how, report) => {
    const window = await begin();
    ask(window, command);
    await workElsewhere(window);
    decide(window, allowed);
    if (report !== undefined) toolCall(window, report);
    files.put('a.txt', 'agent\n');
    toolCall(window, { toolCallId: 'c', status: 'completed' });
    await undoAll(window);
    expect(['a.txt', 'u.txt', 'mine.txt'].map((name) => files.read(name))).toEqual([
      '1\n2\n3\n',
      'mine\n',
      'mine\n',
    ]);
  });

  test('is the user’s though nobody looked before the command was allowed', async () => {
    const window = await begin();
    ask(window, command);
    files.put('u.txt', 'mine\n');
    await files.age('u.txt');
    decide(window, allowed);
    files.put('a.txt', 'agent\n');
    toolCall(window, { toolCallId: 'c', status: 'completed' });
    await finishTurn(window);
    expect([listed(window), others(window)]).toEqual([['modified a.txt +1 -3'], ['u.txt']]);
  });

  test('is the user’s until the last of two questions about it is answered', async () => {
    const window = await begin();
    ask(window, command);
    ask(window, command, 'second');
    decide(window, allowed);
    await workElsewhere(window);
    expect(listed(window)).toEqual([]);
    decide(window, allowed, 'second');
    files.put('a.txt', 'agent\n');
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -3']);
  });

  test('is the user’s while the sub-agent that wants to run it waits as well', async () => {
    const window = await begin();
    toolCall(window, { toolCallId: 'task', kind: 'other', status: 'in_progress' });
    toolCall(window, { ...command, parentToolCallId: 'task' });
    ask(window, command);
    await workElsewhere(window);
    expect(listed(window)).toEqual([]);
    decide(window, rejected);
    files.put('a.txt', 'agent\n');
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -3']);
  });
});

test('what the user does while a form waits inside a call is theirs, and what the call does then its own', async () => {
  const window = await begin();
  toolCall(window, { toolCallId: 'q', kind: 'other', title: 'Ask the user', status: 'in_progress' });
  const question = { mode: 'form' as const, message: 'Which?', fields: [] };
  const request = { requestId: 'f', at: 1, question, problems: {}, isOpened: false };
  window.store.dispatch(KEY, { type: 'elicitation_requested', at: 1, request });
  await workElsewhere(window);
  window.store.dispatch(KEY, { type: 'elicitation_closed', at: 1, requestId: 'f', isAnswered: true });
  files.put('a.txt', 'agent\n');
  await undoAll(window);
  expect([files.read('a.txt'), files.read('u.txt')]).toEqual(['1\n2\n3\n', 'mine\n']);
});

test('what the user fixes themselves in the file of a rejected edit is theirs', async () => {
  const window = await begin();
  const path = files.path('a.txt');
  const content = [{ type: 'diff' as const, path, oldText: '1\n2\n3\n', newText: 'A\n2\n3\n' }];
  ask(window, { toolCallId: 'e', kind: 'edit', status: 'pending', locations: [{ path }], content });
  files.put('a.txt', '1\n2\nmine\n');
  await look(window);
  decide(window, rejected);
  toolCall(window, { toolCallId: 'e', status: 'failed' });
  await undoAll(window);
  expect(files.read('a.txt')).toBe('1\n2\nmine\n');
});

test('what a command did before it asked stays the agent’s', async () => {
  const window = await begin();
  toolCall(window, { ...command, status: 'in_progress' });
  files.put('a.txt', 'agent\n');
  await files.age('a.txt');
  ask(window, command);
  await finishTurn(window);
  expect(listed(window)).toEqual(['modified a.txt +1 -3']);
});
