// Commit messages by agents, and committing what a turn changed.
import type { Uri } from 'vscode';
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

const NO_ROOTS: readonly Uri[] = [];

const contextKeys = {
  /** The roots of the repositories for which an agent writes a commit message. VS Code compares them as its window has them. */
  'parley.commitMessagesRunning': NO_ROOTS,
  /** The roots of those whose generated message can be undone. */
  'parley.commitMessagesWritten': NO_ROOTS,
};
export type CommitContext = typeof contextKeys;

export const commit = feature({
  name: 'commit',
  commands,
  contextKeys,
  start: (kernel) => async () => (await import('./host/createCommit.ts')).createCommit(kernel),
});
