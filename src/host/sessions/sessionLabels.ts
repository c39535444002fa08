// How lists show a session: icon, state and age in words, folder.
import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isInside } from '../../core/paths/pathContainment.ts';
import { isWaiting } from '../../core/session/selectors.ts';
import type { CatalogueEntry } from '../../core/sessionLifecycle/sessionCatalogue.ts';
import { PATH_STYLE } from '../../files/containedPath.ts';
import type { UnreadSessions } from '../../core/sessionList/unreadSessions.ts';

/**
 * What a session is doing; `open`: nothing, and it is in the window; `elsewhere`: another window has it; `kept`: it is
 * only remembered.
 */
export type SessionActivity =
  'waiting' | 'running' | 'starting' | 'failed' | 'finished' | 'read-only' | 'open' | 'elsewhere' | 'kept';

/** What a session is doing, or what happened in it while it was not looked at. */
export function activityOf(
  { state, isOpenInOtherWindow }: CatalogueEntry,
  marks: UnreadSessions,
): SessionActivity {
  if (state === undefined) return isOpenInOtherWindow === true ? 'elsewhere' : 'kept';
  if (isWaiting(state)) return 'waiting';
  if (state.turn !== undefined) return 'running';
  if (state.opening) return 'starting';
  return marks.of(state.key) ?? (state.readOnly === undefined ? 'open' : 'read-only');
}

/** The icon of an activity. `isShown`: a chat shows the session. */
export function activityIcon(activity: SessionActivity, isShown: boolean): vscode.ThemeIcon {
  switch (activity) {
    case 'waiting':
      return new vscode.ThemeIcon('bell-dot', new vscode.ThemeColor('notificationsWarningIcon.foreground'));
    case 'running':
    case 'starting':
      return new vscode.ThemeIcon('loading~spin');
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('notificationsErrorIcon.foreground'));
    case 'finished':
      return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('notificationsInfoIcon.foreground'));
    case 'read-only':
      return new vscode.ThemeIcon('lock');
    case 'open':
      return new vscode.ThemeIcon(isShown ? 'comment-discussion' : 'comment');
    case 'elsewhere':
      return new vscode.ThemeIcon('multiple-windows');
    case 'kept':
      return new vscode.ThemeIcon('history');
  }
}

/** An activity in words; empty when there is nothing to say. */
export function activityText(activity: SessionActivity): string {
  switch (activity) {
    case 'waiting':
      return vscode.l10n.t('waits for you');
    case 'running':
      return vscode.l10n.t('running');
    case 'starting':
      return vscode.l10n.t('starting');
    case 'failed':
      return vscode.l10n.t('failed');
    case 'finished':
      return vscode.l10n.t('finished');
    case 'read-only':
      return vscode.l10n.t('read-only');
    case 'elsewhere':
      return vscode.l10n.t('open in another window');
    case 'open':
    case 'kept':
      return '';
  }
}

/** The title of an entry, or words for one that has none. */
export function entryTitle({ title }: CatalogueEntry): string {
  return title ?? vscode.l10n.t('New session');
}

const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago something was, both in epoch milliseconds; empty when that is not known. */
export function ageText(at: number, now: number): string {
  if (at === 0) return '';
  const seconds = Math.max(0, (now - at) / 1000);
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? [];
  if (unit === undefined || length === undefined) return vscode.l10n.t('now');
  const format = new Intl.RelativeTimeFormat(vscode.env.language, { style: 'narrow' });
  return format.format(-Math.floor(seconds / length), unit);
}

/**
 * A test of whether a folder is one of the window's or below one; without a folder open, the home folder itself. It
 * remembers what it found: thousands of sessions work in a few folders.
 */
export function workspaceTest(): (cwd: string) => boolean {
  const roots = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  const found = new Map<string, boolean>();
  const letterCase = PATH_STYLE === 'windows' ? 'ignored' : 'matters';
  const isHere = (cwd: string): boolean =>
    roots.length === 0
      ? cwd === homedir()
      : roots.some((root) => isInside(root, cwd, PATH_STYLE, letterCase));
  return (cwd) => {
    const known = found.get(cwd) ?? isHere(cwd);
    found.set(cwd, known);
    return known;
  };
}

/** The name of a session's folder where it is not simply that of the window; else empty. */
export function folderText(cwd: string): string {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length === 1 && folders[0]?.uri.fsPath === cwd ? '' : basename(cwd) || cwd;
}
