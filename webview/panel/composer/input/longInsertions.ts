// Keeps long texts out of the input, however they come: dictation and input methods put in whole texts, too.
import {
  EditorState,
  StateEffect,
  type ChangeSpec,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import { isAttached } from '../longPaste.ts';

/** A text that was too long for the input. */
const tooLong = StateEffect.define<string>();

/** Changes by the user without their long texts; what these would have replaced is removed. */
export const withoutLongInsertions: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !transaction.isUserEvent('input')) return transaction;
  if (transaction.newDoc.length - transaction.startState.doc.length < 2) return transaction;
  const effects: StateEffect<string>[] = [];
  const changes: ChangeSpec[] = [];
  transaction.changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
    const text = inserted.length > 1 ? inserted.toString() : '';
    const isLong = isAttached(text, transaction.newDoc.length);
    if (isLong) effects.push(tooLong.of(text));
    changes.push({ from, to, insert: isLong ? '' : inserted });
  });
  const spec: TransactionSpec = { changes, effects, userEvent: 'input' };
  return effects.length === 0 ? transaction : spec;
});

/** The texts that a transaction left out. */
export function longInsertions(effects: readonly StateEffect<unknown>[]): readonly string[] {
  return effects.flatMap((effect) => (effect.is(tooLong) ? [effect.value] : []));
}
