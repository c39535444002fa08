// The icon of a tool kind, and the icon and word of a status.
import { ownValue } from '../../../src/core/base/ownValue.ts';

const KIND_ICONS: Readonly<Record<string, string>> = {
  read: 'file',
  edit: 'edit',
  delete: 'trash',
  move: 'arrow-swap',
  search: 'search',
  execute: 'terminal',
  think: 'lightbulb',
  fetch: 'globe',
  switch_mode: 'settings',
};

/** The codicon for one of ACP's tool kinds; a general one for any other word (R63). */
export function kindIcon(kind: string): string {
  return ownValue(KIND_ICONS, kind) ?? 'tools';
}

export interface StatusLabel {
  readonly icon: string;
  readonly word: string;
}

const STATUS: Readonly<Record<string, StatusLabel>> = {
  pending: { icon: 'circle-large-outline', word: 'Waiting' },
  in_progress: { icon: 'loading', word: 'Running' },
  completed: { icon: 'check', word: 'Done' },
  failed: { icon: 'error', word: 'Failed' },
  cancelled: { icon: 'circle-slash', word: 'Stopped' },
  unfinished: { icon: 'dash', word: 'Ended without a result' },
};

/** The icon and word for a status; any other word is shown as it is. */
export function statusLabel(status: string): StatusLabel {
  return ownValue(STATUS, status) ?? { icon: 'circle-large-outline', word: status };
}
