// The command that shows the protocol of an agent; what it needs is loaded on first use.
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { ReplayOptions } from '../../core/protocolView/replayOptions.ts';
import type { Inspector } from '../../core/protocolView/recording.ts';
import type { WireRecord } from '../../core/protocolView/wireRecord.ts';
import type { WireTaps } from '../../core/protocolView/wireTaps.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { SessionState } from '../../core/session/model.ts';
import type { AgentActionsOptions } from '../agents/agentActions.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CommandHandlers } from '../contributions/commands.ts';
import type { HostServices } from '../window/hostServices.ts';

/** What extension.ts joins with the room of agents. */
export interface ProtocolTools {
  readonly newInspector: () => Inspector;
  readonly replay: (records: readonly WireRecord[], options: ReplayOptions) => readonly SessionState[];
}

export interface ProtocolServices extends AgentActionsOptions {
  readonly host: HostServices;
  readonly agents: Agents;
  readonly chats: Pick<Chats, 'reveal'>;
  readonly taps: WireTaps;
  readonly loadTools: () => Promise<ProtocolTools>;
}

export function protocolCommands(services: ProtocolServices): Pick<CommandHandlers, 'parley.showProtocol'> {
  const pages = loadOnce(async () => {
    const [{ ProtocolPages }, tools] = await Promise.all([
      import('./protocolPages.ts'),
      services.loadTools(),
    ]);
    return services.host.owned.add(new ProtocolPages(services, tools));
  });
  return {
    'parley.showProtocol': async ({ agent, file }) => {
      const loading = pages();
      const { store, current, agentSettings } = services;
      const shown = store.state(current.shownKey ?? '')?.agent;
      if (file === undefined) (await loading).showAgent(agent ?? shown ?? agentSettings.defaultAgent);
      else await (await loading).openFile(file);
    },
  };
}
