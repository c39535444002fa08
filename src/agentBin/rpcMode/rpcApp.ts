// The program as an ACP agent app: its handshake, and its sessions, each over a CLI process of its own.
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import {
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentApp,
  type AgentContext,
  type ClientCapabilities,
  type McpServer,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { startFork, switchSession } from './stored/sessionFork.ts';
import type { CliTimeouts } from './cli/cliTimeouts.ts';
import { clientPlan } from './session/todoPlan.ts';
import { promptBlocks } from './turns/rpcPrompt.ts';
import { asRequestError } from './session/requestErrors.ts';
import { RpcGone } from './cli/rpcErrors.ts';
import { RpcLink, type Asker, type CommandLine } from './cli/rpcLink.ts';
import { RpcSession } from './session/rpcSession.ts';
import { StoredLookup } from './stored/storedLookup.ts';

export interface RpcAppOptions {
  readonly commandLine: CommandLine;
  /** What the agent is called; undefined: the client knows better. */
  readonly title: string | undefined;
  readonly timeouts?: CliTimeouts;
  readonly log: (line: string) => void;
}

/** `session/set_title`, which is not stable in ACP yet. */
const setTitleParams = z.looseObject({ sessionId: z.string(), title: z.string() });

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
  behavior: z.enum(['steer', 'followUp', 'now']).optional(),
});

/** The extension request that replaces the todo list of the CLI. */
const setPlanParams = z.looseObject({ sessionId: z.string(), entries: clientPlan });

/** The app, and what ends all that it started. */
export interface RpcApp {
  readonly app: AgentApp;
  readonly stop: () => Promise<void>;
}

/** What a session is opened with. */
interface Opening {
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly client: AgentContext;
  /** How the client knows the session already. */
  readonly knownAs?: string;
}

const TIMEOUTS: CliTimeouts = { startMs: 30_000, pollMs: 2_000, abortMs: 5_000 };

