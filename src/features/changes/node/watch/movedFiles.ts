// Which of the files that appear have been moved from where the last snapshot has them: what was there before is known.
import { basename } from 'node:path';
import type { ChangedFiles } from '../../core/changedFiles.ts';
import { isAlike } from '../../core/textLikeness.ts';
import type { StateDifference } from '../../../../snapshots/stateDifferences.ts';

/** With so many files that are gone, one is compared with each; beyond that only with those of its name. */
const MAX_COMPARED = 50;

/** What a path had that is gone or holds something else may be at another path now, and be changed there. */
export function movesAmong(
  differences: readonly StateDifference[],
  known: ChangedFiles,
): (appeared: StateDifference) => boolean {
  const hashes = new Set(differences.flatMap(({ fromHash }) => fromHash ?? []));
  const gone = differences.flatMap(({ path, from, to }) => {
    if (to.kind !== 'absent') return [];
    // What the agent has written since through Parley is known.
    return [from, known.get(path)?.after].flatMap((state) =>
      state?.kind === 'text' ? [{ path, text: state.text }] : [],
    );
  });
  return ({ path, to, toHash }) => {
    if (toHash !== undefined && hashes.has(toHash)) return true;
    return to.kind === 'text' && hasMoved(gone, path, to.text);
  };
}

/** Whether a text that is at a path is, or was made of, one of those that are gone from where they were. */
export function hasMoved(
  gone: readonly { readonly path: string; readonly text: string }[],
  path: string,
  moved: string,
): boolean {
  const isOfItsName = (each: { readonly path: string }): boolean => basename(each.path) === basename(path);
  const candidates = gone.length <= MAX_COMPARED ? gone : gone.filter(isOfItsName);
  return candidates.some(({ text }) => text === moved || isAlike(text, moved));
}
