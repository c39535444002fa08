// The commands about commit messages; what they need is loaded on first use.
import type * as vscode from 'vscode';
import type { AskAgent } from '../../core/ports/askAgent.ts';
import type { AgentActionsOptions } from '../agents/agentActions.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { HostServices } from '../window/hostServices.ts';

export interface CommitServices extends AgentActionsOptions {
  readonly host: HostServices;
  readonly context: vscode.ExtensionContext;
  /** Asks an agent outside of all sessions; loaded on first use. */
  readonly askAgent: AskAgent;
}

type CommitCommandId =
  'parley.generateCommitMessage' | 'parley.cancelCommitMessage' | 'parley.undoCommitMessage';

export function commitCommands(services: CommitServices): Pick<CommandHandlers, CommitCommandId> {
  const load = async () => {
    const { CommitMessages } = await import('./commitMessages.ts');
    return services.host.owned.add(new CommitMessages(services));
  };
  let loading: ReturnType<typeof load> | undefined;
  const messages = (): ReturnType<typeof load> => (loading ??= load());
  return {
    'parley.generateCommitMessage': async ({ targets }) => (await messages()).generate(targets),
    'parley.cancelCommitMessage': async ({ targets }) => (await messages()).cancel(targets),
    'parley.undoCommitMessage': async ({ targets }) => (await messages()).undo(targets),
  };
}
