// What the commands about commit messages do, and the one that commits what a turn changed.
import type { TrackedFiles } from '../../../core/ports/changeTracking.ts';
import type { HandlersOf } from '../../../host/contributions/commands.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { CommitMessages } from './commitMessages.ts';
import { commitTurn } from './commitTurn.ts';
import type { CommitArguments } from '../feature.ts';

export function createCommit(kernel: Kernel) {
  const { host, actions, askAgent, tracking } = kernel;
  const turnFiles: TrackedFiles['turnFiles'] = async (...turn) =>
    (await tracking.load()).files.turnFiles(...turn);
  const services = { ...actions, host, askAgent, turnFiles };
  const messages = host.owned.add(new CommitMessages(services));
  const commands: HandlersOf<CommitArguments> = {
    'parley.generateCommitMessage': ({ targets }) => messages.generate(targets),
    'parley.cancelCommitMessage': ({ targets }) => messages.cancel(targets),
    'parley.undoCommitMessage': ({ targets }) => messages.undo(targets),
    'parley.commitTurn': ({ menu }) => commitTurn(menu, services, messages),
  };
  return { commands, panel: {} };
}
