// Signing in by each kind of method: what is done, what the user sees, and what goes on elsewhere meanwhile.
import { expect, test } from 'vitest';
import { ParleyError } from '../../../../src/core/errors.ts';
import { Emitter } from '../../../../src/core/base/lifecycle.ts';
import type { Agent } from '../../../../src/core/ports/agent.ts';
import { signInNeeded } from '../../../../src/core/signIn/signInErrors.ts';
import type { AuthMethod, TerminalCommand, VariableValues } from '../../../../src/core/signIn/authMethod.ts';
import { SignIns, type SignInPorts } from '../../../../src/features/signIn/core/signIns.ts';
import { SignInStates } from '../../../../src/features/signIn/core/signInStates.ts';
import { ManualClock } from '../../../support/clock.ts';
import { MemoryLog } from '../../../support/log.ts';
import { directoryOf, ScriptedAgent } from '../../../support/scriptedAgent.ts';
import { flushMicrotasks } from '../../../support/wait.ts';

const command: TerminalCommand = { program: 'agent', args: ['login'], env: {}, methodEnv: {}, cwd: '/work' };
const byAgent: AuthMethod = { id: 'agent', name: 'By agent', description: '', kind: 'agent' };
const byTerminal: AuthMethod = { ...byAgent, id: 'terminal', kind: 'terminal', command };
const byVariable: AuthMethod = {
  ...byAgent,
  id: 'env',
  kind: 'env',
  variables: [{ name: 'KEY', label: '', isSecret: true, isOptional: false }],
};

const byKey: AuthMethod = {
  ...byAgent,
  id: 'key',
  kind: 'env',
  passesKey: true,
  variables: [{ name: 'api-key:key', label: 'Key', isSecret: true, isOptional: false }],
};

function setUp(ports: Partial<SignInPorts> = {}, losesMemory = false) {
  const agent = new ScriptedAgent('A');
  agent.authMethods = [byAgent, byTerminal, byVariable, byKey];
  agent.offer();
  const states = new SignInStates();
  const done: string[] = [];
  const forgotten: string[] = [];
  const stored: VariableValues[] = [];
  const remembered: (string | undefined)[] = [];
  const statuses = new Emitter<Agent>();
  agent.onStatusChange(() => statuses.fire(agent));
  const answered = new Emitter<string>();
  const idle = Promise.withResolvers<void>();
  const clock = new ManualClock();
  const signIns = new SignIns({
    agents: { ...directoryOf(agent), onStatusChange: statuses.event },
    states,
    clock,
    log: new MemoryLog(),
    sessions: {
      restart: async (name) => void done.push(`restart ${name}`),
      reopen: (name) => void done.push(`reopen ${name}`),
      losesMemory: () => losesMemory,
      onAnswered: answered.event,
      idle: () => idle.promise,
    },
    ports: {
      runInTerminal: async () => 0,
      askForVariables: async () => ({ KEY: 'secret' }),
      storeVariables: async (_name, values) => void stored.push(values),
      forgetKeys: async (name) => void forgotten.push(name),
      forgetVariables: async () => stored.splice(0).length > 0,
      rememberMethod: async (_name, methodId) => void remembered.push(methodId),
      ...ports,
    },
  });
  const start = (method: AuthMethod): Promise<void> => signIns.start('A', method.id, () => true);
  return {
    agent,
    states,
    signIns,
    clock,
    done,
    forgotten,
    remembered,
    stored,
    start,
    answered,
    endTurns: idle.resolve,
  };
}

test('the agent signs in itself, and the sessions that it refused are opened again', async () => {
  const { agent, states, done, start } = setUp();
  const signingIn = start(byAgent);
  await flushMicrotasks();
  expect(states.of('A').progress).toEqual({ state: 'running', methodId: 'agent' });
  agent.signIns[0]?.resolve();
  await signingIn;
  expect(done).toEqual(['reopen A']);
  expect(states.of('A').progress).toEqual({ state: 'done', methodId: 'agent' });
});

