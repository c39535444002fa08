// Terminals of a session whose agent goes, or which is closed.
import { describe, expect, test } from 'vitest';
import { openSession } from '../../support/sessions.ts';

describe('The session of a terminal', () => {
  test('R85 has the agent’s connection stop it, for the right session', async () => {
    const { agent, sessions, key } = await openSession();
    sessions.killTerminal(key, 't');
    sessions.killTerminal('other', 't');
    expect(agent.killedTerminals).toEqual(['acp-1 t']);
  });

  test('R87 ends all of them when it is closed', async () => {
    const { agent, sessions, key } = await openSession();
    await sessions.close(key);
    expect(agent.killedTerminals).toEqual(['acp-1 all']);
  });

  test('is ended by Stop where no turn runs', async () => {
    const { agent, sessions, key } = await openSession();
    agent.send('acp-1', { type: 'terminal_started', at: 1, terminalId: 't', isForeign: false });
    agent.send('acp-1', { type: 'terminal_started', at: 1, terminalId: 'other', isForeign: true });
    sessions.cancel(key);
    expect(agent.killedTerminals).toEqual(['acp-1 t']);
  });

  test('R87 shows none as running when the agent is lost', async () => {
    const { agent, store, key } = await openSession();
    agent.send('acp-1', { type: 'terminal_started', at: 1, terminalId: 't', isForeign: false });
    expect(store.state(key)?.terminals[0]?.endedAt).toBeUndefined();
    agent.die();
    expect(store.state(key)?.terminals[0]?.endedAt).toBeDefined();
  });
});
