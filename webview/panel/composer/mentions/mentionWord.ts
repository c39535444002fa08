// The word at the caret that asks for a mention: `@app` or `@symbol:run`.
import type { EditorState } from '@codemirror/state';
import { mentionKind, mentionsIn, type MentionKind } from '../../../../src/core/mentions/mention.ts';

export interface MentionWord {
  /** The place of the `@`. */
  readonly from: number;
  /** The place of the caret, behind the word. */
  readonly to: number;
  /** What follows `@`, and the kind where it names one. */
  readonly text: string;
  readonly kind: MentionKind | undefined;
}

/** More is not looked at, in UTF-16 code units: no name is as long. */
const MAX_WORD_LENGTH = 500;

/**
 * An `@` that begins a word, and what follows it. It does not in `a@b.c`, `dir/@scope` and `x.@y`; scripts that put no
 * blank between words begin one anywhere.
 */
const WORD =
  /(?:^|[^\p{L}\p{N}_.+/@-]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}])(@[^\s@]*)$/u;

/** The word at the caret; undefined where there is none, or something is selected. */
export function mentionWordAt({ selection, doc }: EditorState): MentionWord | undefined {
  const { head, empty } = selection.main;
  if (!empty) return undefined;
  const line = doc.lineAt(head);
  const before = doc.sliceString(Math.max(line.from, head - MAX_WORD_LENGTH), head);
  // A chip ends a word.
  const typed = before.slice(mentionsIn(before).at(-1)?.to ?? 0);
  const word = WORD.exec(typed)?.[1];
  if (word === undefined) return undefined;
  const [, kindName = '', rest = ''] = /^@([a-z]+):(.*)$/s.exec(word) ?? [];
  const kind = mentionKind.safeParse(kindName);
  return {
    from: head - word.length,
    to: head,
    text: kind.success ? rest : word.slice(1),
    kind: kind.success ? kind.data : undefined,
  };
}
