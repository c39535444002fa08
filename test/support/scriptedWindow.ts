// The sessions and agents of a window, for tests of what happens to sessions that the user does not see.
import { Agents } from '../../src/core/agentUpkeep/agentDirectory.ts';
import type { Sessions } from '../../src/core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import type { ManualClock } from './clock.ts';
import type { MemoryLog } from './log.ts';
import { ScriptedAgent } from './scriptedAgent.ts';
import { sessionsOf, text } from './sessions.ts';
import { FakeShownSessions } from './shownSessions.ts';
import { flushMicrotasks } from './wait.ts';

export interface ScriptedWindow {
  /** Its name is `A`. */
  readonly agent: ScriptedAgent;
  readonly agents: Agents;
  readonly store: SessionStore;
  readonly clock: ManualClock;
  readonly log: MemoryLog;
  readonly chats: FakeShownSessions;
  readonly sessions: Sessions;
  /** Opens a session in `/work` and returns its key. */
  openSession(): Promise<string>;
  /** Sends a prompt, which the agent answers at once. */
  runTurn(key: string, prompt?: string): Promise<void>;
}

export function scriptedWindow(): ScriptedWindow {
  const agent = new ScriptedAgent('A');
  const agents = new Agents(() => agent);
  const { store, clock, log, sessions } = sessionsOf(agent, { agents });
  agents.connect(sessions);
  return {
    agent,
    agents,
    store,
    clock,
    log,
    chats: new FakeShownSessions(),
    sessions,
    async openSession() {
      const key = sessions.create('A', '/work');
      await flushMicrotasks();
      return key;
    },
    async runTurn(key, prompt = 'go') {
      sessions.prompt(key, text(prompt));
      await flushMicrotasks();
      agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
      await flushMicrotasks();
    },
  };
}
