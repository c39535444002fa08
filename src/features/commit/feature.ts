// Commit messages by agents, and committing what a turn changed.
import { onPlace, onTargets } from '../../host/contributions/commandArguments.ts';
import type { ArgumentsOf } from '../../host/contributions/commands.ts';
import { feature } from '../../host/feature.ts';

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
  start: (kernel) => async () => (await import('./host/createCommit.ts')).createCommit(kernel),
});
