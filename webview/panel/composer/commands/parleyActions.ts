// Parley's own actions, which stand behind the agent's commands in the list of the composer.
import type { PanelMessage } from '../../../../src/core/panel/panelMessage.ts';
import { compactCommand } from '../../../../src/core/sessionLifecycle/handOver/handOverDraft.ts';
import type { AvailableCommand } from '../../../../src/core/session/info/state.ts';
import { commandStrings } from './commandStrings.ts';

export interface ParleyAction {
  /** What is typed after the slash. */
  readonly name: string;
  readonly description: string;
  readonly message: PanelMessage;
}

export interface ActionOptions {
  readonly key: string;
  /** The agent's own. */
  readonly commands: readonly AvailableCommand[];
  readonly canFork: boolean;
}

function compactAction(key: string, canCompact: boolean): ParleyAction {
  return {
    name: 'compact',
    description: canCompact ? commandStrings.compact() : commandStrings.compactInNew(),
    message: { type: 'context_action', key, action: canCompact ? 'compact' : 'new_session_with_summary' },
  };
}

/** The actions that the session can do now. */
export function parleyActions({ key, commands, canFork }: ActionOptions): readonly ParleyAction[] {
  const canCompact = compactCommand(commands) !== undefined;
  return [
    {
      name: 'new',
      description: commandStrings.newSession(),
      message: { type: 'context_action', key, action: 'new_session' },
    },
    {
      name: 'hand-off',
      description: commandStrings.handOff(),
      message: { type: 'context_action', key, action: 'hand_off' },
    },
    // Where the agent's own command has that name, one entry is enough.
    ...(commands.some(({ name }) => name === 'compact') ? [] : [compactAction(key, canCompact)]),
    { name: 'export', description: commandStrings.exportSession(), message: { type: 'export_session', key } },
    { name: 'rename', description: commandStrings.rename(), message: { type: 'rename', key } },
    ...(canFork
      ? [{ name: 'fork', description: commandStrings.fork(), message: { type: 'fork', key } } as const]
      : []),
    { name: 'sessions', description: commandStrings.sessions(), message: { type: 'all_sessions' } },
  ];
}
