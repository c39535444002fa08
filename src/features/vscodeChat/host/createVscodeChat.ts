// Joins the tool and the participant to the kernel.
import type * as vscode from 'vscode';
import type { Kernel } from '../../../host/kernel.ts';
import { AskAgentTool } from './askAgentTool.ts';
import { answerInChat, type ChatCall } from './chatParticipant.ts';

interface VscodeChat {
  readonly tool: AskAgentTool;
  readonly answer: (call: ChatCall) => Promise<vscode.ChatResult>;
}

export function createVscodeChat({ host, session, chat, history }: Kernel): VscodeChat {
  const { store, agentSettings } = host;
  const services = { store, sessions: session.sessions, current: chat.current, agentSettings, history };
  return { tool: new AskAgentTool(services), answer: (call) => answerInChat(services, call) };
}
