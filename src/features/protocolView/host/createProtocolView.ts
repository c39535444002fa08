// What the command that shows the protocol of an agent does.
import type { ShowProtocolArguments } from '../feature.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { ProtocolPages } from './protocolPages.ts';

export function createProtocolView(kernel: Kernel) {
  const { host, chat } = kernel;
  const { owned, store, agentSettings } = host;
  const pages = owned.add(new ProtocolPages(kernel));
  return {
    commands: {
      'parley.showProtocol': async ({ agent, file }: ShowProtocolArguments) => {
        const shown = store.state(chat.current.shownKey ?? '')?.agent;
        if (file === undefined) pages.showAgent(agent ?? shown ?? agentSettings.defaultAgent);
        else await pages.openFile(file);
      },
    },
    panel: {},
  };
}