test('a second attempt waits for no first one, and an unknown method is an error', async () => {
  const { agent, states, signIns, start } = setUp();
  const first = start(byAgent);
  await start(byTerminal);
  await flushMicrotasks();
  expect(agent.signIns).toHaveLength(1);
  agent.signIns[0]?.resolve();
  await first;
  await signIns.start('A', 'gone', () => true);
  expect(states.of('A').progress).toMatchObject({
    state: 'failed',
    error: { code: 'sign-in-method-gone' },
  });
});

test('an agent that hangs is left when the user cancels', async () => {
  const { signIns, states, done, start } = setUp();
  const signingIn = start(byAgent);
  await flushMicrotasks();
  signIns.cancel('A');
  await signingIn;
  expect(states.of('A')).toEqual({ isOpen: false });
  expect(done).toEqual([]);
});

test('an attempt that hangs ends with a sign-out, and another one can follow', async () => {
  const { agent, signIns, states, start } = setUp();
  agent.signsOut = true;
  agent.offer();
  const signingIn = start(byAgent);
  await flushMicrotasks();
  await signIns.signOut('A');
  await signingIn;
  expect(states.of('A')).toEqual({ isOpen: false });
  void start(byAgent);
  await flushMicrotasks();
  expect(states.of('A').progress).toMatchObject({ state: 'running' });
});

test('an error of the agent is shown, and another attempt can follow', async () => {
  const { agent, states, start } = setUp();
  const first = start(byAgent);
  await flushMicrotasks();
  agent.signIns[0]?.reject(new Error('no browser'));
  await first;
  expect(states.of('A').progress).toMatchObject({ state: 'failed', error: { detail: 'no browser' } });
  const second = start(byAgent);
  await flushMicrotasks();
  expect(states.of('A').progress).toMatchObject({ state: 'running' });
  agent.signIns[1]?.resolve();
  await second;
});

test('an agent that answers a sign-in with the need of one has refused it', async () => {
  const { agent, states, start } = setUp();
  const signingIn = start(byAgent);
  await flushMicrotasks();
  agent.signIns[0]?.reject(new ParleyError(signInNeeded('A', 'Wrong key.')));
  await signingIn;
  expect(states.of('A').progress).toMatchObject({
    state: 'failed',
    error: { code: 'sign-in-refused', detail: 'Wrong key.' },
  });
});

test('R27 a terminal whose command succeeds renews the process once no turn runs in it', async () => {
  const { states, done, start, endTurns } = setUp();
  const signingIn = start(byTerminal);
  await flushMicrotasks();
  expect(states.of('A').progress).toEqual({ state: 'ending-turns', methodId: 'terminal' });
  expect(done).toEqual([]);
  endTurns();
  await signingIn;
  expect(done).toEqual(['restart A']);
  expect(states.of('A').progress).toMatchObject({ state: 'done' });
});

test.each([
  [1, 'sign-in-command-failed'],
  [undefined, 'sign-in-terminal-closed'],
])('R27 a command that ends with %s has not signed in', async (exitCode, code) => {
  const { states, done, start } = setUp({ runInTerminal: async () => exitCode });
  await start(byTerminal);
  expect(states.of('A').progress).toMatchObject({ state: 'failed', error: { code } });
  expect(done).toEqual([]);
});

test('a process whose sessions would be lost is tried as it is', async () => {
  const { done, start } = setUp({}, true);
  await start(byTerminal);
  expect(done).toEqual(['reopen A']);
});

test('R25 a terminal method is never sent to the agent', async () => {
  const { agent, start, endTurns } = setUp();
  endTurns();
  await start(byTerminal);
  expect(agent.signIns).toEqual([]);
});

test('a command that is not the one that was shown is not run', async () => {
  const ran: TerminalCommand[] = [];
  const { signIns, states } = setUp({
    runInTerminal: async (_agent, run) => {
      ran.push(run);
      return 0;
    },
  });
  await signIns.start('A', 'terminal', () => false);
  expect(ran).toEqual([]);
  expect(states.of('A').progress).toMatchObject({ error: { code: 'sign-in-method-gone' } });
});

