// Panel messages that open something beside the panel: diffs and terminals.
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { DiffView } from './diffView.ts';
import type { TerminalViews } from './terminalView.ts';

export interface EditorHandlersOptions {
  readonly diffs: DiffView;
  readonly terminals: TerminalViews;
}

export function editorHandlers({
  diffs,
  terminals,
}: EditorHandlersOptions): Pick<PanelHandlers, 'open_diff' | 'open_terminal'> {
  return {
    open_diff: ({ key, toolCallId, index }) => diffs.open(key, toolCallId, index),
    open_terminal: ({ key, terminalId }) => terminals.open(key, terminalId),
  };
}
