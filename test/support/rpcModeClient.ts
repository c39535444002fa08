// Drives the RPC mode program as any ACP client would: a child process, the SDK's client side, all it says kept in order.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientCapabilities,
  type ClientContext,
  type ContentBlock,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type InitializeResponse,
  type McpServer,
  type NewSessionResponse,
  type PromptResponse,
  type SessionConfigOption,
  type SessionNotification,
  type SessionUpdate,
  type SetSessionConfigOptionRequest,
} from '@agentclientprotocol/sdk';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { atEnd, temporaryFolder, until } from './agentHarness.ts';
import { ScriptedCliHost, type CliScript, type ScriptedCli } from './scriptedCli.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src', 'agentBin', 'rpcMode.ts');

/** The program in one file, as the extension has it. */
async function bundled(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-rpc-agent-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'rpc-agent.js');
  await build({
    entryPoints: [SOURCE],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'warning',
  });
  return outfile;
}

let program: Promise<string> | undefined;

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
  /** An existing folder for the sessions; default: a new one that is gone after the test. */
  readonly folder?: string;
}

/** A running program and its client. It is ended after the test. */
export class RpcModeClient {
  readonly process: ChildProcess;
  readonly context: ClientContext;
  readonly initialized: InitializeResponse;
  /** Where sessions are opened. */
  readonly folder: string;
  readonly notifications: SessionNotification[];
  readonly questions: CreateElicitationRequest[];
  /** Questions that the program has taken back. */
  readonly withdrawn: CreateElicitationRequest[];
  /** Everything on stderr, once the process has ended. */
  readonly stderr: Promise<string>;
  /** Exit code, once the process has ended. */
  readonly exitCode: Promise<number | null>;

  private constructor(parts: Omit<RpcModeClient, Methods>) {
    this.process = parts.process;
    this.context = parts.context;
    this.initialized = parts.initialized;
    this.folder = parts.folder;
    this.notifications = parts.notifications;
    this.questions = parts.questions;
    this.withdrawn = parts.withdrawn;
    this.stderr = parts.stderr;
    this.exitCode = parts.exitCode;
  }

  static async start(options: RpcModeOptions): Promise<RpcModeClient> {
    const folder = options.folder ?? join(temporaryFolder(), 'workspace');
    mkdirSync(folder, { recursive: true });
    program ??= bundled();
    const child = spawn(process.execPath, [await program, '--', ...options.commandLine], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    const exitCode = new Promise<number | null>((resolve) => child.on('close', resolve));
    atEnd(async () => {
      child.stdin.end();
      await exitCode;
    });
    const stderr = text(child.stderr);
    const notifications: SessionNotification[] = [];
    const questions: CreateElicitationRequest[] = [];
    const withdrawn: CreateElicitationRequest[] = [];
    const app = client({ name: 'rpc-mode-test' })
      .onNotification(methods.client.session.update, ({ params }) => {
        notifications.push(params);
      })
      .onRequest(methods.client.elicitation.create, ({ params, signal }) => {
        questions.push(params);
        const answer = options.elicit === undefined ? { action: 'cancel' as const } : options.elicit(params);
        if (answer !== undefined) return answer;
        return new Promise<CreateElicitationResponse>((resolve) => {
          signal.addEventListener('abort', () => {
            withdrawn.push(params);
            resolve({ action: 'cancel' });
          });
        });
      });
    const input = new ReadableStream<Uint8Array>({
      start(controller) {
        child.stdout.on('data', (chunk: Buffer) => controller.enqueue(chunk));
        child.stdout.on('end', () => controller.close());
      },
    });
    const { agent } = app.connect(ndJsonStream(Writable.toWeb(child.stdin), input));
    const initialized = await agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: options.capabilities ?? CAPABILITIES,
    });
    const told = { notifications, questions, withdrawn };
    return new RpcModeClient({
      process: child,
      context: agent,
      initialized,
      folder,
      stderr,
      exitCode,
      ...told,
    });
  }

  newSession(mcpServers: McpServer[] = []): Promise<NewSessionResponse> {
    return this.context.request(methods.agent.session.new, { cwd: this.folder, mcpServers });
  }

  /** Sends a prompt, words or blocks, and waits for the end of the turn. */
  prompt(sessionId: string, prompt: string | ContentBlock[]): Promise<PromptResponse> {
    const blocks = typeof prompt === 'string' ? [{ type: 'text' as const, text: prompt }] : prompt;
    return this.context.request(methods.agent.session.prompt, { sessionId, prompt: blocks });
  }

  cancel(sessionId: string): Promise<void> {
    return this.context.notify(methods.agent.session.cancel, { sessionId });
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

  /** The updates of a session of one kind, in order. */
  updates<Kind extends SessionUpdate['sessionUpdate']>(
    sessionId: string,
    kind: Kind,
  ): Extract<SessionUpdate, { sessionUpdate: Kind }>[] {
    return this.notifications.flatMap((notification) => {
      const { update } = notification;
      return notification.sessionId === sessionId && isOfKind(update, kind) ? [update] : [];
    });
  }

  /** The words of the answers (or of the thoughts, or of the person) in a session. */
  said(
    sessionId: string,
    kind: 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk' = 'agent_message_chunk',
  ): string {
    return this.updates(sessionId, kind)
      .map(({ content }) => (content.type === 'text' ? content.text : `[${content.type}]`))
      .join('');
  }

  /** Everything told about a tool call, in order; a later field has the last word. */
  toolCall(sessionId: string, toolCallId: string): Record<string, unknown> {
    const parts = this.notifications.flatMap(({ sessionId: id, update }) => {
      const isCall = update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
      return id === sessionId && isCall && update.toolCallId === toolCallId ? [update] : [];
    });
    return Object.assign({}, ...parts);
  }

  /** Ids of the tool calls of a session, in the order in which they were first told of. */
  toolCallIds(sessionId: string): string[] {
    const ids = this.notifications.flatMap(({ sessionId: id, update }) =>
      id === sessionId &&
      (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
        ? [update.toolCallId]
        : [],
    );
    return [...new Set(ids)];
  }

  /** Ends the program's input, which ends everything; the exit code. */
  end(): Promise<number | null> {
    this.process.stdin?.end();
    return this.exitCode;
  }
}

type Methods =
  'newSession' | 'prompt' | 'cancel' | 'setOption' | 'updates' | 'said' | 'toolCall' | 'toolCallIds' | 'end';

function isOfKind<Kind extends SessionUpdate['sessionUpdate']>(
  update: SessionUpdate,
  kind: Kind,
): update is Extract<SessionUpdate, { sessionUpdate: Kind }> {
  return update.sessionUpdate === kind;
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
