// Waiting permission requests as lists show them, and the dialog that answers those of one session.
import * as vscode from 'vscode';
import { onceFirst, optionLabel } from '../../core/permissions/optionLabel.ts';
import type { WaitingRequest } from '../../core/panel/waitingRequest.ts';
import type { PermissionOption } from '../../core/session/permission/state.ts';
import type { SessionState } from '../../core/session/model.ts';
import { sessionTitle } from '../../core/session/selectors.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { spelledOut } from '../../core/text/spelledOut.ts';
import { shortened } from '../../core/text/wholeCharacters.ts';
import { agentLabel } from '../settings/settings.ts';
import { showStatusMessage } from '../window/statusMessage.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';
import { waitingQuestion } from './waitingQuestion.ts';
import { waitingSubject } from './waitingSubject.ts';

const MAX_BUTTON_LENGTH = 80;

/** A dialog with more may be taller than the screen, and its buttons out of reach. */
const MAX_DIALOG_LINES = 40;
/** Where a dialog breaks a line at the latest. */
const LINE_LENGTH = 60;

/** The first request of each session that waits, or its first question: the others appear once it is answered. */
export function requestsOf(store: Pick<SessionStore, 'keys' | 'state'>): readonly WaitingRequest[] {
  return store.keys().flatMap((key) => requestOf(store, key) ?? questionOf(store, key) ?? []);
}

function questionOf(store: Pick<SessionStore, 'state'>, key: string): WaitingRequest | undefined {
  const state = store.state(key);
  const question = waitingQuestion(state?.elicitations ?? []);
  return state === undefined || question === undefined ? undefined : { ...question, ...namesOf(key, state) };
}

function namesOf(key: string, state: SessionState): Pick<WaitingRequest, 'key' | 'session' | 'agent'> {
  const session = sessionTitle(state) ?? permissionUiStrings.untitledSession();
  return { key, session, agent: agentLabel(state.agent) };
}

function requestOf(store: Pick<SessionStore, 'state'>, key: string): WaitingRequest | undefined {
  const state = store.state(key);
  const request = state?.permissions[0];
  if (state === undefined || request === undefined) return undefined;
  const { text, isWhole } = waitingSubject(state, request);
  const options = onceFirst(request.options).filter((option) => isWhole || isRejecting(option));
  return {
    ...namesOf(key, state),
    requestId: request.requestId,
    subject: text,
    isWhole,
    options: [...options],
  };
}

function isRejecting({ kind }: Pick<PermissionOption, 'kind'>): boolean {
  return kind.startsWith('reject');
}

/** What is asked, as far as a dialog has room for it, and whether that is all of it. */
function dialogDetail({ subject, isWhole }: WaitingRequest): {
  readonly detail: string;
  readonly isWhole: boolean;
} {
  let left = MAX_DIALOG_LINES;
  const all = subject.split('\n');
  const end = all.findIndex((line) => (left -= Math.max(1, Math.ceil(line.length / LINE_LENGTH))) < 0);
  if (isWhole && end === -1) return { detail: subject, isWhole };
  const lines = end === -1 ? all : all.slice(0, end);
  return { detail: [...lines, '', permissionUiStrings.notWhole()].join('\n'), isWhole: false };
}

interface AnswerButton extends vscode.MessageItem {
  /** Undefined: it opens the session. */
  readonly optionId: string | undefined;
}

export interface AnswerWaitingOptions {
  readonly store: Pick<SessionStore, 'keys' | 'state'>;
  readonly sessions: { readonly permissions: Pick<Sessions['permissions'], 'answer'> };
  /** Shows the session, whose card has all of the request. */
  readonly open: (key: string) => Promise<void>;
}

/** Asks in a dialog, with the whole subject in sight, what the oldest request of a session asks. */
export async function answerWaiting(
  key: string,
  { store, sessions, open }: AnswerWaitingOptions,
): Promise<void> {
  const request = requestOf(store, key);
  if (request === undefined) {
    showStatusMessage(permissionUiStrings.noPendingRequest());
    return;
  }
  const { agent, session, requestId } = request;
  const { detail, isWhole } = dialogDetail(request);
  const options = request.options.filter((option) => isWhole || isRejecting(option));
  const buttons: readonly AnswerButton[] = options.map((option) => {
    const { effect } = optionLabel(option);
    const name = shortened(spelledOut(option.name), MAX_BUTTON_LENGTH);
    const title = effect === undefined ? name : permissionUiStrings.optionWithEffect(name, effect);
    return { title, optionId: option.optionId };
  });
  const openIt: AnswerButton = { title: permissionUiStrings.openSession(), optionId: undefined };
  const chosen = await vscode.window.showInformationMessage(
    permissionUiStrings.waitsIn(spelledOut(agent), spelledOut(session)),
    { modal: true, detail },
    ...buttons,
    openIt,
  );
  if (chosen === undefined) return;
  if (chosen.optionId === undefined) await open(key);
  else if (requestOf(store, key)?.requestId === requestId) {
    sessions.permissions.answer(key, requestId, chosen.optionId);
  } else showStatusMessage(permissionUiStrings.requestChanged());
}
