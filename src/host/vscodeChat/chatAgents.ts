// Agents in VS Code's own chat: a tool for its models and the participant `@parley`; what they do is loaded on use.
import * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { SessionOpener } from '../sessions/sessionOpener.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';

export interface ChatAgentServices {
  readonly store: SessionStore;
  readonly sessions: Pick<Sessions, 'create' | 'queue' | 'cancel' | 'turns'>;
  readonly current: Pick<CurrentSession, 'mayStart'>;
  readonly agentSettings: Pick<AgentSettings, 'agents' | 'decisionOf' | 'defaultAgent'>;
  readonly history: { readonly opener: Pick<SessionOpener, 'bring'> };
}

/** As package.json contributes them. */
const ASK_AGENT_TOOL = 'parley_askAgent';
const PARTICIPANT = 'parley.agents';

/** Registers them where VS Code has a chat. */
export function offerChatAgents(services: ChatAgentServices): Disposable {
  const owned = new DisposableStore();
  // Not every program that is built on VS Code has both.
  const { lm, chat }: Partial<typeof vscode> = vscode;
  if (typeof lm?.registerTool === 'function') {
    const tool = loadOnce(async () => new (await import('./askAgentTool.ts')).AskAgentTool(services));
    owned.add(
      lm.registerTool<unknown>(ASK_AGENT_TOOL, {
        prepareInvocation: async (options) => (await tool()).prepare(options.input),
        invoke: async (options, token) => (await tool()).invoke(options.input, token),
      }),
    );
  }
  if (typeof chat?.createChatParticipant === 'function') {
    owned.add(
      chat.createChatParticipant(PARTICIPANT, async (request, context, response, token) => {
        const { answerInChat } = await import('./chatParticipant.ts');
        return answerInChat(services, { request, history: context.history, response, token });
      }),
    );
  }
  return owned;
}
