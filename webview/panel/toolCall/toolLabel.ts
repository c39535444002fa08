// The icon of a tool kind, and the icon and label of a status.
import { ownValue } from '../../../src/core/base/ownValue.ts';
import type { ToolCall } from '../../../src/core/session/toolCall/state.ts';
import { ideToolOf, isMcpCall } from '../../../src/core/session/toolCall/ideToolTitle.ts';
import { subagentStrings } from './subagent/subagentStrings.ts';
import { toolCallStrings } from './toolCallStrings.ts';

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

/** The codicon for a call: one of Parley's own tools asks the editor, and one of another MCP server is a tool. */
export function callIcon(call: ToolCall): string {
  if (call.subagent !== undefined) return 'type-hierarchy-sub';
  if (ideToolOf(call) !== undefined) return 'vscode';
  return kindIcon(isMcpCall(call) ? 'other' : call.kind);
}

export interface StatusLabel {
  readonly icon: string;
  readonly label: string;
}

const STATUS: Readonly<Record<string, { readonly icon: string; readonly label: () => string }>> = {
  pending: { icon: 'circle-large-outline', label: toolCallStrings.pending },
  in_progress: { icon: 'loading', label: toolCallStrings.running },
  completed: { icon: 'check', label: toolCallStrings.done },
  failed: { icon: 'error', label: toolCallStrings.failed },
  rejected: { icon: 'circle-slash', label: toolCallStrings.rejected },
  cancelled: { icon: 'stop-circle', label: toolCallStrings.stopped },
  unfinished: { icon: 'dash', label: toolCallStrings.unfinished },
  disconnected: { icon: 'debug-disconnect', label: subagentStrings.disconnected },
};

/** The icon and label of a status; a status that is not ACP's is shown as it is. */
export function statusLabel(status: string): StatusLabel {
  const { icon, label } = ownValue(STATUS, status) ?? { icon: 'circle-large-outline', label: () => status };
  return { icon, label: label() };
}