test('the values of variables are stored, and the process is renewed with them', async () => {
  const { stored, done, start, endTurns } = setUp();
  endTurns();
  await start(byVariable);
  expect(stored).toEqual([{ KEY: 'secret' }]);
  expect(done).toEqual(['restart A']);
});

test('a box that was closed stores nothing', async () => {
  const { states, stored, done, start } = setUp({ askForVariables: async () => undefined });
  await start(byVariable);
  expect({ stored, done }).toEqual({ stored: [], done: [] });
  expect(states.of('A')).toEqual({ isOpen: false });
});

test('an agent that asks for a sign-in again right after one says that it had no effect', async () => {
  const { agent, states, start } = setUp();
  const signingIn = start(byAgent);
  await flushMicrotasks();
  agent.signIns[0]?.resolve();
  await signingIn;
  agent.die({ state: 'needs-sign-in', error: signInNeeded('A', 'The key is wrong.') });
  expect(states.of('A').progress).toMatchObject({
    state: 'failed',
    error: { code: 'sign-in-without-effect', detail: 'The key is wrong.' },
  });
});

test('a sign-in that has expired since is a new need', async () => {
  const { agent, clock, states, start } = setUp();
  const signingIn = start(byAgent);
  await flushMicrotasks();
  agent.signIns[0]?.resolve();
  await signingIn;
  clock.advance(3_600_000);
  agent.die({ state: 'needs-sign-in', error: signInNeeded('A') });
  expect(states.of('A')).toEqual({ isOpen: false });
});

test.each([
  ['A', { isOpen: false }],
  ['B', { progress: { error: { code: 'sign-in-without-effect' } } }],
])('a sign-in that is needed anew right after %s has answered a prompt', async (answering, expected) => {
  const { agent, answered, states, start } = setUp();
  const signingIn = start(byAgent);
  await flushMicrotasks();
  agent.signIns[0]?.resolve();
  await signingIn;
  answered.fire(answering);
  agent.die({ state: 'needs-sign-in', error: signInNeeded('A') });
  expect(states.of('A')).toMatchObject(expected);
});

test('R26 logout is not called where the agent does not advertise it', async () => {
  const { agent, signIns } = setUp();
  await expect(signIns.signOut('A')).rejects.toMatchObject({ user: { code: 'sign-out-missing' } });
  expect(agent.asked).not.toContain('logout');
  agent.signsOut = true;
  agent.offer();
  await signIns.signOut('A');
  expect(agent.asked).toContain('logout');
});

test('the methods of an agent that has not run yet are listed when the user asks for them', async () => {
  const { agent, states, signIns } = setUp();
  agent.description = undefined;
  await signIns.open('A');
  expect(agent.status.state).toBe('ready');
  expect(states.of('A')).toEqual({ isOpen: true });
  signIns.close('A');
  expect(states.of('A')).toEqual({ isOpen: false });
});

test('secrets are forgotten with a new process, and nothing happens where there are none', async () => {
  const { signIns, done, start, endTurns } = setUp();
  endTurns();
  expect(await signIns.forgetVariables('A')).toBe(false);
  expect(done).toEqual([]);
  await start(byVariable);
  expect(await signIns.forgetVariables('A')).toBe(true);
  expect(done).toEqual(['restart A', 'restart A']);
});

test('a key is passed to the agent that runs, and stored only when that accepts it', async () => {
  const askForVariables = async (): Promise<VariableValues> => ({ 'api-key:key': 'k-1' });
  const { agent, states, done, stored, start } = setUp({ askForVariables });
  const wrong = start(byKey);
  await flushMicrotasks();
  expect(agent.signIns[0]).toMatchObject({ methodId: 'key', apiKey: 'k-1' });
  agent.signIns[0]?.reject(new Error('not a key'));
  await wrong;
  expect(stored).toEqual([]);
  expect(states.of('A').progress).toMatchObject({ state: 'failed', error: { detail: 'not a key' } });
  const right = start(byKey);
  await flushMicrotasks();
  agent.signIns[1]?.resolve();
  await right;
  expect(stored).toEqual([{ 'api-key:key': 'k-1' }]);
  // The process has it: no session is lost to a new one.
  expect(done).toEqual(['reopen A']);
});

