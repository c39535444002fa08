// The program as an ACP agent app: its handshake, and its sessions, each over a CLI process of its own.
import { agent, methods, PROTOCOL_VERSION, type AgentApp, type McpServer } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { optionsAndModes } from '../../agent/optionModes.ts';
import { cliVersion } from './cli/cliVersion.ts';
import type { CliTimeouts } from './cli/cliTimeouts.ts';
import type { CommandLine } from './cli/rpcLink.ts';
import { MODE_OPTION } from './session/cliConfigOptions.ts';
import { OpenSessions } from './session/openSessions.ts';
import type { RpcSession } from './session/rpcSession.ts';
import { clientPhases, clientPlan } from './session/todoPlan.ts';
import { STEERING_BEHAVIORS } from './turns/steering.ts';
import { promptBlocks } from './turns/rpcPrompt.ts';

export interface RpcAppOptions {
  readonly commandLine: CommandLine;
  /** What the agent is called; undefined: the client knows better. */
  readonly title: string | undefined;
  readonly timeouts?: CliTimeouts;
  readonly log: (line: string) => void;
}

/** `session/set_title`, which is not stable in ACP yet. */
const setTitleParams = z.looseObject({ sessionId: z.string(), title: z.string() });

/** `_meta` of `session/new` may name the session that the new one continues. */
const parentMeta = z
  .looseObject({ 'parley.dev/parentSession': z.string().optional() })
  .nullish()
  .catch(undefined);

/** `session/fork`, which is not stable in ACP yet. `_meta` may name the prompt that the copy begins before. */
const forkParams = z.looseObject({
  sessionId: z.string(),
  cwd: z.string(),
  mcpServers: z.array(z.custom<McpServer>((server) => mcpServer.safeParse(server).success)).default([]),
  _meta: z.looseObject({ 'parley.dev/entryId': z.string().optional() }).nullish().catch(undefined),
});

const mcpServer = z.union([
  z.looseObject({ name: z.string(), command: z.string(), args: z.array(z.string()) }),
  z.looseObject({ name: z.string(), type: z.enum(['http', 'sse']), url: z.string() }),
]);

/** The extension request that gives a running turn another message. */
const steeringParams = z.looseObject({
  sessionId: z.string(),
  prompt: promptBlocks,
  behavior: z.enum(STEERING_BEHAVIORS).optional(),
});

/** The extension request that replaces the todo list of the CLI. */
const setPlanParams = z.union([
  z.object({ sessionId: z.string(), phases: clientPhases }),
  z
    .object({ sessionId: z.string(), entries: clientPlan })
    .transform(({ sessionId, entries }) => ({ sessionId, phases: entries })),
]);

/** The app, and what ends all that it started. */
export interface RpcApp {
  readonly app: AgentApp;
  readonly stop: () => Promise<void>;
}

const TIMEOUTS: CliTimeouts = { startMs: 30_000, pollMs: 2_000, abortMs: 5_000 };

/** Builds the agent. It serves one client and any number of sessions. */
export function createRpcApp(options: RpcAppOptions): RpcApp {
  const { title, timeouts = TIMEOUTS } = options;
  const sessions = new OpenSessions({ ...options, timeouts });

  const app = agent({ name: 'parley-rpc' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      sessions.capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        // The protocol wants a version; an empty one says nothing.
        ...(title === undefined
          ? {}
          : { agentInfo: { name: 'parley-rpc', title, version: cliVersion(options.commandLine) ?? '' } }),
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {}, title: {} },
          _meta: {
            'parley.dev/setPlan': true,
            'parley.dev/forkAtEntry': true,
            'parley.dev/parentSession': true,
          },
        },
        authMethods: [],
        _meta: { steering: { supported: true, behaviors: STEERING_BEHAVIORS } },
      };
    })
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      const { cwd, mcpServers, _meta } = params;
      const parent = parentMeta.parse(_meta)?.['parley.dev/parentSession'];
      const session = await sessions.create({ cwd, mcpServers, client }, parent);
      return { sessionId: session.id, ...optionsOf(session) };
    })
    .onRequest(methods.agent.session.list, async ({ params, client }) => {
      const { sessions: stored, nextCursor } = await sessions.list(client, {
        cwd: params.cwd ?? undefined,
        cursor: params.cursor ?? undefined,
      });
      return {
        sessions: stored.map(({ sessionId, cwd, title: name, updatedAt }) => ({
          sessionId,
          cwd,
          updatedAt,
          ...(name === undefined ? {} : { title: name }),
        })),
        ...(nextCursor === undefined ? {} : { nextCursor }),
      };
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const { sessionId, cwd, mcpServers } = params;
      const session = await sessions.reopen(sessionId, { cwd, mcpServers, client });
      await session.replay();
      return optionsOf(session);
    })
    .onRequest(methods.agent.session.resume, async ({ params, client }) => {
      const { sessionId, cwd, mcpServers = [] } = params;
      const session = await sessions.reopen(sessionId, { cwd, mcpServers, client });
      return optionsOf(session);
    })
    .onRequest('session/fork', forkParams, async ({ params, client }) => {
      const { sessionId, cwd, mcpServers, _meta } = params;
      const entryId = _meta?.['parley.dev/entryId'];
      const { session, prompt } = await sessions.fork(sessionId, entryId, { cwd, mcpServers, client });
      return {
        sessionId: session.id,
        ...optionsOf(session),
        ...(prompt === undefined ? {} : { _meta: { 'parley.dev/composerText': prompt } }),
      };
    })
    .onRequest(methods.agent.session.close, async ({ params }) => {
      await sessions.close(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.prompt, ({ params }) =>
      sessions.get(params.sessionId).prompt(params.prompt),
    )
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.find(params.sessionId)?.cancel();
    })
    .onRequest(methods.agent.session.setConfigOption, async ({ params }) => ({
      configOptions: await sessions.get(params.sessionId).setOption(params.configId, params.value),
    }))
    .onRequest(methods.agent.session.setMode, async ({ params }) => {
      await sessions.get(params.sessionId).setMode(params.modeId);
      return {};
    })
    .onRequest('session/set_title', setTitleParams, async ({ params }) => {
      await sessions.get(params.sessionId).rename(params.title);
      return {};
    })
    .onRequest('_session/steering', steeringParams, async ({ params }) => {
      await sessions.get(params.sessionId).steer(params.prompt, params.behavior ?? 'steer');
      return {};
    })
    .onRequest('_parley.dev/set_plan', setPlanParams, async ({ params }) => {
      await sessions.get(params.sessionId).setTodos(params.phases);
      return {};
    });

  return { app, stop: () => sessions.stop() };
}

function optionsOf(session: RpcSession): ReturnType<typeof optionsAndModes> {
  return optionsAndModes(session.configOptions(), MODE_OPTION);
}
