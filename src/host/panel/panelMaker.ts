// Makes panels, and joins what each feature does with their messages. Loaded with the first panel.
import type { AttachHandlers } from '../attach/attachCommands.ts';
import { contextHandlers } from '../context/contextHandlers.ts';
import { ReadingNotices } from '../context/readingNotices.ts';
import type { DiffView } from '../editors/diffView.ts';
import type { RecentEditors } from '../context/recentEditors.ts';
import type { TerminalCommands } from '../context/terminalCommands.ts';
import { editorHandlers } from '../editors/editorHandlers.ts';
import type { PermissionRules } from '../permissions/permissionRules.ts';
import { questionHandlers } from '../permissions/questionHandlers.ts';
import type { HistoryArea } from '../sessions/createHistory.ts';
import type { SessionArea } from '../sessions/createSessions.ts';
import { WaitingRequests } from '../permissions/waitingRequests.ts';
import { SessionRows } from '../sessions/list/sessionRows.ts';
import { branchHandlers } from '../sessions/branches/branchHandlers.ts';
import { SessionBranches } from '../sessions/branches/sessionBranches.ts';
import { sessionHandlers } from '../sessions/sessionHandlers.ts';
import { configHandlers } from '../configOptions/configHandlers.ts';
import type { ConfigControls } from '../configOptions/configControls.ts';
import type { ChangeTracking } from '../../core/ports/changeTracking.ts';
import type { SignInCards } from '../../core/ports/signInCards.ts';
import type { McpResources } from '../../core/ports/mcpResources.ts';
import type { HostServices } from '../window/hostServices.ts';
import { joinDisjoint } from '../../core/base/joinDisjoint.ts';
import { chatHandlers } from './chatHandlers.ts';
import { ChatPanel } from './chatPanel.ts';
import { draftHandlers } from './draftHandlers.ts';
import { wholePrompts } from '../prompt/wholePrompts.ts';
import type { MakePanel } from '../chat/chatView.ts';
import type { ChatArea } from '../chat/createChats.ts';
import type { FeatureHandlers, KernelHandlers } from '../chat/panelHandlers.ts';

/** What follows the window from its start. */
export interface Followed {
  readonly recent: RecentEditors;
  readonly commands: TerminalCommands;
}

export interface PanelParts extends Followed {
  /** What prompts can mention of MCP servers. */
  readonly resources: McpResources;
  readonly features: FeatureHandlers;
  readonly session: SessionArea;
  readonly rules: PermissionRules;
  readonly chat: ChatArea;
  readonly history: HistoryArea;
  readonly signInCards: SignInCards;
  readonly controls: ConfigControls;
  readonly diffs: DiffView;
  readonly tracking: ChangeTracking;
  readonly attach: Pick<AttachHandlers, 'panel' | 'onReady'>;
}

/** Makes the panels of the window. */
export function panelMaker(host: HostServices, parts: PanelParts): MakePanel {
  const { owned, store, clock, log, choices, redactors } = host;
  const { agents, sessions } = parts.session;
  const { chats, drafts } = parts.chat;
  const { archive, restore, list, unread } = parts.history;
  const sessionRows = new SessionRows({ list, unread, agents, chats, clock });
  const waitingRequests = new WaitingRequests(store, log);
  const branches = owned.add(new SessionBranches({ store, archive }));
  const notices = owned.add(new ReadingNotices(clock));
  const handlers = { kernel: kernelHandlers(host, parts, notices), features: parts.features };
  return (webview, reports) =>
    new ChatPanel({
      webview,
      store,
      clock,
      log,
      sources: {
        agents,
        choices,
        drafts,
        redactors,
        branches,
        signInCards: parts.signInCards,
        notices,
        wholeForks: sessions.copies.wholeForks,
        rules: parts.rules,
      },
      handlers,
      sessionRows,
      waitingRequests,
      onPresent: (key) => restore.presented(key),
      ...reports,
    });
}

/** A missing handler does not compile, and neither do two for one message. */
function kernelHandlers(host: HostServices, parts: PanelParts, notices: ReadingNotices): KernelHandlers {
  const { context, owned, store, clock, log, logs, choices, agentSettings, redactors } = host;
  const { agents, sessions, proposals } = parts.session;
  const { current, chats, drafts } = parts.chat;
  const { actions, deletion, opener } = parts.history;
  const { controls, diffs, tracking, attach, resources } = parts;
  const mentions = contextHandlers(host, {
    sessions,
    agents,
    chat: parts.chat,
    history: parts.history,
    resources,
    recent: parts.recent,
    commands: parts.commands,
    notices,
  });
  return joinDisjoint(
    chatHandlers({ store, redactors, log, chats, onReady: attach.onReady }),
    sessionHandlers({
      store,
      sessions,
      agents,
      clock,
      current,
      chats,
      actions,
      opener,
      logs,
      agentSettings,
      context,
    }),
    mentions,
    branchHandlers({
      store,
      sessions,
      wholePrompt: wholePrompts(drafts, store),
      sendPrompt: mentions.prompt,
      current,
      chats,
      opener,
      restoreFiles: async (...prompt) => (await tracking.load()).restoreFiles(...prompt),
      redoFiles: async (key) => (await tracking.load()).redoFiles(key),
      drafts,
      discard: deletion.discard,
    }),
    questionHandlers({ sessions, proposals, store, rules: parts.rules }),
    editorHandlers({ store, diffs, owned }),
    configHandlers({ store, controls, choices }),
    attach.panel,
    draftHandlers(drafts, store),
  );
}
