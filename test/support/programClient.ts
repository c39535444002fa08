// An agent program as a client drives it: a child process, the SDK's client side, all updates kept in order.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientApp,
  type ClientCapabilities,
  type ClientContext,
  type ContentBlock,
  type InitializeResponse,
  type PromptResponse,
  type SessionNotification,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';

/** A program that runs, and how it ends. */
export interface Program {
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything on stderr, once the process has ended. */
  readonly stderr: Promise<string>;
  /** Exit code, once the process has ended. */
  readonly exitCode: Promise<number | null>;
}

/** A program that has answered the handshake. */
export interface ConnectedProgram extends Program {
  readonly context: ClientContext;
  readonly initialized: InitializeResponse;
  /** All updates so far. */
  readonly notifications: readonly SessionNotification[];
}

/** Starts Node with these arguments; `env` is added to the environment of the tests. */
export function startProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const child = spawn(process.execPath, args, { stdio: 'pipe', env: { ...process.env, ...env } });
  const exitCode = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { process: child, stderr: text(child.stderr), exitCode };
}

/** Lets a client, with methods of its own, talk to the program. */
export async function connectProgram(
  program: Program,
  app: ClientApp,
  clientCapabilities: ClientCapabilities,
): Promise<ConnectedProgram> {
  const { stdin, stdout } = program.process;
  const notifications: SessionNotification[] = [];
  app.onNotification(methods.client.session.update, ({ params }) => {
    notifications.push(params);
  });
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      stdout.on('data', (chunk: Buffer) => controller.enqueue(chunk));
      stdout.on('end', () => controller.close());
    },
  });
  const { agent } = app.connect(ndJsonStream(Writable.toWeb(stdin), input));
  const initialized = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities,
  });
  return { ...program, context: agent, initialized, notifications };
}

/** What tests do with such a program, whichever it is. */
export class ProgramClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly context: ClientContext;
  readonly initialized: InitializeResponse;
  /** All updates so far. */
  readonly notifications: readonly SessionNotification[];
  /** Everything on stderr, once the process has ended. */
  readonly stderr: Promise<string>;
  /** Exit code, once the process has ended. */
  readonly exitCode: Promise<number | null>;

  constructor(program: ConnectedProgram) {
    this.process = program.process;
    this.context = program.context;
    this.initialized = program.initialized;
    this.notifications = program.notifications;
    this.stderr = program.stderr;
    this.exitCode = program.exitCode;
  }

  /** Sends a prompt, words or blocks, and waits for the end of the turn. */
  prompt(sessionId: string, prompt: string | ContentBlock[]): Promise<PromptResponse> {
    const blocks = typeof prompt === 'string' ? [{ type: 'text' as const, text: prompt }] : prompt;
    return this.context.request(methods.agent.session.prompt, { sessionId, prompt: blocks });
  }

  cancel(sessionId: string): Promise<void> {
    return this.context.notify(methods.agent.session.cancel, { sessionId });
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

  /** The words of the answers (or of the thoughts, or of the user) in a session. */
  said(
    sessionId: string,
    kind: 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk' = 'agent_message_chunk',
  ): string {
    return this.updates(sessionId, kind)
      .map(({ content }) => (content.type === 'text' ? content.text : `[${content.type}]`))
      .join('');
  }
}

function isOfKind<Kind extends SessionUpdate['sessionUpdate']>(
  update: SessionUpdate,
  kind: Kind,
): update is Extract<SessionUpdate, { sessionUpdate: Kind }> {
  return update.sessionUpdate === kind;
}
