// Panel messages about what opens beside the panel: files, diffs and terminals.
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { DisposableStore } from '../../core/base/lifecycle.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { DiffView } from './diffView.ts';
import { namedFile } from './workspaceFile.ts';

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
}: EditorHandlersOptions): Pick<PanelHandlers, 'find_files' | 'open_diff' | 'open_terminal'> {
  const terminals = loadOnce(async () => {
    const loaded = await import('./terminalView.ts');
    return owned.add(new loaded.TerminalViews(store));
  });
  return {
    open_diff: ({ key, id, index }) => diffs.open(key, id, index),
    find_files: async ({ key, names }, panel) => {
      const cwd = store.state(key)?.cwd;
      if (cwd === undefined) return;
      const found = await Promise.all(
        names.map(async (name) => ({ name, path: await namedFile(name, cwd) })),
      );
      const files = found.flatMap(({ name, path }) => (path === undefined ? [] : [{ name, path }]));
      if (files.length > 0) panel.post({ type: 'files_found', key, files });
    },
    open_terminal: async ({ key, terminalId }) => (await terminals()).open(key, terminalId),
  };
}
