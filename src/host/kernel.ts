// What every session needs, as features get it: they are built upon it, and it knows none of them.
import type { ChangeHandlers } from './changes/createChangeCommands.ts';
import type { ChatArea } from './chat/createChats.ts';
import type { PermissionRules } from './permissions/permissionRules.ts';
import type { HistoryArea } from './sessions/createHistory.ts';
import type { SessionArea } from './sessions/createSessions.ts';
import type { HostServices } from './window/hostServices.ts';

export interface Kernel {
  readonly host: HostServices;
  readonly session: SessionArea;
  readonly chat: ChatArea;
  readonly history: HistoryArea;
  readonly rules: PermissionRules;
  readonly changes: ChangeHandlers;
  /** The session that the user works in; the one that a reload restores where none is shown yet. */
  readonly currentKey: () => Promise<string>;
}
