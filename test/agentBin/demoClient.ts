// Drives the demo agent as a client does: a child process, the SDK's client side, everything it says kept in order.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientApp,
  type ClientCapabilities,
  type ClientContext,
  type InitializeResponse,
  type NewSessionRequest,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionNotification,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';

const DEMO = join(import.meta.dirname, '..', '..', 'src', 'agentBin', 'demo.ts');

interface DemoOptions {
  readonly capabilities?: ClientCapabilities;
  /** Registers more of the client's methods. */
  readonly serve?: (app: ClientApp) => void;
  /** Which option is chosen when the agent asks; undefined leaves the question open. Default: the first. */
  readonly answer?: (request: RequestPermissionRequest) => string | undefined;
  /** The folder in which sessions outlive the process. */
  readonly store?: string;
}

/** A running demo agent and its client. */
export class DemoClient implements AsyncDisposable {
  readonly process: ChildProcess;
  readonly context: ClientContext;
  readonly initialized: InitializeResponse;
  /** A new, empty folder, for the sessions. */
  readonly folder: string;
  readonly notifications: SessionNotification[];
  readonly questions: RequestPermissionRequest[];
  /** Everything on stderr, once the process has ended. */
  readonly stderr: Promise<string>;
  /** Exit code, once the process has ended. */
  readonly exitCode: Promise<number | null>;

  private constructor(parts: Pick<DemoClient, DemoParts>) {
    this.process = parts.process;
    this.context = parts.context;
    this.initialized = parts.initialized;
    this.folder = parts.folder;
    this.notifications = parts.notifications;
    this.questions = parts.questions;
    this.stderr = parts.stderr;
    this.exitCode = parts.exitCode;
  }

  static async start(options: DemoOptions = {}): Promise<DemoClient> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-demo-')));
    const child = spawn(process.execPath, [DEMO], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, PARLEY_DEMO_STORE: options.store ?? '' },
    });
    const exitCode = new Promise<number | null>((resolve) => child.on('close', resolve));
    const stderr = text(child.stderr);
    const notifications: SessionNotification[] = [];
    const questions: RequestPermissionRequest[] = [];
    const app = client({ name: 'demo-test' })
      .onNotification(methods.client.session.update, ({ params }) => {
        notifications.push(params);
      })
      .onRequest(methods.client.session.requestPermission, ({ params }) => {
        questions.push(params);
        const optionId = (options.answer ?? firstOption)(params);
        if (optionId === undefined) return new Promise<never>(() => {});
        return { outcome: { outcome: 'selected', optionId } };
      });
    options.serve?.(app);
    const input = new ReadableStream<Uint8Array>({
      start(controller) {
        child.stdout.on('data', (chunk: Buffer) => controller.enqueue(chunk));
        child.stdout.on('end', () => controller.close());
      },
    });
    const { agent } = app.connect(ndJsonStream(Writable.toWeb(child.stdin), input));
    const initialized = await agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: options.capabilities ?? {},
    });
    const parts = { process: child, initialized, folder, notifications, questions, stderr, exitCode };
    return new DemoClient({ ...parts, context: agent });
  }

  async newSession(): Promise<string> {
    const params: NewSessionRequest = { cwd: this.folder, mcpServers: [] };
    const { sessionId } = await this.context.request(methods.agent.session.new, params);
    return sessionId;
  }

  /** Sends a prompt of one text block, and waits for the end of the turn. */
  prompt(sessionId: string, words: string): Promise<PromptResponse> {
    const prompt = [{ type: 'text' as const, text: words }];
    return this.context.request(methods.agent.session.prompt, { sessionId, prompt });
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

  /** Everything the agent has answered in a session, thoughts left out. */
  said(sessionId: string): string {
    return this.updates(sessionId, 'agent_message_chunk')
      .map(({ content }) => (content.type === 'text' ? content.text : `[${content.type}]`))
      .join('');
  }

  /** One prompt in a session of its own: the answer's words. */
  async ask(words: string): Promise<string> {
    const sessionId = await this.newSession();
    await this.prompt(sessionId, words);
    return this.said(sessionId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.stdin?.end();
    this.process.kill();
    await this.exitCode;
    await rm(this.folder, { recursive: true, force: true });
  }
}

type DemoParts =
  'process' | 'context' | 'initialized' | 'folder' | 'notifications' | 'questions' | 'stderr' | 'exitCode';

function isOfKind<Kind extends SessionUpdate['sessionUpdate']>(
  update: SessionUpdate,
  kind: Kind,
): update is Extract<SessionUpdate, { sessionUpdate: Kind }> {
  return update.sessionUpdate === kind;
}

function firstOption(request: RequestPermissionRequest): string | undefined {
  return request.options[0]?.optionId;
}
