// What the commands about permissions do.
import { ANSWER_GUARD_MS } from '../../core/permissions/optionLabel.ts';
import type { PermissionOption } from '../../core/session/permission/state.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { DecisionLog } from './decisionLog.ts';
import type { PermissionRules } from './permissionRules.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';
import { showStatusMessage } from '../window/statusMessage.ts';

/** How long after an answer a key may still be held down, before it begins to repeat. A key answers one request. */
const HELD_KEY_MS = 700;

/** Between the repeats of a key that is held down, at most. */
const KEY_REPEAT_MS = 90;

export interface AnswerOptions {
  readonly store: SessionStore;
  readonly sessions: { readonly permissions: Pick<Sessions['permissions'], 'answer'> };
  readonly current: Pick<CurrentSession, 'shownKey'>;
}

export interface PermissionCommandsOptions extends AnswerOptions {
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
  | 'parley.toggleReadOnly'
  | 'parley.turnOnReadOnly'
  | 'parley.turnOffReadOnly';

export function permissionCommands(
  options: PermissionCommandsOptions,
): Pick<CommandHandlers, PermissionCommandId> {
  const { rules, decisions } = options;
  const answer = oneAnswerPerKey((kinds) => answerOldest(kinds, options));
  return {
    'parley.allowOnce': () => answer(['allow_once']),
    'parley.reject': () => answer(['reject_once', 'reject_always']),
    'parley.explainPermission': async ({ example }) => {
      const { explainPermission } = await import('./explainPermission.ts');
      await explainPermission(example, rules, options.current);
    },
    'parley.showDecisions': () => decisions.show(),
    'parley.exportDecisions': () => decisions.export(),
    'parley.toggleReadOnly': () => rules.setReadOnly(!rules.isReadOnly),
    'parley.turnOnReadOnly': () => rules.setReadOnly(true),
    'parley.turnOffReadOnly': () => rules.setReadOnly(false),
  };
}

/** Runs `answer`, which returns whether it answered, but not again while the key that did so is held down. */
export function oneAnswerPerKey(
  answer: (kinds: readonly PermissionOption['kind'][]) => boolean,
): (kinds: readonly PermissionOption['kind'][]) => void {
  let heldUntil = -Infinity;
  return (kinds) => {
    const now = performance.now();
    if (now < heldUntil) heldUntil = Math.max(heldUntil, now + KEY_REPEAT_MS);
    else if (answer(kinds)) heldUntil = now + HELD_KEY_MS;
  };
}

/**
 * Answers the oldest pending request of the current session with its first option of one of the kinds, and returns
 * whether it did.
 */
export function answerOldest(
  kinds: readonly PermissionOption['kind'][],
  { store, sessions, current }: AnswerOptions,
): boolean {
  const key = current.shownKey ?? '';
  const request = store.state(key)?.permissions[0];
  const option = request?.options.find(({ kind }) => kinds.includes(kind));
  const elapsedMs = request === undefined ? 0 : Date.now() - request.at;
  // The machine's clock may have been set back since.
  if (request !== undefined && elapsedMs >= 0 && elapsedMs < ANSWER_GUARD_MS) {
    showStatusMessage(permissionUiStrings.justAsked());
    return false;
  }
  if (request !== undefined && option !== undefined) {
    sessions.permissions.answer(key, request.requestId, option.optionId);
    return true;
  }
  const text =
    request === undefined ? permissionUiStrings.noPendingRequest() : permissionUiStrings.optionNotOffered();
  showStatusMessage(text);
  return false;
}
