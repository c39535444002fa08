// What follows agents at work, loaded when the first one starts: notifications, spare sessions, stopping idle agents.
import { IdleAgents } from '../../core/agentUpkeep/idleAgents.ts';
import { WarmSpares } from '../../core/agentUpkeep/warmSpares.ts';
import { SilenceWatch } from '../../core/sessionLifecycle/silenceWatch.ts';
import { readSetting } from '../contributions/settings.ts';
import { notifyOfPermissions } from '../permissions/permissionNotifier.ts';
import { openExportedPages } from '../sessions/exportedPages.ts';
import { notifyOfSessions } from '../sessions/sessionNotifier.ts';
import type { HostServices } from '../window/hostServices.ts';
import type { UpkeepParts } from './createUpkeep.ts';

export function followAgents({ owned, store, clock, log }: HostServices, parts: UpkeepParts): void {
  const { agents, sessions } = parts.session;
  const { chats, current } = parts.chat;
  const { restore, opener } = parts.history;
  owned.add(
    new WarmSpares({
      store,
      agents,
      createSpare: (agent) => void current.newKey(undefined, agent),
      isEnabled: () => readSetting('warmSpare'),
    }),
  );
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
  owned.add(new SilenceWatch(store, clock));
  owned.add(openExportedPages(store));
  owned.add(notifyOfPermissions({ store, sessions, current, chats }));
  owned.add(notifyOfSessions({ store, chats, open: (key) => opener.open(key) }));
}
