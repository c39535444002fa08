// An agent that signs users in itself is asked to do so again: once in each new process, by the method that worked before.
import { expect, test } from 'vitest';
import { Agents } from '../../../../src/core/agentUpkeep/agentDirectory.ts';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import type { AgentSecrets } from '../../../../src/host/agents/agentSecrets.ts';
import type { SignIns } from '../../../../src/features/signIn/core/signIns.ts';
import { signInAgain } from '../../../../src/features/signIn/host/signInAgain.ts';
import { MemoryLog } from '../../../support/log.ts';
import { ScriptedAgent } from '../../../support/scriptedAgent.ts';
import { flushMicrotasks } from '../../../support/wait.ts';

function setUp(method: string | null = 'own') {
  const agent = new ScriptedAgent('A');
  const agents = new Agents(() => agent);
  agents.connect(Object.assign(Object.create(null)));
  agents.agent('A');
  const store = new SessionStore();
  store.create('session-1', 'A', '/w');
  const tried: string[] = [];
  // With the parts that a test comes to.
  const secrets: AgentSecrets = Object.assign(Object.create(null), { method: () => method ?? undefined });
  const signIns: SignIns = Object.assign(Object.create(null), {
    again: async (name: string, methodId: string) => {
      tried.push(`${name} ${methodId}`);
      if (methodId === 'failing') throw new Error('no secret storage');
    },
  });
  const log = new MemoryLog();
  const follow = (): void => void signInAgain({ store, agents, secrets, signIns, log });
  return { agent, tried, follow, log };
}

test('a process that asks for a sign-in is signed in to once', () => {
  const { agent, tried, follow } = setUp();
  follow();
  agent.start();
  agent.needSignIn();
  agent.needSignIn();
  expect(tried).toEqual(['A own']);
});

test('each new process is signed in to', () => {
  const { agent, tried, follow } = setUp();
  follow();
  for (let process = 0; process < 2; process++) {
    agent.start();
    agent.needSignIn();
  }
  expect(tried).toEqual(['A own', 'A own']);
});

test('a process that asked for it before anyone followed the agents is signed in to', () => {
  const { agent, tried, follow } = setUp();
  agent.start();
  agent.needSignIn();
  follow();
  expect(tried).toEqual(['A own']);
});

test('the user is asked where no method has worked', () => {
  const { agent, tried, follow } = setUp(null);
  follow();
  agent.start();
  agent.needSignIn();
  expect(tried).toEqual([]);
});

test('a failure of it is logged', async () => {
  const { agent, follow, log } = setUp('failing');
  follow();
  agent.start();
  agent.needSignIn();
  await flushMicrotasks();
  expect(log.lines).toEqual(['Error: no secret storage']);
});
