// Waiting permission requests and questions as lists show them, and the dialog that answers those of one session.
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
  return store.keys().flatMap((key) => waitingOf(store, key) ?? []);
}

function waitingOf(store: Pick<SessionStore, 'state'>, key: string): WaitingRequest | undefined {
  return requestOf(store, key) ?? questionOf(store, key);
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
function dialogDetail({ subject, isWhole, field }: WaitingRequest): {
  readonly detail: string;
  readonly isWhole: boolean;
} {
  let left = MAX_DIALOG_LINES;
  const all = subject.split('\n');
  const end = all.findIndex((line) => (left -= Math.max(1, Math.ceil(line.length / LINE_LENGTH))) < 0);
  if (isWhole && end === -1) return { detail: subject, isWhole };
  const lines = end === -1 ? all : all.slice(0, end);
  const hint = field === undefined ? permissionUiStrings.notWhole() : permissionUiStrings.answerThere();
  return { detail: [...lines, '', hint].join('\n'), isWhole: false };
}

interface AnswerButton extends vscode.MessageItem {
  readonly run: () => unknown;
}

export interface AnswerWaitingOptions {
  readonly store: Pick<SessionStore, 'keys' | 'state'>;
  readonly sessions: {
    readonly permissions: Pick<Sessions['permissions'], 'answer'>;
    readonly elicitations: Pick<Sessions['elicitations'], 'accept' | 'refuse'>;
  };
  /** Shows the session, whose card has all of the request. */
  readonly open: (key: string) => Promise<void>;
}

/** Asks in a dialog, with the whole subject in sight, what the oldest request or question of a session asks. */
export async function answerWaiting(
  key: string,
  { store, sessions, open }: AnswerWaitingOptions,
): Promise<void> {
  const request = waitingOf(store, key);
  if (request === undefined) {
    showStatusMessage(permissionUiStrings.noPendingRequest());
    return;
  }
  const { requestId, field } = request;
  const { detail, isWhole } = dialogDetail(request);
  /** A button of the dialog, which answers nothing but what the dialog shows. */
  const button = (title: string, answer: () => void): AnswerButton => ({
    title,
    run: () => {
      if (waitingOf(store, key)?.requestId === requestId) answer();
      else showStatusMessage(permissionUiStrings.requestChanged());
    },
  });
  const buttons =
    field === undefined
      ? request.options
          .filter((option) => isWhole || isRejecting(option))
          .map((option) =>
            button(optionTitle(option), () => sessions.permissions.answer(key, requestId, option.optionId)),
          )
      : [
          ...(isWhole ? request.options : []).map(({ name, optionId }) =>
            button(buttonTitle(name), () =>
              sessions.elicitations.accept(key, requestId, { [field]: optionId }),
            ),
          ),
          button(permissionUiStrings.decline(), () =>
            sessions.elicitations.refuse(key, requestId, 'decline'),
          ),
        ];
  const chosen = await vscode.window.showInformationMessage(
    titleOf(request),
    { modal: true, detail },
    ...buttons,
    { title: permissionUiStrings.openSession(), run: () => open(key) },
  );
  await chosen?.run();
}

function titleOf({ agent, session, field }: WaitingRequest): string {
  const title = field === undefined ? permissionUiStrings.waitsIn : permissionUiStrings.asksIn;
  return title(spelledOut(agent), spelledOut(session));
}

function buttonTitle(name: string): string {
  return shortened(spelledOut(name), MAX_BUTTON_LENGTH);
}

function optionTitle(option: PermissionOption): string {
  const { effect } = optionLabel(option);
  const name = buttonTitle(option.name);
  return effect === undefined ? name : permissionUiStrings.optionWithEffect(name, effect);
}
