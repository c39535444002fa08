// The buttons of the context banner: compact, start a new session, hand over to another agent.
import * as vscode from 'vscode';
import {
  compactCommand,
  handOverDraft,
  SUMMARY_PROMPT,
} from '../../core/sessionLifecycle/handOver/handOverDraft.ts';
import type { ContextAction } from '../../core/panel/panelMessage.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import { sessionCommandStrings } from './sessionCommandStrings.ts';

export interface ContextActionsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  readonly chats: Chats;
}

/** Runs the action of a button in the context banner of the session `key`. */
export async function runContextAction(
  action: ContextAction,
  key: string,
  options: ContextActionsOptions,
): Promise<void> {
  const { store, sessions, current, chats } = options;
  const state = store.state(key);
  if (state === undefined) return;
  switch (action) {
    case 'dismiss':
      sessions.dismissContextWarning(key);
      return;
    case 'compact': {
      const command = compactCommand(state.commands);
      if (command !== undefined) sessions.prompt(key, [{ type: 'text', text: `/${command}` }]);
      return;
    }
    case 'new_session':
      await current.startNew(state.agent);
      await chats.reveal();
      return;
    case 'new_session_with_summary':
      await handOver(key, state.agent, options);
      return;
    case 'hand_off': {
      const agent = await current.chooseAgent(sessionCommandStrings.selectAgentToContinue());
      if (agent !== undefined && (await current.mayStart(agent))) await handOver(key, agent, options);
    }
  }
}

/** Asks the session's agent for a summary and opens a session with it as the draft. */
async function handOver(key: string, agent: string, options: ContextActionsOptions): Promise<void> {
  const { store, sessions, current, chats } = options;
  // An agent that met a limit cannot summarize: the transcript stands for it.
  const summary =
    store.state(key)?.limit === undefined
      ? await vscode.window.withProgress(
          { location: { viewId: 'parley.chat' }, title: sessionCommandStrings.summarizing() },
          () => sessions.ask(key, SUMMARY_PROMPT),
        )
      : undefined;
  const state = store.state(key);
  if (state === undefined) return;
  const draft = handOverDraft(state, summary);
  await current.startNew(agent, agent === state.agent ? state.sessionId : undefined);
  await chats.reveal(draft);
}
