// Panel messages that open something beside the panel: diffs and terminals.
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { DisposableStore } from '../../core/base/lifecycle.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { DiffView } from './diffView.ts';

export interface EditorHandlersOptions {
  readonly store: SessionStore;
  readonly diffs: DiffView;
  /** Is given what the handlers make. */
  readonly owned: DisposableStore;
}

export function editorHandlers({
  store,
  diffs,
  owned,
}: EditorHandlersOptions): Pick<PanelHandlers, 'open_diff' | 'open_terminal'> {
  const terminals = loadOnce(async () => {
    const loaded = await import('./terminalView.ts');
    return owned.add(new loaded.TerminalViews(store));
  });
  return {
    open_diff: ({ key, toolCallId, index }) => diffs.open(key, toolCallId, index),
    open_terminal: async ({ key, terminalId }) => (await terminals()).open(key, terminalId),
  };
}
