// The sessions that tools serve: which state is theirs.
import { expect, test } from 'vitest';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { servedSession } from '../../src/ide/servedSessions.ts';
import { ScriptedAgent } from '../support/scriptedAgent.ts';

test('a session without an id has no state, whatever other sessions of its agent have none', async () => {
  const store = new SessionStore();
  store.create('other', 'A', '/other');
  store.create('own', 'A', '/work');
  let id: string | undefined;
  const session = servedSession(
    { roots: ['/work'], usesHttp: true, isHere: true, id: () => id, isOpen: () => true },
    {
      agent: new ScriptedAgent('A'),
      client: { requestAccess: async () => ({ close: () => undefined }) },
      store,
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
