// What of an agent's turn in one file can be committed, and what the index of git then holds of it.
import { absent, isSameFile, type FileState } from './fileState.ts';
import { mergedTexts, withStandingHunks } from './threeWay.ts';

/** What an agent changed in one file in one turn. */
export interface TurnFile {
  /** Absolute. */
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
  /** What is on the disk now. */
  readonly current: FileState;
}

/**
 * Whether what stands of a turn in a file is staged: `stage` holds what the index has to hold then. `nothing` stands of
 * what was undone; `edited` is what was changed since; `conflict` is where the index holds something else in the same
 * lines, and `untracked` where it does not hold the file that the turn changed.
 */
export type TurnStaging =
  | { readonly kind: 'stage'; readonly state: FileState; readonly editedHunks: number }
  | { readonly kind: 'staged'; readonly editedHunks: number }
  | { readonly kind: 'nothing' | 'edited' | 'conflict' | 'untracked' };

/** What staging a turn makes of a file of which the index holds `index`. */
export function turnStaging(file: Omit<TurnFile, 'path'>, index: FileState): TurnStaging {
  const { before, after, current } = file;
  if (after.kind === 'text' && current.kind === 'text' && before.kind !== 'bytes') {
    return textStaging(file, after.text, current.text, index);
  }
  if (isSameFile(before, current)) return { kind: 'nothing' };
  if (!isSameFile(after, current)) return { kind: current.kind === 'absent' ? 'nothing' : 'edited' };
  return merged(before, after, index, 0);
}

function textStaging(
  { before }: Pick<TurnFile, 'before'>,
  after: string,
  current: string,
  index: FileState,
): TurnStaging {
  const text = before.kind === 'text' ? before.text : '';
  const standing = withStandingHunks({ before: text, after, current });
  const isNewAsLeft = before.kind === 'absent' && after === current;
  if (standing.text === text && !isNewAsLeft) {
    return { kind: standing.editedHunks === 0 ? 'nothing' : 'edited' };
  }
  return merged(before, { kind: 'text', text: standing.text }, index, standing.editedHunks);
}

/** The three-way merge of what the turn made of `base` and of what the index holds. */
function merged(base: FileState, theirs: FileState, index: FileState, editedHunks: number): TurnStaging {
  if (isSameFile(index, theirs)) return { kind: 'staged', editedHunks };
  if (isSameFile(index, base)) return { kind: 'stage', state: theirs, editedHunks };
  if (isSameFile(index, absent)) return { kind: 'untracked' };
  if (base.kind !== 'text' || theirs.kind !== 'text' || index.kind !== 'text') return { kind: 'conflict' };
  const text = mergedTexts(base.text, index.text, theirs.text);
  if (text === undefined) return { kind: 'conflict' };
  if (text === index.text) return { kind: 'staged', editedHunks };
  return { kind: 'stage', state: { kind: 'text', text }, editedHunks };
}
