// What the commands about usage do.
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CommandHandlers } from '../contributions/commands.ts';

export function usageCommands(
  store: SessionStore,
  chats: Chats,
): Pick<CommandHandlers, 'parley.showUsage' | 'parley.exportUsage'> {
  return {
    'parley.showUsage': async () => {
      await chats.reveal();
      const { usageReport } = await import('./usageExport.ts');
      chats.post(usageReport(store));
    },
    'parley.exportUsage': async () => {
      const { exportUsage } = await import('./usageExport.ts');
      await exportUsage(store);
    },
  };
}
