// Finds the prompts of one list in another, in order: the longest common subsequence.

/** The most pairs that are compared; longer lists are matched greedily, each prompt to the next equal one. */
const MAX_PAIRS = 4_000_000;

/** For each of the `replayed`: the index of the stored prompt that it is, ascending; undefined where it is not stored. */
export function alignPrompts<Stored, Replayed>(
  stored: readonly Stored[],
  replayed: readonly Replayed[],
  isSame: (stored: Stored, replayed: Replayed) => boolean,
): readonly (number | undefined)[] {
  const isMatch = (index: number, of: number): boolean => {
    const [one, other] = [stored[index], replayed[of]];
    return one !== undefined && other !== undefined && isSame(one, other);
  };
  // Most replays repeat what is stored.
  let start = 0;
  while (isMatch(start, start)) start++;
  const rest = { stored: stored.length - start, replayed: replayed.length - start };
  const same = Array.from({ length: start }, (_, index) => index);
  const isFew = rest.stored * rest.replayed <= MAX_PAIRS;
  return [...same, ...(isFew ? longest(start, rest, isMatch) : greedy(start, rest, isMatch))];
}

interface Lengths {
  readonly stored: number;
  readonly replayed: number;
}

function longest(
  start: number,
  { stored, replayed }: Lengths,
  isMatch: (index: number, of: number) => boolean,
): readonly (number | undefined)[] {
  const width = replayed + 1;
  /** At `index * width + of`: how many match from there to both ends. */
  const lengths = new Uint32Array((stored + 1) * width);
  const length = (index: number, of: number): number => lengths[index * width + of] ?? 0;
  for (let index = stored - 1; index >= 0; index--) {
    for (let of = replayed - 1; of >= 0; of--) {
      lengths[index * width + of] = isMatch(start + index, start + of)
        ? length(index + 1, of + 1) + 1
        : Math.max(length(index + 1, of), length(index, of + 1));
    }
  }
  const matches: (number | undefined)[] = [];
  for (let index = 0, of = 0; of < replayed;) {
    if (index < stored && isMatch(start + index, start + of)) {
      matches.push(start + index++);
      of++;
    } else if (index < stored && length(index + 1, of) >= length(index, of + 1)) index++;
    else {
      matches.push(undefined);
      of++;
    }
  }
  return matches;
}

function greedy(
  start: number,
  { stored, replayed }: Lengths,
  isMatch: (index: number, of: number) => boolean,
): readonly (number | undefined)[] {
  let next = start;
  return Array.from({ length: replayed }, (_, of) => {
    for (let index = next; index < start + stored; index++) {
      if (!isMatch(index, start + of)) continue;
      next = index + 1;
      return index;
    }
    return undefined;
  });
}
