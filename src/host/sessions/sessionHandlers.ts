// Panel messages about sessions: the queue, terminals, the next steps of errors and of the context banner.
import type * as vscode from 'vscode';
import { runCommand } from '../contributions/commands.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { stopTask } from './stopTask.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Chats } from '../chat/openChats.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { Logs } from '../window/log.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import type { SessionOpener } from './sessionOpener.ts';
import type { SessionActions } from './sessionWork.ts';

export interface SessionHandlersOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly agents: Agents;
  readonly clock: Clock;
  readonly current: CurrentSession;
  readonly chats: Chats;
  readonly actions: SessionActions;
  readonly opener: SessionOpener;
  readonly logs: Logs;
  readonly agentSettings: AgentSettings;
  readonly context: vscode.ExtensionContext;
}

type SessionMessageType =
  | 'queue_remove'
  | 'queue_move'
  | 'queue_send_now'
  | 'queue_steer'
  | 'detach_context'
  | 'kill_terminal'
  | 'stop_subagent'
  | 'open_subagent'
  | 'stop_task'
  | 'rename'
  | 'export_session'
  | 'session_list'
  | 'recent_sessions'
  | 'open_session'
  | 'all_sessions'
  | 'reopen'
  | 'send_again'
  | 'new_session'
  | 'choose_folder'
  | 'continue_in_new'
  | 'fork'
  | 'context_action'
  | 'error_action';

export function sessionHandlers(options: SessionHandlersOptions): Pick<PanelHandlers, SessionMessageType> {
  const { store, sessions, actions, opener, chats } = options;
  const subagentPages = loadOnce(async () => {
    const { SubagentPages } = await import('./transcripts/subagentPages.ts');
    const pages = new SubagentPages({ store, clock: options.clock, transcripts: opener.transcripts });
    options.context.subscriptions.push(pages);
    return pages;
  });
  return {
    queue_remove: ({ key, id }) => sessions.queue.remove(key, id),
    queue_move: ({ key, id, index }) => sessions.queue.move(key, id, index),
    queue_send_now: ({ key, id }) => sessions.turns.sendNow(key, id),
    queue_steer: ({ key, id, behavior }) => sessions.turns.steer(key, id, behavior),
    detach_context: ({ key }) => sessions.detachContext(key),
    stop_subagent: ({ key, toolCallId }) => sessions.stopSubagent(key, toolCallId),
    open_subagent: async ({ key, id }) => (await subagentPages()).show(key, id),
    kill_terminal: ({ key, terminalId }) => sessions.killTerminal(key, terminalId),
    stop_task: ({ key, taskId }) => stopTask(options, key, taskId),
    // The input box takes the focus, which VS Code would give to an editor afterwards.
    rename: async ({ key }) => chats.keepingFocus(() => actions.rename(key)),
    export_session: ({ key }) => void runCommand('parley.exportSession', key),
    session_list: ({ isOpen }, panel) => panel.showSessionList(isOpen),
    recent_sessions: ({ isShown }, panel) => panel.showRecentSessions(isShown),
    open_session: async ({ id }) => opener.open(id),
    all_sessions: ({ query }) =>
      void (query === undefined
        ? runCommand('parley.switchSession')
        : runCommand('parley.searchSessions', query)),
    reopen: ({ key }) => sessions.open(key),
    send_again: ({ key }) => sessions.retries.now(key),
    new_session: () => void runCommand('parley.newSessionWith'),
    choose_folder: async () => void (await options.current.startInFolder()),
    continue_in_new: ({ key }) => actions.continueInNew(key),
    fork: ({ key }) => actions.fork(key),
    context_action: async ({ key, action }) => {
      const { runContextAction } = await import('./contextActions.ts');
      await runContextAction(action, key, options);
    },
    error_action: async ({ key, action }) => {
      const agent = store.state(key)?.agent;
      if (action === 'attach-transcript') sessions.attachTranscript(key);
      else if (action === 'resume-queue') sessions.queue.resume(key);
      else if (action === 'try-again') sessions.retries.now(key);
      else if (action === 'load-without-servers') sessions.openWithoutServers(key);
      else if (action === 'continue-in-new') await actions.continueInNew(key);
      else if (action === 'compact' || action === 'hand-off') {
        const { runContextAction } = await import('./contextActions.ts');
        await runContextAction(action === 'compact' ? 'compact' : 'hand_off', key, options);
      } else if (agent !== undefined) {
        const { runErrorAction } = await import('../agents/agentActions.ts');
        await runErrorAction(action, agent, options);
      }
    },
  };
}
