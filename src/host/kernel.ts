// What every session needs, as features get it: they are built upon it, and it knows none of them.
import type { ChangeTracking } from '../core/ports/changeTracking.ts';
import type { WireTaps } from '../core/ports/wireTaps.ts';
import type { FileAccess } from '../core/ports/fileAccess.ts';
import type { ServerSources } from '../core/ports/serverSources.ts';
import type { AskAgent } from '../core/ports/askAgent.ts';
import type { TryAgent } from './agents/tryAgent.ts';
import type { StartProbe } from '../core/ports/agentProbe.ts';
import type { AgentActionsOptions } from './agents/agentActions.ts';
import type { SignInCards } from '../core/ports/signInCards.ts';
import type { AgentSecrets } from './agents/agentSecrets.ts';
import type { AgentLauncher } from './agents/agentPorts.ts';
import type { AttachHandlers } from './attach/attachCommands.ts';
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
  /** What adds to the prompts of the user. */
  readonly attach: AttachHandlers;
  readonly rules: PermissionRules;
  /** What is known of the changes of agents. */
  readonly tracking: ChangeTracking;
  /** Who gives MCP servers to sessions. */
  readonly servers: ServerSources;
  /** What was entered for agents. */
  readonly secrets: AgentSecrets;
  /** What panels show of signing in. */
  readonly signInCards: SignInCards;
  /** The files as agents get them, so that what they change is known as theirs. */
  readonly files: FileAccess;
  readonly launcher: AgentLauncher;
  /** Called before each start of a process. */
  readonly prepareProcesses: () => Promise<unknown>;
  /** What the actions on agents need. */
  readonly actions: AgentActionsOptions;
  /** Where the messages of agents can be listened to. */
  readonly taps: WireTaps;
  /** Starts an agent on its own, apart from sessions. `name`: its key in the settings. */
  readonly startProbe: (name: string) => StartProbe;
  /** Starts an agent that is not in the settings yet, to see whether it works. */
  readonly tryAgent: TryAgent;
  /** Asks an agent outside of all sessions, in a process of its own. */
  readonly askAgent: AskAgent;
  /** The session that the user works in; the one that a reload restores where none is shown yet. */
  readonly currentKey: () => Promise<string>;
}
