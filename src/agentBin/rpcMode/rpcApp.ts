// The program as an ACP agent app: its handshake, and its sessions, each over a CLI process of its own.
import { isAbsolute } from 'node:path';
import {
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentApp,
  type ClientCapabilities,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { clientPlan } from './plan.ts';
import { promptBlocks } from './promptContent.ts';
import { RpcLink, type CommandLine } from './rpcLink.ts';
import { asRequestError, RpcSession, type Patience } from './rpcSession.ts';

export interface RpcAppOptions {
  readonly commandLine: CommandLine;
  /** What the agent is called; undefined: the client knows better. */
  readonly title: string | undefined;
  readonly patience: Patience;
  readonly log: (line: string) => void;
}

/** `session/set_title`, which is not stable in ACP yet. */
const setTitleParams = z.looseObject({ sessionId: z.string(), title: z.string() });

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

/** Builds the agent. It serves one client and any number of sessions. */
export function createRpcApp(options: RpcAppOptions): RpcApp {
  const { commandLine, title, patience, log } = options;
  const sessions = new Map<string, RpcSession>();
  let capabilities: ClientCapabilities = {};

  const sessionOf = (sessionId: string): RpcSession => {
    const session = sessions.get(sessionId);
    if (session === undefined) throw RequestError.resourceNotFound(sessionId);
    return session;
  };

  const app = agent({ name: 'parley-rpc' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        ...(title === undefined ? {} : { agentInfo: { name: 'parley-rpc', title, version: '0.1.0' } }),
        agentCapabilities: {
          promptCapabilities: { image: true, embeddedContext: true },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: { close: {}, title: {} },
          _meta: { 'parley.dev/setPlan': true },
        },
        authMethods: [],
        _meta: { steering: { supported: true } },
      };
    })
    .onRequest(methods.agent.session.new, async ({ params, client }) => {
      const { cwd, mcpServers } = params;
      if (!isAbsolute(cwd)) throw RequestError.invalidParams(undefined, 'cwd must be an absolute path');
      const session = await startSession(cwd, (link) =>
        RpcSession.over(link, { commandLine, cwd, mcpServers, client, capabilities, patience, log }),
      );
      // After the response, so that the client knows the session that the updates are for.
      setImmediate(() => session.open());
      return { sessionId: session.id, configOptions: session.configOptions() };
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

  /** A CLI in that folder, and the session over it; nothing is left running where that fails. */
  async function startSession(
    cwd: string,
    over: (link: RpcLink) => Promise<RpcSession>,
  ): Promise<RpcSession> {
    try {
      const link = await RpcLink.start({ commandLine, cwd, log, startMs: patience.startMs });
      const session = await over(link);
      sessions.set(session.id, session);
      return session;
    } catch (error) {
      throw asRequestError(error);
    }
  }

  return {
    app,
    stop: async () => {
      await Promise.all([...sessions.values()].map((session) => session.stop()));
    },
  };
}
