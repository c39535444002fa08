// What the commands and the panel ask for to add agents.
import type { HandlersOf } from '../../../host/contributions/commands.ts';
import { runCommand } from '../../../host/contributions/commands.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import type { Kernel } from '../../../host/kernel.ts';
import type { AddAgentArguments } from '../feature.ts';
import { addAgent } from './addAgent.ts';
import { firstChoices } from './firstChoices.ts';

export function createAddAgent({ host, session, tryAgent, prepareProcesses }: Kernel): {
  readonly commands: HandlersOf<AddAgentArguments>;
  readonly panel: Pick<PanelHandlers, 'add_agent' | 'find_agents'>;
} {
  const { context, clock } = host;
  const services = { ...host, agents: session.agents, tryAgent, prepareProcesses };
  return {
    commands: {
      'parley.addAgent': ({ id, entered }) => addAgent({ isRegistryOnly: false, id, entered }, services),
      'parley.installAgent': ({ id }) => addAgent({ isRegistryOnly: true, id }, services),
    },
    panel: {
      add_agent: ({ choice }) => {
        const state = choice?.state;
        if (state === 'custom' || state === 'remote') {
          void runCommand('parley.addAgent', undefined, state);
          return;
        }
        const command = state === 'installable' ? 'parley.installAgent' : 'parley.addAgent';
        void runCommand(command, choice?.id);
      },
      find_agents: async (_message, panel) => {
        panel.post({ type: 'agent_choices', choices: [...(await firstChoices(context, clock))] });
      },
    },
  };
}
