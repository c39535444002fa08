// Which of the files that appear have been moved from where the last snapshot has them: what was there before is known.
import { basename } from 'node:path';
import type { ChangedFiles } from '../../core/changedFiles.ts';
import { isAlike } from '../../core/textLikeness.ts';
import type { StateDifference } from '../../../../snapshots/folderSnapshots.ts';

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
    const name = basename(path);
    // What the agent has written since through Parley is known.
    return [from, known.get(path)?.after].flatMap((state) =>
      state?.kind === 'text' ? [{ name, text: state.text }] : [],
    );
  });
  return ({ path, to, toHash }) => {
    if (toHash !== undefined && hashes.has(toHash)) return true;
    const name = basename(path);
    const candidates = gone.length <= MAX_COMPARED ? gone : gone.filter((each) => each.name === name);
    return to.kind === 'text' && candidates.some(({ text }) => text === to.text || isAlike(text, to.text));
  };
}
