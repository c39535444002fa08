// The demo agent as an ACP agent app: its handshake, its sessions, and one prompt turn at a time in each.
import {
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentApp,
  type AgentContext,
  type ClientCapabilities,
  type PromptResponse,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { optionsAndModes } from '../../agent/optionModes.ts';
import { titleOf } from '../../agent/titleText.ts';
import { version } from '../package.json';
import { availableCommands, findCommand } from './commands/commandTable.ts';
import { forkKey } from './session/demoFork.ts';
import type { DemoSessions } from './session/demoSessions.ts';
import { promptOf } from './session/demoPrompt.ts';
import type { DemoAccount } from './signIn/demoAccount.ts';
import { authenticate, demoAuthMethods, requireSignIn } from './signIn/demoAuth.ts';
import { DemoTurn, type DemoSession } from './session/demoTurn.ts';

/** The SDK does not know this method yet. `_meta` may name the answer after which the copy ends. */
const forkParams = z.object({
  sessionId: z.string(),
  cwd: z.string(),
  _meta: z
    .object({ jetbrains: z.object({ air: z.object({ fork: forkKey.optional() }).optional() }).optional() })
    .nullish(),
});

/** As the adapters of Claude and Codex have it. */
const stopTaskParams = z.object({ sessionId: z.string(), asyncTaskId: z.string() });

const sessionCapabilities = { list: {}, resume: {}, fork: {}, close: {}, delete: {} };

/** Builds the demo agent. It serves one client and any number of sessions. */
export function createDemoApp(sessions: DemoSessions, account: DemoAccount): AgentApp {
  let capabilities: ClientCapabilities = {};

  return agent({ name: 'parley-demo' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'parley-demo', title: 'Demo agent', version },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          sessionCapabilities,
          auth: { logout: {} },
        },
        authMethods: demoAuthMethods,
      };
    })
    .onRequest(methods.agent.authenticate, async ({ params, signal }) => {
      await authenticate(params.methodId, account, signal);
      return {};
    })
    .onRequest(methods.agent.logout, () => {
      account.signOut();
      return {};
    })
    .onRequest(methods.agent.session.new, ({ params, client }) => {
      requireSignIn(account);
      const session = sessions.create(params.cwd);
      offerCommands(client, session);
      return { sessionId: session.id, ...optionsOf(session) };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      requireSignIn(account);
      const session = sessions.reopen(params.sessionId, params.cwd);
      await replay(client, session);
      offerCommands(client, session);
      return optionsOf(session);
    })
    .onRequest(methods.agent.session.resume, ({ params, client }) => {
      requireSignIn(account);
      const session = sessions.reopen(params.sessionId, params.cwd);
      offerCommands(client, session);
      return optionsOf(session);
    })
    .onRequest(
      'session/fork',
      (params) => forkParams.parse(params),
      ({ params, client }) => {
        const session = sessions.fork(params.sessionId, params.cwd, params._meta?.jetbrains?.air?.fork);
        offerCommands(client, session);
        const { title } = session;
        if (title !== undefined) {
          sendAfterResponse(client, session, { sessionUpdate: 'session_info_update', title });
        }
        return { sessionId: session.id, ...optionsOf(session) };
      },
    )
    .onRequest(methods.agent.session.list, ({ params }) =>
      sessions.list(params.cwd ?? undefined, params.cursor ?? undefined),
    )
    .onRequest(methods.agent.session.close, ({ params }) => {
      sessions.close(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.delete, ({ params }) => {
      sessions.delete(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client, signal }) => {
      requireSignIn(account);
      const session = sessions.get(params.sessionId);
      if (session.running !== undefined) {
        throw RequestError.invalidRequest(undefined, 'The previous prompt of this session is still running');
      }
      const running = new AbortController();
      session.running = running;
      session.transcript.addPrompt(params.prompt);
      const prompt = promptOf(params.prompt);
      const { command, argument } = findCommand(prompt.text);
      const turn = new DemoTurn({
        client,
        session,
        capabilities,
        prompt: { ...prompt, argument },
        running,
        signal: AbortSignal.any([running.signal, signal]),
        save: () => sessions.save(session),
      });
      try {
        // The prompt is stored before anything is done, so that it survives a crash.
        sessions.save(session);
        const stopReason = (await command.run(turn)) ?? 'end_turn';
        if (turn.signal.aborted) return { stopReason: 'cancelled' };
        return await finish(turn, command.name, stopReason);
      } catch (error) {
        // Whatever fails because of the cancellation is the cancellation.
        if (turn.signal.aborted) return { stopReason: 'cancelled' };
        throw error;
      } finally {
        session.running = undefined;
        sessions.save(session);
      }
    })
    .onRequest(methods.agent.session.setConfigOption, ({ params }) => ({
      configOptions: sessions.get(params.sessionId).options.set(params.configId, params.value),
    }))
    .onRequest(methods.agent.session.setMode, ({ params, client }) => {
      const session = sessions.get(params.sessionId);
      const configOptions = session.options.set('mode', params.modeId);
      sendAfterResponse(client, session, { sessionUpdate: 'config_option_update', configOptions });
      return {};
    })
    .onRequest(
      '_session/async_task/stop',
      (params) => stopTaskParams.parse(params),
      ({ params }) => ({ stopped: sessions.stopTask(params.sessionId, params.asyncTaskId) }),
    )
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.cancel(params.sessionId);
    });
}

