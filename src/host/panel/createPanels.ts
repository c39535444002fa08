// Has VS Code show the chats. What fills them with panels is loaded with the first.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { RecentEditors } from '../context/recentEditors.ts';
import { TerminalCommands } from '../context/terminalCommands.ts';
import type { HostServices } from '../window/hostServices.ts';
import { inBackground } from '../window/inBackground.ts';
import { ChatTabs } from '../chat/chatTabOpener.ts';
import { registerChatView, type LoadPanels } from '../chat/chatView.ts';
import type { Followed, PanelParts } from './panelMaker.ts';

/** Returns the tabs. */
export function createPanels(host: HostServices, parts: Omit<PanelParts, keyof Followed>): ChatTabs {
  const { owned, context, store, log, agentSettings } = host;
  const { sidebar, chats, current } = parts.chat;
  const { restore, opener } = parts.history;
  const followed = {
    recent: owned.add(new RecentEditors()),
    commands: owned.add(new TerminalCommands()),
  };
  const loadPanels: LoadPanels = loadOnce(async () => {
    const { panelMaker } = await import('./panelMaker.ts');
    return panelMaker(host, { ...parts, ...followed });
  });
  const { extensionUri } = context;
  const fill = (state: unknown): void => inBackground(log, restore.fillSidebar(state));
  owned.add(registerChatView(sidebar, { extensionUri, loadPanels, fill }));
  return owned.add(
    new ChatTabs({
      extensionUri,
      loadPanels,
      store,
      current,
      agentSettings,
      chats,
      bring: (id) => opener.bring(id),
      fill: (tab, state) => inBackground(log, restore.fillTab(tab, state)),
    }),
  );
}
