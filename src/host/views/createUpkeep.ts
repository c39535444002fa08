// Builds the upkeep of agents: reacting to changed settings, and what follows agents at work.
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { ChatArea } from '../chat/createChats.ts';
import type { Settings } from '../contributions/setting.ts';
import type { HistoryArea } from '../sessions/createHistory.ts';
import type { SessionArea } from '../sessions/createSessions.ts';
import { openAgentSettings } from '../agents/openAgentSettings.ts';
import { inBackground } from '../window/inBackground.ts';
import type { HostServices } from '../window/hostServices.ts';
import { AgentSettingsWatch } from '../agents/agentSettingsWatch.ts';
import { watchDefaultAgent } from './defaultAgentWatch.ts';

export interface UpkeepParts {
  readonly session: SessionArea;
  readonly chat: ChatArea;
  readonly history: HistoryArea;
  readonly featureSettings: readonly Settings[];
}

export function createUpkeep(host: HostServices, parts: UpkeepParts): void {
  const { owned, store, log, agentSettings } = host;
  const { agents, sessions } = parts.session;
  const { chats, current, drafts } = parts.chat;
  owned.add(
    new AgentSettingsWatch({ agents, sessions, agentSettings, log, openSettings: openAgentSettings }),
  );
  // The activation does not wait for it.
  const report = async (): Promise<void> => {
    const { watchSettingProblems } = await import('../settings/settingProblems.ts');
    owned.add(watchSettingProblems(log, parts.featureSettings));
  };
  inBackground(log, report());
  owned.add(watchDefaultAgent({ store, chats, current, drafts, agentSettings }));
  const follow = loadOnce(async () => (await import('./followAgents.ts')).followAgents(host, parts));
  owned.add(agents.onStatusChange(() => inBackground(log, follow())));
}
