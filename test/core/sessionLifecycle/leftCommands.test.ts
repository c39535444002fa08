// Stop, with an agent whose commands go on after `session/cancel`: closing the session ends them, and it goes on without them.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionAbilities } from '../../../src/core/ports/agent.ts';
import { hasBackgroundWork } from '../../../src/core/session/selectors.ts';
// Sessions load it on first use, which tests that wait for microtasks alone would not wait for.
import '../../../src/core/sessionLifecycle/handOver/reopening.ts';
import { openAnsweredSession, text } from '../../support/sessions.ts';
import type { ScriptedAgent } from '../../support/scriptedAgent.ts';
import { flushMicrotasks } from '../../support/wait.ts';

type Session = Awaited<ReturnType<typeof openAnsweredSession>>;

function leavesCommands(agent: ScriptedAgent, ...abilities: readonly (keyof SessionAbilities)[]): void {
  agent.offer(...abilities);
  if (agent.description !== undefined)
    agent.description = { ...agent.description, commandsOutliveCancel: true };
}

function begin({ agent }: Session, terminalId = 't'): void {
  agent.send('acp-1', { type: 'terminal_output', at: 2, terminalId, data: 'tick', skippedBytes: 0 });
}

function end({ agent }: Session, terminalId = 't'): void {
  agent.send('acp-1', { type: 'terminal_exited', at: 3, terminalId, exit: { code: 0, signal: null } });
}

/** What the agent was asked for once nothing is on its way any more. */
async function askedAtLast({ agent }: Session): Promise<readonly string[]> {
  await vi.dynamicImportSettled();
  await flushMicrotasks();
  return agent.asked;
}

async function reopened({ agent }: Session): Promise<readonly string[]> {
  await vi.waitFor(() => expect(agent.asked).toContain('resume acp-1'));
  await flushMicrotasks();
  return agent.asked;
}

describe('Stop, where commands of the agent go on after it', () => {
  let session: Session;
  beforeEach(async () => {
    session = await openAnsweredSession();
    leavesCommands(session.agent, 'close', 'resume');
  });

  test('closes the session that worked in the background, and opens it again', async () => {
    const { agent, sessions, state, key } = session;
    begin(session);
    expect(hasBackgroundWork(state(key))).toBe(true);
    sessions.cancel(key);
    expect(await reopened(session)).toEqual(['close acp-1', 'resume acp-1']);
    expect(agent.cancelled).toEqual(['acp-1']);
    expect(state(key).opening).toBe(false);
    expect(state(key).terminals.map(({ endedAt }) => endedAt === undefined)).toEqual([false]);
  });

  test('does so after the end of a turn that left a command running', async () => {
    const { agent, sessions, state, key } = session;
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    begin(session);
    sessions.cancel(key);
    await flushMicrotasks();
    expect(agent.asked).toEqual([]);
    agent.prompts[1]?.resolve({ stopReason: 'cancelled' });
    expect(await reopened(session)).toEqual(['close acp-1', 'resume acp-1']);
    expect(state(key).turn).toBeUndefined();
  });

  test('sends what waits once the session is open again', async () => {
    const { agent, sessions, state, key } = session;
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    begin(session);
    sessions.prompt(key, text('three'));
    sessions.turns.sendNow(key, state(key).queue[0]?.id ?? '');
    agent.prompts[1]?.resolve({ stopReason: 'cancelled' });
    await vi.waitFor(() => expect(agent.prompts).toHaveLength(3));
    expect(agent.asked).toEqual(['close acp-1', 'resume acp-1']);
    expect(agent.prompts[2]?.content).toEqual(text('three'));
  });

  test('leaves the session open where the agent has ended its commands', async () => {
    const { agent, sessions, key } = session;
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    begin(session);
    sessions.cancel(key);
    end(session);
    agent.prompts[1]?.resolve({ stopReason: 'cancelled' });
    expect(await askedAtLast(session)).toEqual([]);
  });

  test('leaves the session open where a turn ended on its own', async () => {
    const { agent, sessions, key } = session;
    sessions.prompt(key, text('two'));
    await flushMicrotasks();
    begin(session);
    agent.prompts[1]?.resolve({ stopReason: 'end_turn' });
    expect(await askedAtLast(session)).toEqual([]);
  });

  test('leaves the session open where its agent could not open it again, or cannot close one', async () => {
    const { agent, sessions, key } = session;
    for (const abilities of [['close'], ['resume']] as const) {
      leavesCommands(agent, ...abilities);
      begin(session, abilities[0]);
      sessions.cancel(key);
      expect(await askedAtLast(session)).toEqual([]);
    }
  });

  test('leaves the sessions of other agents open', async () => {
    const { agent, sessions, key } = session;
    agent.offer('close', 'resume');
    begin(session);
    sessions.cancel(key);
    expect(await askedAtLast(session)).toEqual([]);
  });
});
