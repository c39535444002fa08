// Panel messages about usage.
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';

export function usageHandlers(store: SessionStore): Pick<PanelHandlers, 'export_usage'> {
  return {
    export_usage: async () => {
      const { exportUsage } = await import('./usageExport.ts');
      await exportUsage(store);
    },
  };
}
