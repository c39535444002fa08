// Offers in a notification what the card of a limit offers, after the time to continue automatically was missed.
import * as vscode from 'vscode';
import { sessionTitle } from '../../../core/session/selectors.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import { sessionStrings } from '../../../host/sessions/sessionStrings.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import type { SessionLimits } from '../core/sessionLimits.ts';
import { limitsStrings } from './limitsStrings.ts';

export interface OfferMissedOptions {
  readonly store: Pick<SessionStore, 'state'>;
  readonly limits: Pick<SessionLimits, 'continueNow'>;
  /** Shows a session of the window. */
  readonly open: (key: string) => Promise<void>;
}

export async function offerMissed(key: string, { store, limits, open }: OfferMissedOptions): Promise<void> {
  const state = store.state(key);
  if (state === undefined) return;
  const continueNow = limitsStrings.continueNow();
  const chosen = await vscode.window.showInformationMessage(
    limitsStrings.missed(escapeForNotification(sessionTitle(state) ?? sessionStrings.untitled())),
    continueNow,
    sessionStrings.openSession(),
  );
  if (chosen === undefined) return;
  await open(key);
  // It may have continued by now, or met another limit.
  const entryId = store.state(key)?.limit?.entryId;
  if (chosen === continueNow && entryId !== undefined && entryId === state.limit?.entryId)
    limits.continueNow(key);
}
