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
  type StopReason,
} from '@agentclientprotocol/sdk';
import { availableCommands, findCommand } from './commands.ts';
import { promptOf } from './prompt.ts';
import { SessionOptions } from './sessionOptions.ts';
import { Turn, type DemoSession } from './turn.ts';
import { DemoUsage } from './usage.ts';

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
      const session: DemoSession = {
        id,
        cwd: params.cwd,
        alwaysAllowed: new Set(),
        options: new SessionOptions(),
        usage: new DemoUsage(),
        title: undefined,
        running: undefined,
      };
      sessions.set(id, session);
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
      return { sessionId: id, configOptions: session.options.list() };
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
        const stopReason = (await command.run(turn)) ?? 'end_turn';
        if (turn.signal.aborted) return { stopReason: 'cancelled' };
        return await finish(turn, command.name, stopReason);
      } catch (error) {
        // Whatever fails because of the cancellation is the cancellation.
        if (turn.signal.aborted) return { stopReason: 'cancelled' };
        throw error;
      } finally {
        session.running = undefined;
      }
    })
    .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
      const session = sessions.get(params.sessionId);
      if (session === undefined) throw RequestError.resourceNotFound(params.sessionId);
      return { configOptions: session.options.set(params.configId, params.value) };
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.get(params.sessionId)?.running?.abort();
    });
}

/** Characters of a session's first prompt that make its title. */
const TITLE_LENGTH = 60;

/** Tells what the turn used, and after the first one what the session is about. */
async function finish(turn: Turn, command: string, stopReason: StopReason): Promise<PromptResponse> {
  const { session, prompt } = turn;
  // A context that was filled or emptied on purpose stays as it is.
  const usage = ['fill', 'compact', 'draft'].includes(command)
    ? undefined
    : session.usage.turn(prompt.text.length, turn.said);
  if (usage !== undefined) await turn.update(session.usage.update());
  if (session.title === undefined && command !== 'title') {
    session.title = `Demo: ${prompt.text.replace(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH)}`;
    await turn.update({ sessionUpdate: 'session_info_update', title: session.title });
  }
  return { stopReason, ...(usage === undefined ? {} : { usage }) };
}
