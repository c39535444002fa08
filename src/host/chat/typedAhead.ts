// Gives a quick pick what was typed in a chat between the key that opened it and the moment at which it had the focus.
import type { QuickPick, QuickPickItem } from 'vscode';
import { DisposableStore, type Disposable, type Event } from '../../core/base/lifecycle.ts';

/** A value on its way to VS Code, which replaces what the field holds when it arrives, and then reports the value. */
interface Sent {
  readonly value: string;
  /** What the field held when the value was made. */
  readonly base: string;
  /** What the field has held last before the value arrived. */
  readonly replaced: string;
}

/** Puts it in front of what was typed in the quick pick itself. */
export function acceptTypedAhead(
  picker: Pick<QuickPick<QuickPickItem>, 'value' | 'onDidChangeValue'>,
  onTypedAhead: Event<string>,
): Disposable {
  const owned = new DisposableStore();
  let sent: Sent | undefined;
  const send = (value: string, base: string): void => {
    sent = { value, base, replaced: base };
    picker.value = value;
  };
  owned.add(onTypedAhead((text) => send(text + picker.value, picker.value)));
  owned.add(
    picker.onDidChangeValue((value) => {
      if (sent === undefined) return;
      if (value !== sent.value) {
        sent = { ...sent, replaced: value };
        return;
      }
      const { base, replaced } = sent;
      const lost = replaced.startsWith(base) ? replaced.slice(base.length) : '';
      // What is typed until this one arrives is found in the same way.
      if (lost === '') sent = undefined;
      else send(value + lost, value);
    }),
  );
  return owned;
}
