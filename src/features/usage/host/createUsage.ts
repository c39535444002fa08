// What the commands about usage do: the page, which is there once, and the export.
import type { Kernel } from '../../../host/kernel.ts';
import { exportUsage } from './usageExport.ts';
import { UsagePage } from './usagePage.ts';

export function createUsage({ host: { store, context, clock, log, owned } }: Kernel) {
  let page: UsagePage | undefined;
  const onClose = (): void => {
    page = undefined;
  };
  return {
    commands: {
      'parley.showUsage': () => {
        if (page === undefined) {
          const { extensionUri } = context;
          page = owned.add(new UsagePage({ store, extensionUri, clock, log, onClose }));
        } else page.reveal();
      },
      'parley.exportUsage': () => exportUsage(store),
    },
    panel: {},
  };
}