/** Builds the agent. It serves one client and any number of sessions. */
export function createRpcApp(options: RpcAppOptions): RpcApp {
  const { commandLine, title, timeouts = TIMEOUTS, log } = options;
  const sessions = new Map<string, RpcSession>();
  /** Stored sessions whose CLI starts. */
  const bringing = new Map<string, Promise<RpcSession>>();
  const lookup = new StoredLookup({ commandLine, log, startMs: timeouts.startMs });
  let capabilities: ClientCapabilities = {};

  const sessionOf = (sessionId: string): RpcSession => {
    const session = sessions.get(sessionId);
    if (session === undefined) throw RequestError.resourceNotFound(sessionId);
    return session;
  };

  /** A session over a CLI that is ready; the CLI is ended where that fails. */
  const open = async (link: RpcLink, { cwd, mcpServers, client, knownAs }: Opening): Promise<RpcSession> => {
    try {
      const settings = { commandLine, cwd, mcpServers, client, capabilities, timeouts, log };
      const session = await RpcSession.over(link, settings, knownAs);
      sessions.set(session.id, session);
      return session;
    } catch (error) {
      await link.stop();
      throw error;
    }
  };

  /** What extensions ask before there is a session belongs to the request that opens it. */
  const askerFor = (client: AgentContext): Asker => ({
    client,
    capabilities,
    scope: { requestId: client.requestId ?? null },
  });

  /** The file of a session. Rejects with a RequestError where it has none. */
  const fileOf = async (sessionId: string, cwd: string, asker: Asker): Promise<string> => {
    const running = sessions.get(sessionId);
    if (running !== undefined) {
      if (running.file !== undefined) return running.file;
      throw RequestError.invalidRequest(
        undefined,
        'The agent has not stored this session yet: send a prompt first.',
      );
    }
    const stored = await (await lookup.stored(cwd, asker))?.find(sessionId);
    if (stored === undefined || !existsSync(stored.path)) throw RequestError.resourceNotFound(sessionId);
    return stored.path;
  };

  /** A CLI started on what is stored of a session. Rejects with a RequestError. */
  const start = async (opening: Opening & { readonly knownAs: string }): Promise<RpcSession> => {
    const { cwd, knownAs } = opening;
    try {
      const asker = askerFor(opening.client);
      const path = await fileOf(knownAs, cwd, asker);
      const link = await lookup.link(cwd, asker);
      await switchSession(link, path).catch(async (error: unknown) => {
        await link.stop();
        throw error;
      });
      const session = await open(link, opening);
      session.open();
      return session;
    } catch (error) {
      throw asRequestError(error);
    }
  };

  /** The session that the client names: the one that runs, or a CLI started on what is stored of it. */
  const bring = async (opening: Opening & { readonly knownAs: string }): Promise<RpcSession> => {
    const { cwd, knownAs } = opening;
    demandAbsolute(cwd);
    const running = sessions.get(knownAs) ?? bringing.get(knownAs);
    if (running !== undefined) return await running;
    const brought = start(opening).finally(() => bringing.delete(knownAs));
    bringing.set(knownAs, brought);
    return await brought;
  };

  const app = agent({ name: 'parley-rpc' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        ...(title === undefined ? {} : { agentInfo: { name: 'parley-rpc', title, version: '0.1.0' } }),
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {}, title: {} },
          _meta: { 'parley.dev/setPlan': true, 'parley.dev/forkAtEntry': true },
        },
        authMethods: [],
        _meta: { steering: { supported: true } },
      };
    })
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      const { cwd, mcpServers } = params;
      demandAbsolute(cwd);
      try {
        const session = await open(await lookup.link(cwd, askerFor(client)), { cwd, mcpServers, client });
        openSoon(session);
        return { sessionId: session.id, configOptions: session.configOptions() };
      } catch (error) {
        throw asRequestError(error);
      }
    })
    .onRequest(methods.agent.session.list, async ({ params, client }) => {
      try {
        const stored = await lookup.stored(params.cwd ?? process.cwd(), askerFor(client));
        const page = await stored?.list({
          ...(typeof params.cwd === 'string' ? { cwd: params.cwd } : {}),
          ...(typeof params.cursor === 'string' ? { cursor: params.cursor } : {}),
        });
        return {
          sessions: (page?.sessions ?? []).map(({ sessionId, cwd, title: name, updatedAt }) => ({
            sessionId,
            cwd,
            updatedAt,
            ...(name === undefined ? {} : { title: name }),
          })),
          ...(page?.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
        };
      } catch (error) {
        if (error instanceof RpcGone) throw asRequestError(error);
        throw RequestError.invalidParams(undefined, error instanceof Error ? error.message : String(error));
      }
    })
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const { sessionId, cwd, mcpServers } = params;
      const session = await bring({ cwd, mcpServers, client, knownAs: sessionId });
      await session.replay();
      return { configOptions: session.configOptions() };
    })
    .onRequest(methods.agent.session.resume, async ({ params, client }) => {
      const { sessionId, cwd, mcpServers = [] } = params;
      const session = await bring({ cwd, mcpServers, client, knownAs: sessionId });
      return { configOptions: session.configOptions() };
    })
    .onRequest('session/fork', forkParams, async ({ params, client }) => {
      const { sessionId, cwd, mcpServers, _meta } = params;
      demandAbsolute(cwd);
      try {
        const asker = askerFor(client);
        const sessionPath = await fileOf(sessionId, cwd, asker);
        const { cli: link, prompt } = await startFork({
          family: lookup.family,
          sessionPath,
          entryId: _meta?.['parley.dev/entryId'],
          start: (more) => {
            const args = [...commandLine.args, ...more];
            return RpcLink.start({
              commandLine: { ...commandLine, args },
              cwd,
              log,
              startMs: timeouts.startMs,
              asker,
            });
          },
        });
        const session = await open(link, { cwd, mcpServers, client });
        openSoon(session);
        return {
          sessionId: session.id,
          configOptions: session.configOptions(),
          ...(prompt === undefined ? {} : { _meta: { 'parley.dev/composerText': prompt } }),
        };
      } catch (error) {
        throw asRequestError(error);
      }
    })
    .onRequest(methods.agent.session.close, async ({ params }) => {
      const session = sessionOf(params.sessionId);
      sessions.delete(params.sessionId);
      await session.stop();
      return {};
    })
    .onRequest(methods.agent.session.prompt, ({ params }) =>
      sessionOf(params.sessionId).prompt(params.prompt),
    )
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.get(params.sessionId)?.cancel();
    })
    .onRequest(methods.agent.session.setConfigOption, async ({ params }) => ({
      configOptions: await sessionOf(params.sessionId).setOption(params.configId, params.value),
    }))
    .onRequest('session/set_title', setTitleParams, async ({ params }) => {
      await sessionOf(params.sessionId).rename(params.title);
      return {};
    })
    .onRequest('_session/steering', steeringParams, async ({ params }) => {
      await sessionOf(params.sessionId).steer(params.prompt, params.behavior ?? 'steer');
      return {};
    })
    .onRequest('_parley.dev/set_plan', setPlanParams, async ({ params }) => {
      await sessionOf(params.sessionId).setTodos(params.entries);
      return {};
    });

  return {
    app,
    stop: async () => {
      await Promise.all([...[...sessions.values()].map((session) => session.stop()), lookup.stop()]);
    },
  };
}

function demandAbsolute(cwd: string): void {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams(undefined, 'cwd must be an absolute path');
}

/** After the response, so that the client knows the session that the updates are for. */
function openSoon(session: RpcSession): void {
  setImmediate(() => session.open());
}
