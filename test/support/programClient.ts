// An agent program as a client drives it: the SDK's client side, all updates recorded in order.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type AgentApp,
  type ClientApp,
  type ClientCapabilities,
  type ClientContext,
  type ContentBlock,
  type InitializeResponse,
  type PromptResponse,
  type SessionNotification,
  type SessionUpdate,
  type Stream,
} from '@agentclientprotocol/sdk';

/** A program that runs: a child process, or an agent app in the process of the tests, which starts much faster. */
export interface Program {
  readonly stream: Stream;
  /** Closes its input, and resolves with its exit code when it has ended. */
  readonly end: () => Promise<number | null>;
  readonly child: ChildProgram | undefined;
}

export interface ChildProgram {
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything on stderr, once the process has ended. */
  readonly stderr: Promise<string>;
  /** Once the process has ended. */
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
  return programOf(spawn(process.execPath, args, { stdio: 'pipe', env: { ...process.env, ...env } }));
}

/** A child process that speaks ACP over its standard streams. */
export function programOf(child: ChildProcessWithoutNullStreams): Program {
  const exitCode = new Promise<number | null>((resolve) => child.on('close', resolve));
  const output = new ReadableStream<Uint8Array>({
    start(controller) {
      child.stdout.on('data', (chunk: Buffer) => controller.enqueue(chunk));
      child.stdout.on('end', () => controller.close());
    },
  });
  return {
    stream: ndJsonStream(Writable.toWeb(child.stdin), output),
    end: () => {
      child.stdin.end();
      return exitCode;
    },
    child: { process: child, stderr: text(child.stderr), exitCode },
  };
}

/** Runs an agent app in the process of the tests; `stop` is called when its input ends. */
export function runApp(app: AgentApp, stop: () => Promise<void> | void): Program {
  const input = pipe();
  const output = pipe();
  const connection = app.connect(ndJsonStream(output.writable, input.readable));
  const stopped = connection.closed.then(stop);
  return {
    stream: ndJsonStream(input.writable, output.readable),
    end: async () => {
      input.close();
      await stopped;
      return 0;
    },
    child: undefined,
  };
}

function pipe(): {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  readonly close: () => void;
} {
  let close = (): void => {};
  let write = (_chunk: Uint8Array): void => {};
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (chunk) => controller.enqueue(chunk);
      close = () => {
        controller.close();
        write = () => {};
        close = () => {};
      };
    },
  });
  return {
    readable,
    writable: new WritableStream({ write: (chunk) => write(chunk) }),
    close: () => close(),
  };
}

/** Lets a client, with methods of its own, talk to the program. */
export async function connectProgram(
  program: Program,
  app: ClientApp,
  clientCapabilities: ClientCapabilities,
): Promise<ConnectedProgram> {
  const notifications: SessionNotification[] = [];
  app.onNotification(methods.client.session.update, ({ params }) => {
    notifications.push(params);
  });
  const { agent } = app.connect(program.stream);
  const initialized = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities,
  });
  return { ...program, context: agent, initialized, notifications };
}

/** What tests do with such a program, whichever it is. */
export class ProgramClient {
  readonly context: ClientContext;
  readonly initialized: InitializeResponse;
  /** All updates so far. */
  readonly notifications: readonly SessionNotification[];
  readonly #program: ConnectedProgram;

  constructor(program: ConnectedProgram) {
    this.context = program.context;
    this.initialized = program.initialized;
    this.notifications = program.notifications;
    this.#program = program;
  }

  /** The child process, of a program that was started as one. */
  get child(): ChildProgram {
    const { child } = this.#program;
    if (child === undefined) throw new Error('The program is no child process.');
    return child;
  }

  /** Ends the program's input, which ends everything; the exit code. */
  end(): Promise<number | null> {
    return this.#program.end();
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
