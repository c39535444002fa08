// Sounds that are turned on while the window is open.
import { expect, test, vi } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { playSoundsWhenOn } from '../../../src/host/sounds/soundsWhenOn.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { changeSettings, resetVscode, vscode } from '../../support/vscode.ts';

test('a sound that is turned on later is played', async () => {
  resetVscode();
  const store = new SessionStore();
  const played: string[] = [];
  const play = async (activity: string): Promise<boolean> => played.push(activity) > 0;
  const owned = playSoundsWhenOn({ store, clock: new ManualClock(), log: new MemoryLog(), play });
  store.create('one', 'Bot', '/');
  store.dispatch('one', { type: 'opened', at: 0, sessionId: 's' });
  const turn = (): void => {
    store.dispatch('one', { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Hi' }] });
    store.dispatch('one', { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
  };
  turn();
  vscode.settings.set('sounds.finished', true);
  changeSettings();
  await vi.waitFor(() => {
    turn();
    expect(played).toEqual(['finished']);
  });
  owned.dispose();
});
