// The demo agent as an ACP agent app: its handshake, its sessions, and one prompt turn at a time in each.
import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import {
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentApp,
  type ClientCapabilities,
  type PromptResponse,
} from '@agentclientprotocol/sdk';
import { availableCommands, findCommand } from './commands.ts';
import { promptOf } from './prompt.ts';
import { Turn, type DemoSession } from './turn.ts';

/** Builds the demo agent. It serves one client and any number of sessions. */
export function createDemoApp(): AgentApp {
  const sessions = new Map<string, DemoSession>();
  let capabilities: ClientCapabilities = {};

  return agent({ name: 'parley-demo' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'parley-demo', title: 'Demo agent', version: '0.1.0' },
        agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true } },
        authMethods: [],
      };
    })
    .onRequest(methods.agent.session.new, ({ params, client }) => {
      if (!isAbsolute(params.cwd))
        throw RequestError.invalidParams(undefined, 'cwd must be an absolute path');
      const id = randomUUID();
      sessions.set(id, { id, cwd: params.cwd, alwaysAllowed: new Set(), running: undefined });
      // After the response, so that the client knows the session that the commands are for.
      setImmediate(() => {
        client
          .notify(methods.client.session.update, {
            sessionId: id,
            update: { sessionUpdate: 'available_commands_update', availableCommands },
          })
          .catch(() => {
            // The connection has closed, and the program with it.
          });
      });
      return { sessionId: id };
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client, signal }) => {
      const session = sessions.get(params.sessionId);
      if (session === undefined) throw RequestError.resourceNotFound(params.sessionId);
      if (session.running !== undefined) {
        throw RequestError.invalidRequest(undefined, 'The previous prompt of this session is still running');
      }
      const running = new AbortController();
      session.running = running;
      const prompt = promptOf(params.prompt);
      const { command, argument } = findCommand(prompt.text);
      const turn = new Turn({
        client,
        session,
        capabilities,
        prompt: { ...prompt, argument },
        signal: AbortSignal.any([running.signal, signal]),
      });
      try {
        const response: PromptResponse = { stopReason: (await command.run(turn)) ?? 'end_turn' };
        return turn.signal.aborted ? { stopReason: 'cancelled' } : response;
      } catch (error) {
        // Whatever fails because of the cancellation is the cancellation.
        if (turn.signal.aborted) return { stopReason: 'cancelled' };
        throw error;
      } finally {
        session.running = undefined;
      }
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.get(params.sessionId)?.running?.abort();
    });
}
