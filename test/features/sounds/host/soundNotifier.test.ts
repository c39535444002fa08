// Sounds: the commands of each system, and when one is played.
import { beforeEach, describe, expect, test } from 'vitest';
import type { UnreadActivity } from '../../../../src/core/session/unreadActivity.ts';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { playSound } from '../../../../src/features/sounds/host/playSound.ts';
import { soundCommands, toneFile } from '../../../../src/features/sounds/host/soundCommands.ts';
import { playSoundsOfSessions } from '../../../../src/features/sounds/host/soundNotifier.ts';
import { ManualClock } from '../../../support/clock.ts';
import { MemoryLog } from '../../../support/log.ts';
import { env, resetVscode, vscode } from '../../../support/vscode.ts';
import { flushMicrotasks } from '../../../support/wait.ts';

describe('The commands of a sound', () => {
  test.each(['darwin', 'win32', 'linux'] as const)('on %s are programs by their whole paths', (platform) => {
    for (const activity of ['finished', 'waiting', 'failed'] as const) {
      const commands = soundCommands(activity, platform);
      expect(commands).not.toEqual([]);
      for (const { program } of commands) expect(program).toMatch(/^(?:\/|[A-Z]:\\)/);
    }
  });

  test('are none on a system without one', () => {
    expect(soundCommands('finished', 'aix')).toEqual([]);
  });

  test('with tones are a WAV file of the length that it says', () => {
    const file = Buffer.from(toneFile([440]));
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(file.readUInt32LE(40)).toBe(file.length - 44);
  });

  test('are tried until one succeeds', async () => {
    const missing = { program: '/nowhere/player', args: [] };
    const node = (code: string) => ({ program: process.execPath, args: ['-e', code] });
    expect(await playSound([missing, node('process.exit(3)'), node('')])).toBe(true);
    expect(await playSound([missing])).toBe(false);
  });
});

describe('A sound', () => {
  let store: SessionStore;
  let played: UnreadActivity[];
  let clock: ManualClock;
  let log: MemoryLog;

  beforeEach(() => {
    resetVscode();
    env.remoteName = undefined;
    store = new SessionStore();
    played = [];
    clock = new ManualClock();
    log = new MemoryLog();
    playSoundsOfSessions({
      store,
      clock,
      log,
      play: async (activity) => played.push(activity) < 100 && canPlay,
    });
    store.create('one', 'Bot', '/');
    store.dispatch('one', { type: 'opened', at: 0, sessionId: 's' });
  });

  let canPlay = true;

  function turn(stopReason: string): void {
    store.dispatch('one', { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Hi' }] });
    store.dispatch('one', { type: 'turn_ended', at: 2, stopReason });
  }

  test('is off by default', () => {
    turn('end_turn');
    expect(played).toEqual([]);
  });

  test('is played for the events that are on, and not for a turn that the user stopped', () => {
    vscode.settings.set('sounds.finished', true);
    turn('cancelled');
    expect(played).toEqual([]);
    turn('end_turn');
    expect(played).toEqual(['finished']);
  });

  test('is played once for what happens at once', () => {
    vscode.settings.set('sounds.finished', true);
    turn('end_turn');
    turn('end_turn');
    clock.advance(1_000);
    turn('end_turn');
    expect(played).toEqual(['finished', 'finished']);
  });

  test('on a remote machine is none, which the user is notified of once', () => {
    vscode.settings.set('sounds.finished', true);
    env.remoteName = 'ssh-remote';
    turn('end_turn');
    clock.advance(1_000);
    turn('end_turn');
    expect(played).toEqual([]);
    expect(vscode.messages.filter((message) => message.includes('remote machine'))).toHaveLength(1);
  });

  test('that no program can play is logged once', async () => {
    canPlay = false;
    vscode.settings.set('sounds.finished', true);
    turn('end_turn');
    clock.advance(1_000);
    turn('end_turn');
    await flushMicrotasks();
    expect(log.lines).toHaveLength(1);
    canPlay = true;
  });
});
