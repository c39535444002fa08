// Agents in VS Code's own chat: a tool for its models and the participant `@parley`.
import * as vscode from 'vscode';
import { loadOnce } from '../../core/base/loadOnce.ts';
import { feature } from '../../host/feature.ts';

/** As package.json contributes them. */
const ASK_AGENT_TOOL = 'parley_askAgent';
const PARTICIPANT = 'parley.agents';

export const vscodeChat = feature({
  name: 'vscodeChat',
  commands: {},
  start: (kernel) => {
    const { owned } = kernel.host;
    const load = loadOnce(async () => (await import('./host/createVscodeChat.ts')).createVscodeChat(kernel));
    // Not every program that is built on VS Code has both.
    const { lm, chat }: Partial<typeof vscode> = vscode;
    if (typeof lm?.registerTool === 'function') {
      owned.add(
        lm.registerTool<unknown>(ASK_AGENT_TOOL, {
          prepareInvocation: async (options) => (await load()).tool.prepare(options.input),
          invoke: async (options, token) => (await load()).tool.invoke(options.input, token),
        }),
      );
    }
    if (typeof chat?.createChatParticipant === 'function') {
      owned.add(
        chat.createChatParticipant(PARTICIPANT, async (request, { history }, response, token) =>
          (await load()).answer({ request, history, response, token }),
        ),
      );
    }
    return () => Promise.resolve({ commands: {}, panel: {} });
  },
});
