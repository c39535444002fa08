// Says what git has done around the last prompt, so that nobody looks for its changes among the agent's.
import * as z from 'zod/mini';
import { oneLine } from '../../../core/text/oneLine.ts';
import { shortened } from '../../../core/text/wholeCharacters.ts';
import { changeStrings } from './changeStrings.ts';
import { gitActivity, type GitActivity } from './watch/gitActivity.ts';

/** How much of the name of a branch is shown, in characters. */
const MAX_NAME_CHARACTERS = 60;
/** How many things are named of a repository. */
const MAX_NAMED = 5;

export const gitActivities = z.object({
  /** Between the turn before and the last prompt. */
  before: z.array(gitActivity),
  /** Since the last prompt. */
  since: z.array(gitActivity),
});
export interface GitActivities {
  readonly before: readonly GitActivity[];
  readonly since: readonly GitActivity[];
}
export const noActivities: GitActivities = { before: [], since: [] };

/** Undefined where git has done nothing. `nameOf` names a repository. */
export function gitNote(
  { before, since }: GitActivities,
  nameOf: (top: string) => string,
  hasSeveralFolders: boolean,
): string | undefined {
  const all = [...before, ...since];
  if (all.length === 0) return undefined;
  const isNamed = hasSeveralFolders || new Set(all.map(({ top }) => top)).size > 1;
  const sentences = [
    ...sentencesOf(before, isNamed ? nameOf : undefined, changeStrings.gitBefore),
    ...sentencesOf(since, isNamed ? nameOf : undefined, changeStrings.gitSince),
  ];
  const mayChangeFiles = ({ kind, leavesFiles }: GitActivity): boolean =>
    kind !== 'committed' && leavesFiles !== true;
  if (all.some(mayChangeFiles)) sentences.push(changeStrings.gitFilesNotListed());
  if (all.some(({ kind }) => kind === 'committed')) sentences.push(changeStrings.undoLeavesCommits());
  return sentences.join(' ');
}

function sentencesOf(
  activities: readonly GitActivity[],
  nameOf: ((top: string) => string) | undefined,
  text: (what: readonly string[], repository: string | undefined) => string,
): readonly string[] {
  const done = [...Map.groupBy(activities, ({ top }) => top)].map(([top, inRepository]) => ({
    top,
    what: inRepository.slice(-MAX_NAMED).map(phraseOf),
  }));
  // Submodules often move with the repository around them.
  return [...Map.groupBy(done, ({ what }) => JSON.stringify(what)).values()].map((alike) => {
    const names = nameOf === undefined ? undefined : alike.map(({ top }) => nameOf(top));
    return text(alike[0]?.what ?? [], names && changeStrings.repositories(names, MAX_NAMED));
  });
}

function phraseOf({ kind, name = '' }: GitActivity): string {
  return changeStrings.gitDid(kind, shortened(oneLine(name), MAX_NAME_CHARACTERS));
}
