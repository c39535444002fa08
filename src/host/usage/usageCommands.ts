// What the commands about usage do; what they need is loaded on first use.
import type { CommandHandlers } from '../contributions/commands.ts';
import type { HostServices } from '../window/hostServices.ts';

export function usageCommands({
  store,
  context,
  clock,
  log,
  owned,
}: HostServices): Pick<CommandHandlers, 'parley.showUsage' | 'parley.exportUsage'> {
  let page: { readonly reveal: () => void } | undefined;
  return {
    'parley.showUsage': async () => {
      const { UsagePage } = await import('./usagePage.ts');
      if (page !== undefined) {
        page.reveal();
        return;
      }
      const onClose = (): void => {
        page = undefined;
      };
      page = owned.add(new UsagePage({ store, extensionUri: context.extensionUri, clock, log, onClose }));
    },
    'parley.exportUsage': async () => {
      const { exportUsage } = await import('./usageExport.ts');
      await exportUsage(store);
    },
  };
}
