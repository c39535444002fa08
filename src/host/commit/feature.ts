// Commit messages by agents, and committing what a turn changed.
import { onPlace, onTargets } from '../contributions/commandArguments.ts';
import type { ArgumentsOf } from '../contributions/commands.ts';
import { feature } from '../feature.ts';

const commands = {
  'parley.generateCommitMessage': onTargets,
  'parley.cancelCommitMessage': onTargets,
  'parley.undoCommitMessage': onTargets,
  'parley.commitTurn': onPlace,
};
export type CommitArguments = ArgumentsOf<typeof commands>;

export const commit = feature({
  name: 'commit',
  commands,
  start: (kernel) => async () => (await import('./createCommit.ts')).createCommit(kernel),
});
