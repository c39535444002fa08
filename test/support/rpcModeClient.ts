// Drives the RPC agent as any ACP client would, and records everything it sends in order.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  client,
  methods,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type McpServer,
  type NewSessionResponse,
  type PromptResponse,
  type SessionConfigOption,
  type SetSessionConfigOptionRequest,
} from '@agentclientprotocol/sdk';
import { expect } from 'vitest';
import { atEnd, temporaryFolder, until } from './agentHarness.ts';
import type { CliTimeouts } from '../../packages/rpc-agent/src/cli/cliTimeouts.ts';
import { readArguments } from '../../packages/rpc-agent/src/programArguments.ts';
import { createRpcApp } from '../../packages/rpc-agent/src/rpcApp.ts';
import {
  connectProgram,
  ProgramClient,
  runApp,
  startProgram,
  type ConnectedProgram,
  type Program,
} from './programClient.ts';
import { ScriptedCliHost, type CliScript, type HostFrame, type ScriptedCli } from './scriptedCli.ts';
import { bundledProgram } from './programs/bundledProgram.ts';

function startBundle({ commandLine, env }: RpcModeOptions): Program {
  return startProgram([bundledProgram('packages/rpc-agent/src/rpcAgent.ts'), '--', ...commandLine], env);
}

function runInTests({ commandLine, env, timeouts }: RpcModeOptions): Program {
  const program = readArguments(['--', ...commandLine], { ...process.env, ...env });
  if ('exitCode' in program) throw new Error(program.text);
  const { app, stop } = createRpcApp({
    ...program,
    log: () => {},
    ...(timeouts === undefined ? {} : { timeouts }),
  });
  return runApp(app, stop);
}

/** What Parley can, as far as this program asks. */
const CAPABILITIES: ClientCapabilities = {
  elicitation: { form: {} },
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
};

export interface RpcModeOptions {
  /** What is started behind the program: the command first. */
  readonly commandLine: readonly string[];
  readonly capabilities?: ClientCapabilities;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** How a question is answered; undefined leaves it open until the program withdraws it. Default: cancel. */
  readonly elicit?: (request: CreateElicitationRequest) => CreateElicitationResponse | undefined;
  /** Other timeouts than those of the program, which only an app in the process of the tests can have. */
  readonly timeouts?: CliTimeouts;
  /** Runs the bundled program as a child process, as Parley does; else its app runs in the process of the tests. */
  readonly asProcess?: boolean;
  /** An existing folder for the sessions; default: a new one that is gone after the test. */
  readonly folder?: string;
}

/** A running program and its client. It is ended after the test. */
export class RpcModeClient extends ProgramClient {
  /** Where sessions are opened. */
  readonly folder: string;
  readonly questions: readonly CreateElicitationRequest[];
  /** Questions that the program has taken back. */
  readonly withdrawn: readonly CreateElicitationRequest[];

  private constructor(
    program: ConnectedProgram,
    { folder, questions, withdrawn }: Pick<RpcModeClient, 'folder' | 'questions' | 'withdrawn'>,
  ) {
    super(program);
    this.folder = folder;
    this.questions = questions;
    this.withdrawn = withdrawn;
  }

  static async start(options: RpcModeOptions): Promise<RpcModeClient> {
    const folder = options.folder ?? join(temporaryFolder(), 'workspace');
    mkdirSync(folder, { recursive: true });
    const questions: CreateElicitationRequest[] = [];
    const withdrawn: CreateElicitationRequest[] = [];
    const app = client({ name: 'rpc-mode-test' }).onRequest(
      methods.client.elicitation.create,
      ({ params, signal }) => {
        questions.push(params);
        const answer = options.elicit === undefined ? { action: 'cancel' as const } : options.elicit(params);
        if (answer !== undefined) return answer;
        return new Promise<CreateElicitationResponse>((resolve) => {
          signal.addEventListener('abort', () => {
            withdrawn.push(params);
            resolve({ action: 'cancel' });
          });
        });
      },
    );
    const program = options.asProcess === true ? startBundle(options) : runInTests(options);
    atEnd(async () => {
      await program.end();
    });
    const connected = await connectProgram(program, app, options.capabilities ?? CAPABILITIES);
    return new RpcModeClient(connected, { folder, questions, withdrawn });
  }

  newSession(mcpServers: McpServer[] = []): Promise<NewSessionResponse> {
    return this.context.request(methods.agent.session.new, { cwd: this.folder, mcpServers });
  }

