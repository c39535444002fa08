// Joins the limits of sessions with the window: its panel, its history, and the user who comes back to it.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { shouldNotify } from '../../../host/chat/notificationPolicy.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import { runCommand } from '../../../host/contributions/commands.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { runContextAction } from '../../../host/sessions/contextActions.ts';
import { inBackground } from '../../../host/window/inBackground.ts';
import { SessionLimits } from '../core/sessionLimits.ts';
import { WAITING } from '../core/waiting.ts';
import { askResetTime } from './askResetTime.ts';
import { offerMissed } from './offerMissed.ts';

export async function createLimits({ host, session, chat, history }: Kernel) {
  const { owned, store, clock, log, context } = host;
  const { sessions } = session;
  const stored = z.array(z.string()).safeParse(context.workspaceState.get(WAITING)).data ?? [];
  // Those of the window before; what another window has by now is continued there.
  await Promise.allSettled(stored.map((key) => history.archive.restore(key, true)));
  let waiting: readonly string[] = [];
  const limits = owned.add(
    new SessionLimits({
      store,
      clock,
      send: (key, content) => sessions.retries.send(key, content),
      onWaiting: (keys) => {
        if (keys.join() === waiting.join() && keys.length > 0) return;
        waiting = keys;
        const value = keys.length === 0 ? undefined : keys;
        inBackground(log, Promise.resolve(context.workspaceState.update(WAITING, value)));
      },
      onMissed: (key) => {
        if (!shouldNotify(key, chat.chats)) return;
        const open = (of: string): Promise<void> => history.opener.open(of);
        inBackground(log, offerMissed(key, { store, limits, open }));
      },
    }),
  );
  for (const key of stored) limits.check(key);
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
