// Joins the limits of sessions with the window: its panel, its history, and the user who comes back to it.
import * as vscode from 'vscode';
import { shouldNotify } from '../../../host/chat/notificationPolicy.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import { runCommand } from '../../../host/contributions/commands.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { runContextAction } from '../../../host/sessions/contextActions.ts';
import { inBackground } from '../../../host/window/inBackground.ts';
import type { RestoreOutcome } from '../../../history/sessionArchive.ts';
import { SessionLimits } from '../core/sessionLimits.ts';
import { WaitingSessions } from '../node/waitingSessions.ts';
import { askResetTime } from './askResetTime.ts';
import { offerMissed } from './offerMissed.ts';

/** `folder`: where it is stored which sessions wait; the same for all windows. */
export async function createLimits({ host, session, chat, history }: Kernel, folder: string) {
  const { owned, store, clock, log } = host;
  const { sessions } = session;
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const workspace = String(workspaceFile ?? workspaceFolders?.[0]?.uri ?? '');
  const stored = new WaitingSessions({ folder, workspace, log });
  // Windows that are closed left these; one that another window has opened since is continued there.
  const left = stored.read();
  const outcomes = await Promise.all(
    left.map((key) => history.archive.restore(key, true).catch(() => undefined)),
  );
  const isHere = new Set<RestoreOutcome | undefined>(['restored', 'missing']);
  const settled = left.filter((_key, index) => isHere.has(outcomes[index]));
  let waiting: readonly string[] = [];
  const limits = owned.add(
    new SessionLimits({
      store,
      clock,
      send: (key, content) => sessions.retries.send(key, content),
      onWaiting: (keys) => {
        if (keys.join() === waiting.join()) return;
        waiting = keys;
        inBackground(log, stored.write(keys));
      },
      onMissed: (key) => {
        if (!shouldNotify(key, chat.chats)) return;
        const open = (of: string): Promise<void> => history.opener.open(of);
        inBackground(log, offerMissed(key, { store, limits, open }));
      },
    }),
  );
  for (const key of left) limits.check(key);
  inBackground(log, stored.write(waiting, settled));
  owned.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && limits.checkTimes()));

  const panel: Pick<PanelHandlers, 'limit_action'> = {
    limit_action: async ({ key, action }) => {
      switch (action) {
        case 'continue_at_reset': {
          const known = store.state(key)?.limit?.resetsAt;
          const time = known ?? (await askResetTime(() => clock.now()));
          if (time !== undefined) limits.continueAtReset(key, time);
          return;
        }
        case 'dont_continue':
          limits.dontContinue(key);
          return;
        case 'continue':
          limits.continueNow(key);
          return;
        case 'dismiss':
          limits.dismiss(key);
          return;
        case 'switch_model':
          await runCommand('parley.config.pickModel');
          return;
        case 'hand_off':
          await runContextAction('hand_off', key, { store, sessions, ...chat });
      }
    },
  };
  return { limits, commands: {}, panel };
}
