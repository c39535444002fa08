// Tells the user of a permission request that the chat does not show, and takes the answer there.
import * as vscode from 'vscode';
import { DisposableStore, toDisposable, type Disposable } from '../../core/base/lifecycle.ts';
import { commandText, factsOf, FILE_KINDS, hidesInput } from '../../core/permissions/policy/requestFacts.ts';
import type { PermissionOption, PermissionRequest, SessionState } from '../../core/session/model.ts';
import { patchedToolCall } from '../../core/session/reduce/reduceToolCall.ts';
import { sessionTitle, toolCallTitle } from '../../core/session/selectors.ts';
import type { ToolCall } from '../../core/session/toolCall.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import { isToBeAsked } from '../window/notificationText.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { agentLabel } from '../settings/settings.ts';

/** Characters of a request that a notification shows; of a longer one nothing is allowed from there. */
const SHOWN = 300;

/** Characters of a button. */
const BUTTON = 80;

/** Requests that are notified of at a time; further ones wait in the chat alone. */
const MOST = 3;

export interface PermissionNotifierOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly chats: Chats;
}

interface Button extends vscode.MessageItem {
  readonly option?: PermissionOption;
}

/**
 * Shows a notification for each request whose session is not on the screen. Closing it is no answer. VS Code cannot
 * take a notification back, so a button of one that was answered elsewhere does nothing but say so.
 */
export function notifyOfPermissions({
  store,
  sessions,
  current,
  chats,
}: PermissionNotifierOptions): Disposable {
  /** The requests that were notified of and still wait. A notification may stay when its request is answered. */
  const notified = new Set<string>();
  let isDisposed = false;

  const notify = async (state: SessionState, request: PermissionRequest, call: ToolCall): Promise<void> => {
    const { key, agent } = state;
    const { text, isWhole } = describe(agent, call);
    const title = escapeForNotification(sessionTitle(state) ?? vscode.l10n.t('New session'));
    const open: Button = { title: vscode.l10n.t('Open') };
    const buttons: readonly Button[] = [...optionButtons(request.options, isWhole), open];
    notified.add(request.requestId);
    const chosen = await vscode.window
      .showWarningMessage(
        vscode.l10n.t(
          '{0} asks for permission in “{1}”. {2}',
          escapeForNotification(agentLabel(agent)),
          title,
          text,
        ),
        ...buttons,
      )
      .then(undefined, () => undefined);
    if (chosen === undefined || isDisposed) return;
    if (chosen === open) {
      current.open(key);
      await chats.reveal();
    } else if (chosen.option !== undefined) {
      const isWaiting = store
        .state(key)
        ?.permissions.some(({ requestId }) => requestId === request.requestId);
      if (isWaiting === true) sessions.permissions.answer(key, request.requestId, chosen.option.optionId);
      else void vscode.window.showInformationMessage(vscode.l10n.t('This request was answered already.'));
    }
  };

  const owned = new DisposableStore();
  owned.add(store.onEvent('permission_closed', ({ event }) => notified.delete(event.requestId)));
  owned.add(
    store.onEvent('permission_requested', ({ key, event, state }) => {
      if (notified.size >= MOST || !isToBeAsked(key, chats)) return;
      void notify(state, event.request, patchedToolCall(state, event.call));
    }),
  );
  return toDisposable(() => {
    isDisposed = true;
    owned.dispose();
  });
}

/** The agent's own words for yes and no to this one request. What holds for longer is chosen in the chat. */
function optionButtons(options: readonly PermissionOption[], isWhole: boolean): readonly Button[] {
  const ofKind = (kind: string): readonly PermissionOption[] =>
    options.filter((option) => option.kind === kind);
  const allow = isWhole ? ofKind('allow_once') : [];
  const reject = ofKind('reject_once');
  // Several of a kind are a choice, which takes the whole card.
  return [allow, reject]
    .flatMap((offered) => (offered.length === 1 ? offered : []))
    .map((option) => ({ title: cut(escapeForNotification(option.name), BUTTON), option }));
}

/** What will happen, and whether that is all of it. */
function describe(agent: string, call: ToolCall): { readonly text: string; readonly isWhole: boolean } {
  const { paths } = factsOf(agent, call, 'posix');
  const command = commandText(call);
  const parts = [toolCallTitle(call), ...(command === undefined ? paths : [command])];
  const whole = [...new Set(parts)].join(' · ');
  const text = escapeForNotification(whole);
  const isTold =
    call.kind === 'execute'
      ? command !== undefined && !hidesInput(call)
      : FILE_KINDS.has(call.kind) && paths.length > 0;
  const isWhole = isTold && text === whole && text.length <= SHOWN;
  return { text: cut(text, SHOWN), isWhole };
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
