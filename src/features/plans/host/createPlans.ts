// What is done with the messages of panels about plans.
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { PlanPages } from './planPages.ts';

export function createPlans(kernel: Kernel) {
  const pages = kernel.host.owned.add(new PlanPages(kernel));
  const panel: Pick<PanelHandlers, 'open_plan'> = {
    open_plan({ key, id, isAutomatic }) {
      if (isAutomatic === true) pages.offer(key, id);
      else pages.open(key, id);
    },
  };
  return { commands: {}, panel, pages };
}
