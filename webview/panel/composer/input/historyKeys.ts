// Undo, Redo and Select All of the input: by its keys, and by VS Code's menus.
import { history, redo, selectAll, undo } from '@codemirror/commands';
import { Compartment, type Extension, type Transaction } from '@codemirror/state';
import { keymap, type EditorView, type KeyBinding } from '@codemirror/view';
import { mentionsIn } from '../../../../src/core/mentions/mention.ts';

/**
 * VS Code, which gets every key that is not stopped, would do the same a second time, and late: what was typed after Select All
 * would be selected, and replaced by the next key.
 */
const binding = (key: string, run: (view: EditorView) => boolean): KeyBinding => ({
  key,
  run,
  preventDefault: true,
  stopPropagation: true,
});

// Keys in a row are undone together, but what was typed not with a chip that was put in or removed.
const past: Extension = history({
  joinToEvent: (transaction, isAdjacent) => isAdjacent && !changesMentions(transaction),
});
const pastPlace = new Compartment();

export const historyKeys: Extension = [
  pastPlace.of(past),
  keymap.of([
    binding('Mod-z', undo),
    binding('Mod-y', redo),
    binding('Mod-Shift-z', redo),
    binding('Mod-a', selectAll),
  ]),
];

/** Nothing that happened so far can be undone or redone: CodeMirror forgets it when the extension is gone for a moment. */
export function forgetHistory(view: EditorView): void {
  view.dispatch({ effects: pastPlace.reconfigure([]) });
  view.dispatch({ effects: pastPlace.reconfigure(past) });
}

/** Whether a mention is in what is put in or removed. */
function changesMentions({ changes, startState }: Transaction): boolean {
  let found = false;
  changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
    const removed = startState.sliceDoc(from, to);
    found ||= mentionsIn(removed).length > 0 || mentionsIn(inserted.toString()).length > 0;
  });
  return found;
}

/** The inputs of the page: the composer's, and those of prompts that are edited. */
const inputs = new Set<EditorView>();

/**
 * VS Code carries out Undo and Redo of its menus with `execCommand` in the page. The browser's own history knows nothing
 * of what the input changed itself. Returns the function that ends it.
 */
export function routeHistoryCommands(view: EditorView): () => void {
  const page = view.dom.ownerDocument;
  inputs.add(view);
  page.execCommand = (command, ...rest) => {
    const focused = [...inputs].find(({ contentDOM }) => contentDOM === page.activeElement);
    if (focused !== undefined && command === 'undo') return undo(focused);
    if (focused !== undefined && command === 'redo') return redo(focused);
    return Document.prototype.execCommand.call(page, command, ...rest);
  };
  return () => {
    inputs.delete(view);
    if (inputs.size === 0) Reflect.deleteProperty(page, 'execCommand');
  };
}
