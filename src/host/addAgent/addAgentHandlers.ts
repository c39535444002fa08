// What the panel asks for to add agents.
import { runCommand } from '../contributions/commands.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { HostServices } from '../window/hostServices.ts';

export function addAgentHandlers({
  context,
  clock,
}: HostServices): Pick<PanelHandlers, 'add_agent' | 'find_agents'> {
  return {
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
      const { firstChoices } = await import('./firstChoices.ts');
      panel.post({ type: 'agent_choices', choices: [...(await firstChoices(context, clock))] });
    },
  };
}
