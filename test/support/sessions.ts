// Sessions over a scripted agent, a manual clock and a log in memory, for tests of what is above the connection.
import type { ContentBlock } from '../../src/core/session/content.ts';
import type { Entry } from '../../src/core/session/entries.ts';
import type { UpdateEvent } from '../../src/core/session/events.ts';
import type { SessionState } from '../../src/core/session/model.ts';
import { entryText } from '../../src/core/session/entryTraits.ts';
import type { SessionsOptions } from '../../src/core/sessionLifecycle/sessionParts.ts';
import { Sessions } from '../../src/core/sessionLifecycle/sessions.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
// Sessions load it on first use, which tests that wait for microtasks alone would not wait for.
import '../../src/core/session/replay/mergeReplay.ts';
import { permissionParts } from '../../src/core/permissions/permissionParts.ts';
import { PendingElicitations } from '../../src/features/elicitation/core/pendingElicitations.ts';
import { ManualClock } from './clock.ts';
import { MemoryLog } from './log.ts';
import { directoryOf, ScriptedAgent } from './scriptedAgent.ts';
import { flushMicrotasks } from './wait.ts';

/** Makes keys that count up: `key-1`, `key-2`, … */
export function countedKeys(prefix = 'key'): () => string {
  let made = 0;
  return () => `${prefix}-${++made}`;
}

/** The content of a prompt. */
export function text(words: string): readonly ContentBlock[] {
  return [{ type: 'text', text: words }];
}

export function chunk(role: 'user' | 'agent' | 'thought', words: string, messageId?: string): UpdateEvent {
  const content = { type: 'text', text: words } as const;
  return { type: 'message_chunk', at: 1, role, content, ...(messageId === undefined ? {} : { messageId }) };
}

/** The sessions of a window with the agent `A`. */
export function sessionsOf(agent = new ScriptedAgent('A'), options: Partial<SessionsOptions> = {}) {
  const store = new SessionStore();
  const clock = new ManualClock();
  const log = new MemoryLog();
  const sessions = new Sessions({
    store,
    agents: directoryOf(agent),
    clock,
    log,
    newKey: countedKeys(),
    ...options,
  });
  const limit = sessions.questionLimit;
  sessions.permissions.use(permissionParts({ store, clock, log, newKey: countedKeys(), ...options, limit }));
  sessions.elicitations.serve(new PendingElicitations({ store, clock, limit }));
  agent.client = sessions.client;
  const state = (key: string): SessionState => {
    const found = store.state(key);
    if (found === undefined) throw new Error(`no session ${key}`);
    return found;
  };
  const entries = (key: string): readonly Entry[] => state(key).entries.flat();
  const kinds = (key: string): readonly string[] => entries(key).map(({ kind }) => kind);
  /** What the transcript shows, as `kind: text`, without the ends of turns. */
  const said = (key: string): readonly string[] =>
    entries(key)
      .filter(({ kind }) => kind !== 'turn')
      .map((entry) => `${entry.kind}: ${entryText(entry)}`);
  return { agent, store, clock, log, sessions, state, kinds, said };
}

/** The same with one session, open as `acp-1`. */
export async function openSession(...parameters: Parameters<typeof sessionsOf>) {
  const context = sessionsOf(...parameters);
  const key = context.sessions.create(context.agent.name, '/work');
  await flushMicrotasks();
  return { ...context, key };
}

/** An open session with one prompt, `one`, and its answer. */
export async function openAnsweredSession(options: Parameters<typeof openSession>[1] = {}) {
  const context = await openSession(undefined, options);
  const { agent, key, sessions } = context;
  sessions.prompt(key, text('one'));
  await flushMicrotasks();
  agent.send('acp-1', chunk('thought', 'hm'));
  agent.send('acp-1', chunk('agent', 'answer one'));
  agent.prompts[0]?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
  return context;
}

/** The updates with which an agent replays {@link openAnsweredSession}. */
export const replayOfAnswered = [chunk('user', 'one'), chunk('agent', 'answer one')];

/** The session of {@link openAnsweredSession} as a later window finds it in the history. */
export async function restoredSession() {
  const before = await openAnsweredSession();
  const context = sessionsOf(undefined, { newKey: countedKeys('second') });
  const { key } = before;
  context.sessions.restore({ ...before.state(key), sessionId: 'old-1' });
  return { ...context, key };
}
