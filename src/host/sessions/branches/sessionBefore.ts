// Makes the session in which a conversation continues from before one of its prompts, or says why that is not possible.
import * as vscode from 'vscode';
import type { RewoundParts } from '../../../core/session/branches/branchLink.ts';
import { describeError } from '../../../core/errors.ts';
import { agentLabel } from '../../settings/settings.ts';
import { escapeForNotification } from '../../text/escapeForNotification.ts';
import { sessionCommandStrings } from '../sessionCommandStrings.ts';
import type { BranchHandlersOptions } from './branchHandlers.ts';

/** What is shown of the reason why an agent refused, in characters. */
const MAX_REASON_LENGTH = 500;

/** Nothing was done. */
export interface Refusal {
  /** For the user; absent where they know it, or have been told. */
  readonly reason?: string;
  /** Whether a new session with the transcript can take the place of a copy that the agent makes. */
  readonly canStartAnew?: true;
  /** Whether the agent has refused nothing, because it cannot copy a session there. */
  readonly isUnsupported?: true;
}

export interface SessionBefore {
  readonly key: string;
  readonly entryId: string;
  readonly into: 'fork' | 'new_session';
  /** What is rewound, where this is a rewind. */
  readonly rewound?: RewoundParts;
  /** Restores the files; resolves to false where the user cancels, or has been told that it failed. */
  readonly restore?: (() => Promise<boolean>) | undefined;
}

/** The key of the session, which is opened in the agent and not shown yet. */
export async function sessionBefore(
  { key, entryId, into, rewound, restore }: SessionBefore,
  { store, sessions }: Pick<BranchHandlersOptions, 'store' | 'sessions'>,
): Promise<{ readonly next: string } | Refusal> {
  const state = store.state(key);
  if (state === undefined) return {};
  if (state.turn !== undefined) return { reason: sessionCommandStrings.resendAfterTurn() };
  const { copies } = sessions;
  let next: string | undefined;
  try {
    next = await (into === 'fork'
      ? copies.fork(key, entryId, rewound)
      : copies.startAt(key, entryId, rewound));
  } catch (error) {
    return { reason: reasonOf(error), canStartAnew: true };
  }
  if (next === undefined) {
    if (into === 'new_session') return {};
    const reason = sessionCommandStrings.cannotForkAtPrompt(agentLabel(state.agent));
    return { reason, canStartAnew: true, isUnsupported: true };
  }
  let refusal: Refusal = {};
  try {
    // Only now: what an agent did is not undone where the conversation cannot go back.
    if (restore === undefined || (await restore())) return { next };
  } catch (error) {
    refusal = { reason: reasonOf(error) };
  }
  // A copy that the agent keeps harms nothing.
  await sessions.delete(next).catch(() => undefined);
  return refusal;
}

/** Reports a refusal in a notification, which offers to start a new session where that is possible. */
export async function reportRefusal(
  { reason, canStartAnew }: Refusal,
  startAnew: () => Promise<void>,
): Promise<void> {
  if (reason === undefined) return;
  const start = sessionCommandStrings.startHere();
  const ways = canStartAnew === true ? [start] : [];
  const chosen = await vscode.window.showWarningMessage(escapeForNotification(reason), ...ways);
  if (chosen === start) await startAnew();
}

/** Why an agent refused to copy a session, as users are shown it. */
function reasonOf(error: unknown): string {
  const { message, detail } = describeError(error);
  return (detail === undefined ? message : `${message} ${detail}`).slice(0, MAX_REASON_LENGTH);
}
