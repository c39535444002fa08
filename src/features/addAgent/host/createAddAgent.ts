// What the commands and the panel ask for to add agents.
import { isUnused } from '../../../core/session/selectors.ts';
import type { HandlersOf } from '../../../host/contributions/commands.ts';
import { runCommand } from '../../../host/contributions/commands.ts';
import type { PanelContext, PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import type { Kernel } from '../../../host/kernel.ts';
import type { AddAgentArguments } from '../feature.ts';
import { addAgent } from './addAgent.ts';
import { KnownVersions } from '../../../machine/knownVersions.ts';
import { firstChoices } from './firstChoices.ts';
import { PanelInstalls } from './panelInstalls.ts';

export function createAddAgent({ host, session, chat, tryAgent, prepareProcesses }: Kernel): {
  readonly commands: HandlersOf<AddAgentArguments>;
  readonly panel: Pick<PanelHandlers, 'add_agent' | 'cancel_install' | 'find_agents'>;
} {
  const { context, clock } = host;
  const hasBegun = (): boolean => {
    const shown = host.store.state(chat.current.shownKey ?? '');
    return shown !== undefined && !isUnused(shown);
  };
  const services = { ...host, agents: session.agents, tryAgent, prepareProcesses, hasBegun };
  const versions = new KnownVersions();
  const installs = new PanelInstalls<PanelContext>();
  return {
    commands: {
      'parley.addAgent': ({ id, entered }) => addAgent({ isRegistryOnly: false, id, entered }, services),
      'parley.installAgent': ({ id }) => addAgent({ isRegistryOnly: true, id }, services),
    },
    panel: {
      add_agent: ({ choice }, panel) => {
        const state = choice?.state;
        if (state === 'custom' || state === 'remote') {
          void runCommand('parley.addAgent', undefined, state);
        } else if (choice !== undefined && state !== undefined) {
          void installs.run(choice.id, panel, (place) =>
            addAgent({ isRegistryOnly: state === 'installable', id: choice.id, place }, services),
          );
        } else {
          void runCommand('parley.addAgent');
        }
      },
      cancel_install: ({ id }) => installs.cancel(id),
      find_agents: async (_message, panel) => {
        installs.showIn(panel);
        await firstChoices({ context, clock, versions, prepareProcesses }, (choices) =>
          panel.post({ type: 'agent_choices', choices: [...choices] }),
        );
      },
    },
  };
}