  /** Gives the running turn another message. */
  steer(sessionId: string, words: string, behavior?: string): Promise<unknown> {
    return this.context.request('_session/steering', {
      sessionId,
      prompt: [{ type: 'text', text: words }],
      ...(behavior === undefined ? {} : { behavior }),
    });
  }

  /** Changes a config option; hands back all of them. */
  async setOption(
    sessionId: string,
    configId: string,
    value: string | boolean,
  ): Promise<SessionConfigOption[]> {
    const request: SetSessionConfigOptionRequest =
      typeof value === 'boolean'
        ? { sessionId, configId, type: 'boolean', value }
        : { sessionId, configId, value };
    return (await this.context.request(methods.agent.session.setConfigOption, request)).configOptions;
  }

  /**
   * Resolves when all that the CLI has sent is dealt with, an end of a turn too: what is asked now is answered behind
   * it. A turn that ends asks the CLI three things, one after the other, before the client hears of it; this asks six.
   */
  async settled(sessionId: string): Promise<void> {
    for (let round = 0; round < 3; round++) await this.setOption(sessionId, 'auto_retry', true);
  }

  /** Everything reported about a tool call, in order; a later field has the last word. */
  toolCall(sessionId: string, toolCallId: string): Record<string, unknown> {
    const parts = this.notifications.flatMap(({ sessionId: id, update }) => {
      const isCall = update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
      return id === sessionId && isCall && update.toolCallId === toolCallId ? [update] : [];
    });
    return Object.assign({}, ...parts);
  }

  /** Ids of the tool calls of a session, in the order in which they were first reported. */
  toolCallIds(sessionId: string): string[] {
    const ids = this.notifications.flatMap(({ sessionId: id, update }) =>
      id === sessionId &&
      (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
        ? [update.toolCallId]
        : [],
    );
    return [...new Set(ids)];
  }
}

export interface ScriptedSession {
  readonly client: RpcModeClient;
  readonly cli: ScriptedCli;
  readonly host: ScriptedCliHost;
  readonly sessionId: string;
  readonly response: NewSessionResponse;
}

/** A program with a scripted CLI behind it. */
export async function startScripted(
  script: CliScript = {},
  options: Partial<RpcModeOptions> = {},
): Promise<{ readonly client: RpcModeClient; readonly host: ScriptedCliHost }> {
  const host = await ScriptedCliHost.start(script);
  atEnd(() => host.stop());
  return { host, client: await RpcModeClient.start({ commandLine: host.commandLine, ...options }) };
}

/** The same with one session open. */
export async function openScripted(
  script: CliScript = {},
  options: Partial<RpcModeOptions> = {},
): Promise<ScriptedSession> {
  const { client: driver, host } = await startScripted(script, options);
  const response = await driver.newSession();
  return { client: driver, host, cli: host.process(), response, sessionId: response.sessionId };
}

export interface ScriptedTurn extends ScriptedSession {
  /** Awaited by the test; a failure before that is none. */
  readonly turn: Promise<PromptResponse>;
  /** The prompt as the CLI got it. */
  readonly prompt: HostFrame;
}

/** The same in its first turn: `message` has reached the CLI, and it has begun its answer with `begun`. */
export async function openTurn(
  script: CliScript = {},
  {
    message = 'Hello',
    begun,
    ...options
  }: Partial<RpcModeOptions> & { message?: string; begun?: string } = {},
): Promise<ScriptedTurn> {
  const session = await openScripted(script, options);
  const { client: driver, cli, sessionId } = session;
  const turn = driver.prompt(sessionId, message);
  turn.catch(() => {});
  const prompt = await cli.next('prompt');
  if (begun !== undefined) {
    cli.beginTurn(begun);
    await untilSaid(driver, sessionId, begun);
  }
  return { ...session, turn, prompt };
}

/** Whether a turn still goes on when all that the CLI has sent is dealt with. */
export async function isOpen(
  driver: RpcModeClient,
  sessionId: string,
  turn: Promise<unknown>,
): Promise<boolean> {
  let open = true;
  const close = (): void => {
    open = false;
  };
  turn.then(close, close);
  await driver.settled(sessionId);
  return open;
}

/** Waits until the answer so far is this. */
export async function untilSaid(driver: RpcModeClient, sessionId: string, words: string): Promise<void> {
  await until(() => driver.said(sessionId).includes(words), `the answer has ${JSON.stringify(words)}`);
}

/** The option of that id. */
export function optionOf(
  options: readonly SessionConfigOption[] | null | undefined,
  id: string,
): SessionConfigOption {
  const option = options?.find((each) => each.id === id);
  expect(option, `option ${id}`).toBeDefined();
  if (option === undefined) throw new Error(`There is no option ${id}.`);
  return option;
}
