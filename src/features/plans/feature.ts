// Plans as documents beside the chat: rendered, commented on by line, accepted or sent back.
import * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import { feature } from '../../host/feature.ts';

export const plans = feature({
  name: 'plans',
  commands: {},
  start: (kernel) => {
    const load = loadOnce(async () => (await import('./host/createPlans.ts')).createPlans(kernel));
    // A reload of the window leaves the tabs of plans.
    const deserializeWebviewPanel: vscode.WebviewPanelSerializer['deserializeWebviewPanel'] = async (
      tab,
      state,
    ) => (await load()).pages.restore(tab, state);
    kernel.host.owned.add(
      vscode.window.registerWebviewPanelSerializer('parley.plan', { deserializeWebviewPanel }),
    );
    return load;
  },
});
