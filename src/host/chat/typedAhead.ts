// Gives a quick pick what was typed in a chat between the key that opened it and the moment at which it had the focus.
import type { QuickPick, QuickPickItem } from 'vscode';
import { DisposableStore, type Disposable, type Event } from '../../core/base/lifecycle.ts';

/** Puts it in front of what was typed in the quick pick itself. */
export function acceptTypedAhead(
  picker: Pick<QuickPick<QuickPickItem>, 'value' | 'onDidChangeValue'>,
  onTypedAhead: Event<string>,
): Disposable {
  const owned = new DisposableStore();
  let ahead: string | undefined;
  owned.add(
    onTypedAhead((text) => {
      ahead = text;
      picker.value = text + picker.value;
    }),
  );
  owned.add(
    // VS Code replaces with the value what was typed before it has got it, and reports that first, letter by letter.
    picker.onDidChangeValue((value) => {
      if (ahead === undefined) return;
      if (value.startsWith(ahead)) ahead = undefined;
      else picker.value = ahead + value;
    }),
  );
  return owned;
}
