// Sounds that are turned on while the window is open.
import { expect, test, vi } from 'vitest';
import { DisposableStore } from '../../../src/core/base/lifecycle.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { sounds } from '../../../src/features/sounds/feature.ts';
import { ManualClock } from '../../support/clock.ts';
import { kernelWith } from '../kernelWith.ts';
import { MemoryLog } from '../../support/log.ts';
import { changeSettings, env, resetVscode, vscode } from '../../support/vscode.ts';

test('a sound that is turned on later is played', async () => {
  resetVscode();
  // Then it is only said that nobody would hear it.
  env.remoteName = 'ssh-remote';
  const store = new SessionStore();
  const owned = new DisposableStore();
  sounds.start(kernelWith({ host: { owned, store, clock: new ManualClock(), log: new MemoryLog() } }));
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
    expect(vscode.messages).toContainEqual(expect.stringContaining('remote machine'));
  });
  owned.dispose();
  env.remoteName = undefined;
});
