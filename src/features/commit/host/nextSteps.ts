// Errors of an agent outside of its sessions, as notifications with the next steps.
import * as vscode from 'vscode';
import type { ErrorAction } from '../../../core/errors.ts';
import { shortened } from '../../../core/text/wholeCharacters.ts';
import { runErrorAction, type AgentActionsOptions } from '../../../host/agents/agentActions.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { commitStrings } from './commitStrings.ts';

const MAX_BUTTONS = 2;
const MAX_CHARACTERS = 500;

/** The next steps that make sense without a chat, by what the button says. */
const LABELS: Partial<Record<ErrorAction, () => string>> = {
  'sign-in': commitStrings.signIn,
  'review-agent': commitStrings.reviewAgent,
  'enter-token': commitStrings.enterToken,
  'edit-settings': commitStrings.editSettings,
  'check-agent': commitStrings.checkAgent,
  'show-log': commitStrings.showLog,
};

/** Resolves to whether the user selected `again`. */
export async function offerNextSteps(
  text: string,
  actions: readonly ErrorAction[],
  agent: string,
  services: AgentActionsOptions,
  again?: string,
): Promise<boolean> {
  const steps = actions
    .flatMap((action) => {
      const label = LABELS[action]?.();
      return label === undefined ? [] : [{ action, label }];
    })
    .slice(0, MAX_BUTTONS);
  const buttons = [...steps.map(({ label }) => label), ...(again === undefined ? [] : [again])];
  const answer = await vscode.window.showErrorMessage(
    escapeForNotification(shortened(text, MAX_CHARACTERS)),
    ...buttons,
  );
  if (answer === undefined) return false;
  if (answer === again) return true;
  const chosen = steps.find(({ label }) => label === answer);
  if (chosen !== undefined) await runErrorAction(chosen.action, agent, services);
  return false;
}
