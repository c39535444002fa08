// The notification of one permission request: what is asked, the answers that fit there, and what is done with one.
import * as vscode from 'vscode';
import { commandText, hidesInput } from '../../core/permissions/policy/commands/commandFields.ts';
import { optionLabel } from '../../core/permissions/optionLabel.ts';
import { COMMAND_KINDS, factsOf, FILE_KINDS } from '../../core/permissions/policy/requestFacts.ts';
import { fullPath, isSameFolder } from '../../core/paths/pathContainment.ts';
import { protectionStrings } from '../../core/permissions/protectionStrings.ts';
import type { PermissionOption, PermissionRequest } from '../../core/session/permission/state.ts';
import type { SessionState } from '../../core/session/model.ts';
import { sessionTitle } from '../../core/session/selectors.ts';
import { toolCallTitle } from '../../core/session/toolCall/toolCallTitle.ts';
import { shortened } from '../../core/text/wholeCharacters.ts';
import { agentLabel } from '../settings/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import type { PermissionNotifierOptions } from './permissionNotifier.ts';
import { SHELL_FAMILY } from './permissionSettings.ts';
import { permissionUiStrings } from './permissionUiStrings.ts';

/** The length of a request in a notification; a longer one cannot be allowed there. */
const MAX_TEXT_LENGTH = 300;

const MAX_BUTTON_LENGTH = 80;

interface Button extends vscode.MessageItem {
  readonly option?: PermissionOption;
}

/** Shows it, and resolves when it is closed or its answer is carried out. */
export async function showPermission(
  { store, sessions, current, chats }: PermissionNotifierOptions,
  state: SessionState,
  request: PermissionRequest,
  isDisposed: () => boolean,
): Promise<void> {
  const { key, agent } = state;
  const { text, isWhole } = describe(state, request);
  const title = escapeForNotification(sessionTitle(state) ?? permissionUiStrings.untitledSession());
  const open: Button = { title: permissionUiStrings.openSession() };
  const buttons: readonly Button[] = [...optionButtons(request.options, isWhole), open];
  const chosen = await vscode.window
    .showWarningMessage(
      permissionUiStrings.asksForPermission(escapeForNotification(agentLabel(agent)), title, text),
      ...buttons,
    )
    .then(undefined, () => undefined);
  if (chosen === undefined || isDisposed()) return;
  if (chosen === open) {
    current.open(key);
    await chats.reveal();
  } else if (chosen.option !== undefined) {
    const waiting = store.state(key)?.permissions ?? [];
    if (waiting.some(({ requestId }) => requestId === request.requestId)) {
      sessions.permissions.answer(key, request.requestId, chosen.option.optionId);
      return;
    }
    const hasChanged = waiting.some(({ entryId }) => entryId === request.entryId);
    const { alreadyAnswered, requestChanged } = permissionUiStrings;
    void vscode.window.showInformationMessage(hasChanged ? requestChanged() : alreadyAnswered());
    if (!hasChanged) return;
    // What the notification says is not what is asked any more.
    current.open(key);
    await chats.reveal();
  }
}

/** Buttons for the agent's options that apply once. Options that apply for longer are selected in the chat. */
function optionButtons(options: readonly PermissionOption[], isWhole: boolean): readonly Button[] {
  const ofKind = (kind: string): readonly PermissionOption[] =>
    options.filter((option) => option.kind === kind);
  const allow = isWhole ? ofKind('allow_once') : [];
  const reject = ofKind('reject_once');
  // Several options of one kind differ in details that only the card in the chat shows.
  return [allow, reject]
    .flatMap((offered) => (offered.length === 1 ? offered : []))
    .map((option) => ({ title: buttonTitle(option), option }));
}

function buttonTitle(option: PermissionOption): string {
  const { effect } = optionLabel(option);
  const name = shortened(escapeForNotification(option.name), MAX_BUTTON_LENGTH);
  return effect === undefined ? name : permissionUiStrings.optionWithEffect(name, effect);
}

/** What the request does, and whether that is all of it. */
function describe(
  { agent, cwd }: SessionState,
  { call, protectedFiles = [] }: PermissionRequest,
): { readonly text: string; readonly isWhole: boolean } {
  const { paths, innerPaths, hasMorePaths, commandFolders, hasChange, isIncomplete } = factsOf(
    agent,
    call,
    SHELL_FAMILY,
  );
  const command = commandText(call);
  const isElsewhere = (path: string): boolean => !isSameFolder(path, cwd);
  const named = [...commandFolders, ...paths].filter(isElsewhere);
  const parts = [toolCallTitle(call), ...(command === undefined ? [] : [command]), ...named];
  const reasons = protectedFiles.map(protectionStrings.fileRunsCode);
  const whole = [...new Set([...reasons, ...parts])].join(' · ');
  const text = escapeForNotification(whole);
  const shown = new Set(named.map((path) => fullPath(path, cwd)));
  const isNamed = innerPaths.filter(isElsewhere).every((path) => shown.has(fullPath(path, cwd)));
  const isComplete =
    command === undefined
      ? FILE_KINDS.has(call.kind) && paths.length > 0
      : COMMAND_KINDS.has(call.kind) && !hidesInput(call) && !hasChange;
  const isWhole =
    isComplete &&
    isNamed &&
    !hasMorePaths &&
    !isIncomplete &&
    text === whole &&
    text.length <= MAX_TEXT_LENGTH;
  return { text: shortened(text, MAX_TEXT_LENGTH), isWhole };
}
