// What the commands about permissions do.
import * as vscode from 'vscode';
import { ANSWER_GUARD_MS } from '../../core/permissions/optionLabel.ts';
import type { PermissionOption } from '../../core/session/model.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { DecisionLog } from './decisionLog.ts';
import type { PermissionRules } from './permissionRules.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';

/** Between runs of a command that may be repeats of one key that is held down, which answers one request only. */
const HELD_KEY_MS = 700;

export interface PermissionCommandsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly rules: PermissionRules;
  readonly decisions: DecisionLog;
}

type PermissionCommandId =
  | 'parley.allowOnce'
  | 'parley.reject'
  | 'parley.explainPermission'
  | 'parley.showDecisions'
  | 'parley.exportDecisions'
  | 'parley.toggleReadOnly';

export function permissionCommands(
  options: PermissionCommandsOptions,
): Pick<CommandHandlers, PermissionCommandId> {
  const { rules, decisions } = options;
  let ranAt = -Infinity;
  const answer = (kinds: readonly PermissionOption['kind'][]): void => {
    const isHeld = performance.now() - ranAt < HELD_KEY_MS;
    ranAt = performance.now();
    if (!isHeld) answerOldest(kinds, options);
  };
  return {
    'parley.allowOnce': () => answer(['allow_once']),
    'parley.reject': () => answer(['reject_once', 'reject_always']),
    'parley.explainPermission': async ({ example }) => {
      const { explainPermission } = await import('./explainPermission.ts');
      await explainPermission(example, rules, options.current);
    },
    'parley.showDecisions': () => decisions.show(),
    'parley.exportDecisions': () => decisions.export(),
    'parley.toggleReadOnly': () => rules.toggleReadOnly(),
  };
}

/** Answers the oldest pending request of the current session with its first option of one of the kinds. */
function answerOldest(
  kinds: readonly PermissionOption['kind'][],
  { store, sessions, current }: PermissionCommandsOptions,
): void {
  const key = current.shownKey ?? '';
  const request = store.state(key)?.permissions[0];
  const option = request?.options.find(({ kind }) => kinds.includes(kind));
  if (request !== undefined && Date.now() - request.at < ANSWER_GUARD_MS) {
    vscode.window.setStatusBarMessage(permissionUiStrings.justAsked(), 5_000);
    return;
  }
  if (request !== undefined && option !== undefined) {
    sessions.permissions.answer(key, request.requestId, option.optionId);
    return;
  }
  const text =
    request === undefined ? permissionUiStrings.noPendingRequest() : permissionUiStrings.optionNotOffered();
  vscode.window.setStatusBarMessage(text, 5_000);
}
