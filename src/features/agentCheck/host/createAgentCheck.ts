// What the command that checks an agent does.
import type { Kernel } from '../../../host/kernel.ts';
import { CheckPages } from './checkPages.ts';

export function createAgentCheck(kernel: Kernel) {
  const { host, chat } = kernel;
  const { owned, store, agentSettings } = host;
  const pages = owned.add(new CheckPages(kernel));
  return {
    commands: {
      'parley.checkAgent': ({ agent }: { readonly agent: string | undefined }) => {
        const shown = store.state(chat.current.shownKey ?? '')?.agent;
        pages.open(agent ?? shown ?? agentSettings.defaultAgent);
      },
    },
    panel: {},
  };
}
