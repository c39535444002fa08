// Builds the upkeep of agents: spare sessions, stopping idle agents, reacting to changed settings.
import type { ChatArea } from '../chat/createChats.ts';
import type { HistoryArea } from '../sessions/createHistory.ts';
import type { SessionArea } from '../sessions/createSessions.ts';
import { openAgentSettings } from '../agents/openAgentSettings.ts';
import { readSetting } from '../contributions/settings.ts';
import type { HostServices } from '../window/hostServices.ts';
import { watchSettingProblems } from '../settings/settingProblems.ts';
import { AgentSettingsWatch } from '../agents/agentSettingsWatch.ts';
import { watchDefaultAgent } from './defaultAgentWatch.ts';
import { IdleAgents } from '../../core/agentUpkeep/idleAgents.ts';
import { WarmSpares } from '../../core/agentUpkeep/warmSpares.ts';

export interface UpkeepParts {
  readonly session: SessionArea;
  readonly chat: ChatArea;
  readonly history: HistoryArea;
}

export function createUpkeep(host: HostServices, parts: UpkeepParts): void {
  const { owned, store, clock, log, agentSettings } = host;
  const { agents, sessions } = parts.session;
  const { chats, current, drafts } = parts.chat;
  const { restore } = parts.history;
  owned.add(
    new WarmSpares({
      store,
      agents,
      createSpare: (agent) => void current.newKey(undefined, agent),
      isEnabled: () => readSetting('warmSpare'),
    }),
  );
  owned.add(
    new AgentSettingsWatch({ agents, sessions, agentSettings, log, openSettings: openAgentSettings }),
  );
  owned.add(watchSettingProblems(log));
  owned.add(watchDefaultAgent({ store, chats, current, drafts, agentSettings }));
  owned.add(
    new IdleAgents({
      store,
      sessions,
      agents,
      chats,
      clock,
      log,
      idleMinutes: () => readSetting('idleMinutes'),
      onSuspended: (keys) => restore.openWhenPresented(keys),
    }),
  );
}