test.each([
  ['a sign-in by another method', byTerminal],
  ['a sign-in by variables', byVariable],
  ['a sign-out', undefined],
])('%s forgets the key, which would sign in again', async (_what, method) => {
  const { agent, signIns, forgotten, start, endTurns } = setUp();
  agent.signsOut = true;
  agent.offer();
  endTurns();
  await (method === undefined ? signIns.signOut('A') : start(method));
  expect(forgotten).toEqual(['A']);
});

test('a program in a terminal has signed in: where a new process would forget, the one that runs is used again', async () => {
  const { agent, states, done, remembered, start } = setUp({}, true);
  agent.needSignIn();
  await start(byTerminal);
  expect(agent.status.state).toBe('ready');
  expect(done).toEqual(['reopen A']);
  expect(states.of('A').progress).toEqual({ state: 'done', methodId: 'terminal' });
  expect(remembered).toEqual([undefined]);
  agent.needSignIn();
  expect(states.of('A').progress).toMatchObject({
    state: 'failed',
    error: { code: 'sign-in-without-effect', actions: ['show-log', 'restart-agent'] },
  });
});

test('a sign-in that the running process did not notice counts in the next one, where the refused prompts go on', async () => {
  const { agent, states, done, start } = setUp({}, true);
  agent.needSignIn();
  await start(byTerminal);
  agent.needSignIn();
  // The user restarts it.
  agent.die({ state: 'stopped' });
  agent.start();
  expect(states.of('A')).toEqual({ isOpen: false });
  await agent.connect();
  expect(done).toEqual(['reopen A', 'reopen A']);
  agent.start();
  await agent.connect();
  expect(done).toHaveLength(2);
});

test.each(['the command fails', 'the user gives up'])(
  'nothing goes on in the next process where %s',
  async (how) => {
    const { agent, states, done, start } = setUp({ runInTerminal: async () => 1 }, true);
    agent.needSignIn();
    if (how === 'the command fails') await start(byTerminal);
    agent.start();
    expect(states.of('A')).toEqual({ isOpen: false });
    await agent.connect();
    expect(done).toEqual([]);
  },
);

test('the method that worked is used again in a new process, and forgotten when it fails there', async () => {
  const { agent, states, signIns, done, remembered, start } = setUp();
  const first = start(byAgent);
  await flushMicrotasks();
  agent.signIns[0]?.resolve();
  await first;
  expect(remembered).toEqual(['agent']);
  agent.start();
  agent.needSignIn();
  expect(states.of('A').progress).toBeUndefined();
  const second = signIns.again('A', 'agent');
  await flushMicrotasks();
  expect(states.of('A').progress).toEqual({ state: 'running', methodId: 'agent' });
  agent.signIns[1]?.resolve();
  await second;
  expect(done).toEqual(['reopen A', 'reopen A']);
  const third = signIns.again('A', 'agent');
  await flushMicrotasks();
  agent.signIns[2]?.reject(new Error('expired'));
  await third;
  expect(states.of('A').progress).toMatchObject({ state: 'failed', error: { detail: 'expired' } });
  expect(remembered.at(-1)).toBeUndefined();
});

test('nothing runs again by itself that runs a program, asks for a key, or is not offered any more', async () => {
  const { agent, signIns, states, done } = setUp();
  for (const methodId of ['terminal', 'env', 'key', 'gone']) await signIns.again('A', methodId);
  expect(agent.signIns).toEqual([]);
  expect(done).toEqual([]);
  expect(states.of('A').progress).toBeUndefined();
});

test('a sign-out forgets the method that would sign in again', async () => {
  const { agent, signIns, remembered } = setUp();
  agent.signsOut = true;
  agent.offer();
  await signIns.signOut('A');
  expect(remembered).toEqual([undefined]);
});
