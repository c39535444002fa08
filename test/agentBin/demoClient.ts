// Drives the demo agent as a client does: a child process, the SDK's client side, everything it says kept in order.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  client,
  methods,
  type ClientApp,
  type ClientCapabilities,
  type NewSessionRequest,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import {
  connectProgram,
  ProgramClient,
  startProgram,
  type ConnectedProgram,
} from '../support/programClient.ts';

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
export class DemoClient extends ProgramClient implements AsyncDisposable {
  /** A new, empty folder, for the sessions. */
  readonly folder: string;
  readonly questions: readonly RequestPermissionRequest[];

  private constructor(
    program: ConnectedProgram,
    folder: string,
    questions: readonly RequestPermissionRequest[],
  ) {
    super(program);
    this.folder = folder;
    this.questions = questions;
  }

  static async start(options: DemoOptions = {}): Promise<DemoClient> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-demo-')));
    const questions: RequestPermissionRequest[] = [];
    const app = client({ name: 'demo-test' }).onRequest(
      methods.client.session.requestPermission,
      ({ params }) => {
        questions.push(params);
        const optionId = (options.answer ?? firstOption)(params);
        if (optionId === undefined) return new Promise<never>(() => {});
        return { outcome: { outcome: 'selected', optionId } };
      },
    );
    options.serve?.(app);
    const program = startProgram([DEMO], { PARLEY_DEMO_STORE: options.store ?? '' });
    return new DemoClient(await connectProgram(program, app, options.capabilities ?? {}), folder, questions);
  }

  async newSession(): Promise<string> {
    const params: NewSessionRequest = { cwd: this.folder, mcpServers: [] };
    const { sessionId } = await this.context.request(methods.agent.session.new, params);
    return sessionId;
  }

  /** One prompt in a session of its own: the answer's words. */
  async ask(words: string): Promise<string> {
    const sessionId = await this.newSession();
    await this.prompt(sessionId, words);
    return this.said(sessionId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.stdin.end();
    this.process.kill();
    await this.exitCode;
    await rm(this.folder, { recursive: true, force: true });
  }
}

function firstOption(request: RequestPermissionRequest): string | undefined {
  return request.options[0]?.optionId;
}
