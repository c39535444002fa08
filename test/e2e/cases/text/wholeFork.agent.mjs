// An agent whose forks are always copies of all: it ignores after which answer they were to end.
import { say, serve, update } from './serve.mjs';

/** The turns of each session. */
const sessions = new Map();
let forks = 0;

function replay(id) {
  for (const { prompt, answer, messageId } of sessions.get(id) ?? []) {
    const content = { type: 'text', text: prompt };
    update(id, { sessionUpdate: 'user_message_chunk', messageId: `u-${messageId}`, content });
    say(id, answer, { messageId });
  }
}

serve({
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'wholeFork', title: 'Copier', version: '1.0.0' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { close: {}, fork: {} } },
    authMethods: [],
  }),
  'session/new': () => {
    const sessionId = `s${sessions.size + 1}`;
    sessions.set(sessionId, []);
    return { sessionId };
  },
  'session/load': ({ sessionId }) => {
    replay(sessionId);
    return {};
  },
  'session/close': () => ({}),
  'session/fork': ({ sessionId: source }) => {
    forks++;
    const sessionId = `s${sessions.size + 1}`;
    sessions.set(sessionId, [...(sessions.get(source) ?? [])]);
    replay(sessionId);
    return { sessionId };
  },
  'session/prompt': ({ sessionId, prompt }) => {
    const turns = sessions.get(sessionId) ?? [];
    const messageId = `${sessionId}-${turns.length + 1}`;
    const answer = `Answer ${turns.length + 1} after ${forks} forks.`;
    turns.push({ prompt: prompt.map(({ text = '' }) => text).join(''), answer, messageId });
    say(sessionId, answer, { messageId });
    return { stopReason: 'end_turn' };
  },
});
