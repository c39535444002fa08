// Plays a sound when a session finishes, fails or needs input, for the events that the user turned on.
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import { unreadActivity, type UnreadActivity } from '../../../core/session/unreadActivity.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { playSound } from './playSound.ts';
import { soundCommands } from './soundCommands.ts';
import { readSetting } from './soundSettings.ts';
import { soundStrings } from './soundStrings.ts';

/** Sessions that finish together make one sound. */
const PAUSE_MS = 1_000;

export interface SoundNotifierOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Plays the sound of an event; resolves to whether the machine can. */
  readonly play?: (activity: UnreadActivity) => Promise<boolean>;
}

export function playSoundsOfSessions({
  store,
  clock,
  log,
  play = playOnThisMachine,
}: SoundNotifierOptions): Disposable {
  let lastAt = Number.NEGATIVE_INFINITY;
  let isReported = false;
  const types = [
    'permission_requested',
    'elicitation_requested',
    'turn_ended',
    'turn_failed',
    'open_failed',
  ] as const;
  return store.onEvent(types, ({ previous, event, state }) => {
    const activity = unreadActivity(previous, event, state);
    if (activity === undefined || !readSetting(`sounds.${activity}`)) return;
    if (clock.now() - lastAt < PAUSE_MS) return;
    lastAt = clock.now();
    if (isOnOtherMachine()) {
      if (!isReported) void vscode.window.showInformationMessage(soundStrings.onOtherMachine());
      isReported = true;
      return;
    }
    void play(activity).then((isPlayed) => {
      if (!isPlayed && !isReported) log.warn('No program of this system could play the sound.');
      isReported ||= !isPlayed;
    });
  });
}

/** Whether the extension runs on another machine than the window, where nobody would hear it. */
function isOnOtherMachine(): boolean {
  return vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
}

function playOnThisMachine(activity: UnreadActivity): Promise<boolean> {
  return playSound(soundCommands(activity, process.platform, process.env['SystemRoot']));
}
