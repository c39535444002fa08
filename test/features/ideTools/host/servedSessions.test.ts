// The sessions that tools serve: which state is theirs.
import { expect, test } from 'vitest';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { servedSession } from '../../../../src/features/ideTools/host/servedSessions.ts';
import type { OwnClient, PermissionOutcome } from '../../../../src/core/ports/agent.ts';
import type { FileAccess } from '../../../../src/core/ports/fileAccess.ts';
import { ScriptedAgent } from '../../../support/scriptedAgent.ts';

const noFiles: FileAccess = {
  readTextFile: () => Promise.reject(new Error('no files')),
  writeTextFile: () => Promise.reject(new Error('no files')),
};

/** Answers each question with `outcome`, and collects what it is sent. */
function client(outcome: PermissionOutcome = { outcome: 'cancelled' }, asked: unknown[] = []): OwnClient {
  return {
    requestAccess: async () => ({ close: () => undefined }),
    requestPermission: async (_agent, _id, { call }) => {
      asked.push(call.rawInput);
      return outcome;
    },
    sessionUpdate: (_agent, _id, event) => {
      if (event.type === 'tool_call') asked.push(event.call.status);
    },
  };
}

test('a session without an id has no state, whatever other sessions of its agent have none', async () => {
  const store = new SessionStore();
  store.create('other', 'A', '/other');
  store.create('own', 'A', '/work');
  let id: string | undefined;
  const session = servedSession(
    { roots: ['/work'], usesHttp: true, isHere: true, id: () => id, isOpen: () => true },
    {
      agent: new ScriptedAgent('A'),
      client: client(),
      clock: { now: () => 1 },
      files: noFiles,
      store,
      offersTool: () => false,
      commentsOf: async () => ({ list: async () => [], resolve: async () => false }),
      resolve: async (real) => ({ real, inside: true }),
    },
  );
  expect(session.state()).toBeUndefined();
  expect(session.changedFiles()).toEqual([]);
  const request = { use: 'read', path: '/work/a', real: '/work/a', isInside: true } as const;
  await expect(async () => session.permit(request, new AbortController().signal)).rejects.toThrow(
    'not open yet',
  );
  id = 's';
  store.dispatch('own', { type: 'opened', at: 1, sessionId: 's' });
  expect(session.state()?.cwd).toBe('/work');
});

test('a task is asked about by its command, or by its name where not all that it runs is known', async () => {
  const asked: unknown[] = [];
  const make = (outcome: PermissionOutcome): ReturnType<typeof servedSession> =>
    servedSession(
      { roots: ['/work'], usesHttp: true, isHere: true, id: () => 's', isOpen: () => true },
      {
        agent: new ScriptedAgent('A'),
        client: client(outcome, asked),
        clock: { now: () => 1 },
        files: noFiles,
        store: new SessionStore(),
        commentsOf: async () => ({ list: async () => [], resolve: async () => false }),
        offersTool: () => false,
        resolve: async (real) => ({ real, inside: true }),
      },
    );
  const { signal } = new AbortController();
  const allowed = make({ outcome: 'selected', optionId: 'allow' });
  const permit = await allowed.askToRun(
    { name: 'build', command: ['make', 'a b'], cwd: '/work', runs: [] },
    signal,
  );
  permit.close('completed');
  const runs = [{ task: 'build' }, { task: 'lint', command: 'lint all' }];
  const refused = make({ outcome: 'selected', optionId: 'reject' });
  await expect(
    refused.askToRun({ name: 'build, lint', command: undefined, cwd: '/work', runs }, signal),
  ).rejects.toThrow('build, lint: this was not allowed');
  expect(asked).toEqual([
    { command: ['make', 'a b'], cwd: '/work' },
    'completed',
    { task: 'build, lint', cwd: '/work', runs },
    'failed',
  ]);
});