function optionsOf({ options }: DemoSession): ReturnType<typeof optionsAndModes> {
  return optionsAndModes(options.list(), 'mode');
}

/** Sends the commands that can be typed. */
function offerCommands(client: AgentContext, session: DemoSession): void {
  sendAfterResponse(client, session, { sessionUpdate: 'available_commands_update', availableCommands });
}

/** Sends an update after the response, so that the client knows the session that it is for. */
function sendAfterResponse(client: AgentContext, { id }: DemoSession, update: SessionUpdate): void {
  setImmediate(() => {
    client.notify(methods.client.session.update, { sessionId: id, update }).catch(() => {
      // The connection has closed, and the program with it.
    });
  });
}

/** Sends again what was said, and what is known of the session (R33). */
async function replay(client: AgentContext, { id, transcript, usage, title }: DemoSession): Promise<void> {
  // Named as any string, because what was stored is not typed.
  const method: string = methods.client.session.update;
  // A copy: a turn that still runs goes on sending on its own.
  for (const params of transcript.replayedIn(id)) await client.notify(method, params);
  await client.notify(method, { sessionId: id, update: usage.update() });
  if (title === undefined) return;
  await client.notify(method, { sessionId: id, update: { sessionUpdate: 'session_info_update', title } });
}

/** The title of a session is the beginning of its first prompt. */
const MAX_TITLE_CHARACTERS = 60;

/** Reports what the turn used, when the session was last active, and after the first turn a title. */
async function finish(turn: DemoTurn, command: string, stopReason: StopReason): Promise<PromptResponse> {
  const { session, prompt } = turn;
  // A context that was filled or emptied on purpose stays as it is.
  const usage = ['fill', 'compact', 'draft'].includes(command)
    ? undefined
    : session.usage.turn(prompt.text.length, turn.said);
  if (usage !== undefined) await turn.update(session.usage.update());
  const named =
    session.title === undefined && command !== 'title'
      ? `Demo: ${titleOf(prompt.text, MAX_TITLE_CHARACTERS) ?? ''}`
      : undefined;
  session.title ??= named;
  await turn.update({
    sessionUpdate: 'session_info_update',
    updatedAt: new Date().toISOString(),
    ...(named === undefined ? {} : { title: named }),
  });
  return { stopReason, ...(usage === undefined ? {} : { usage }) };
}
