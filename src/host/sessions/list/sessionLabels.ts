// How lists show a session: its title, and the icon and text of its activity.
import * as vscode from 'vscode';
import { limitText } from '../../../core/session/limit/limitText.ts';
import type { Meta } from '../../../core/session/info/state.ts';
import { metaLines } from '../../../core/sessionList/metaText.ts';
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import type { SessionActivity } from '../../../core/sessionList/sessionActivity.ts';
import { withoutIcons } from '../../text/iconText.ts';
import { sessionStrings } from '../sessionStrings.ts';
import { waitingStrings } from './waitingStrings.ts';

/** The icon of an activity. `isShown` says whether a chat shows the session. */
export function activityIcon(activity: SessionActivity, isShown: boolean): vscode.ThemeIcon {
  switch (activity) {
    case 'waiting':
      return new vscode.ThemeIcon('bell-dot', new vscode.ThemeColor('notificationsWarningIcon.foreground'));
    case 'running':
    case 'background':
    case 'starting':
      return new vscode.ThemeIcon('loading~spin');
    case 'silent':
      return new vscode.ThemeIcon('watch', new vscode.ThemeColor('notificationsWarningIcon.foreground'));
    case 'needs-sign-in':
      return new vscode.ThemeIcon('key', new vscode.ThemeColor('notificationsWarningIcon.foreground'));
    case 'limited':
      return new vscode.ThemeIcon('clockface', new vscode.ThemeColor('notificationsWarningIcon.foreground'));
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('notificationsErrorIcon.foreground'));
    case 'finished':
      return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('notificationsInfoIcon.foreground'));
    case 'read-only':
      return new vscode.ThemeIcon('lock');
    case 'idle':
      return new vscode.ThemeIcon(isShown ? 'comment-discussion' : 'comment');
    case 'other-window':
      return new vscode.ThemeIcon('multiple-windows');
    case 'stored':
      return new vscode.ThemeIcon('history');
  }
}

/** The text of an activity; empty for a session that does nothing. */
export function activityText(activity: SessionActivity): string {
  const text = sessionStrings.activity;
  switch (activity) {
    case 'waiting':
      return text.waiting();
    case 'running':
      return text.running();
    case 'background':
      return text.background();
    case 'starting':
      return text.starting();
    case 'silent':
      return text.silent();
    case 'needs-sign-in':
      return text.needsSignIn();
    case 'limited':
      return waitingStrings.limited();
    case 'failed':
      return text.failed();
    case 'finished':
      return text.finished();
    case 'read-only':
      return text.readOnly();
    case 'other-window':
      return text.openInOtherWindow();
    case 'idle':
    case 'stored':
      return '';
  }
}

/** The text of the activity of a session, with how long it waits. `now`: epoch milliseconds. */
export function waitingText(
  activity: SessionActivity,
  { state }: Pick<CatalogueEntry, 'state'>,
  now: number,
): string {
  return activity === 'limited' ? limitText(state?.limit, now, waitingStrings) : activityText(activity);
}

/** The length of an agent's metadata of a session, in a quick pick. */
const MAX_META_LENGTH = 300;

/** What an agent says of a session besides its title, as the second line of an item: to be seen and to be filtered. */
export function metaDetail({ meta = {} }: { readonly meta?: Meta }): { readonly detail?: string } {
  const text = metaLines(meta).join(' · ').slice(0, MAX_META_LENGTH);
  return text === '' ? {} : { detail: withoutIcons(text) };
}
