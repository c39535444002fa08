// The commands about commit messages; what they need is loaded on first use.
import type * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { AskAgent } from '../../core/ports/askAgent.ts';
import type { AgentActionsOptions } from '../agents/agentActions.ts';
import type { LazyChanges } from '../changes/lazyChanges.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { TurnPlace } from './commitTurn.ts';
import type { HostServices } from '../window/hostServices.ts';

export interface CommitServices extends AgentActionsOptions {
  readonly host: HostServices;
  readonly context: vscode.ExtensionContext;
  readonly changes: Pick<LazyChanges, 'load'>;
  /** Asks an agent outside of all sessions; loaded on first use. */
  readonly askAgent: AskAgent;
}

type CommitCommandId =
  | 'parley.generateCommitMessage'
  | 'parley.cancelCommitMessage'
  | 'parley.undoCommitMessage'
  | 'parley.commitTurn';

export interface CommitHandlers {
  readonly commands: Pick<CommandHandlers, CommitCommandId>;
  readonly panel: Pick<PanelHandlers, 'commit_turn'>;
}

export function createCommit(services: CommitServices): CommitHandlers {
  const messages = loadOnce(async () => {
    const { CommitMessages } = await import('./commitMessages.ts');
    return services.host.owned.add(new CommitMessages(services));
  });
  const commit = async (place: TurnPlace | undefined): Promise<void> => {
    const [{ commitTurn }, written] = await Promise.all([import('./commitTurn.ts'), messages()]);
    await commitTurn(place, services, written);
  };
  const commands: CommitHandlers['commands'] = {
    'parley.generateCommitMessage': async ({ targets }) => (await messages()).generate(targets),
    'parley.cancelCommitMessage': async ({ targets }) => (await messages()).cancel(targets),
    'parley.undoCommitMessage': async ({ targets }) => (await messages()).undo(targets),
    'parley.commitTurn': ({ menu }) => commit(menu),
  };
  const panel: CommitHandlers['panel'] = {
    commit_turn: ({ key, entryId }) => commit({ parleySession: key, parleyEntry: entryId }),
  };
  return { commands, panel };
}
