// Drives the demo agent as a client does, and records everything it sends in order.
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
  runApp,
  startProgram,
  type ConnectedProgram,
  type Program,
} from '../support/programClient.ts';
import { createDemoApp } from '../../packages/demo-agent/src/demoApp.ts';
import { DemoSessions } from '../../packages/demo-agent/src/session/demoSessions.ts';
import { openStore } from '../../packages/demo-agent/src/session/demoStore.ts';
import { demoAccount } from '../../packages/demo-agent/src/signIn/demoAccount.ts';
import { bundledProgram } from './programs/bundledProgram.ts';

interface DemoOptions {
  readonly capabilities?: ClientCapabilities;
  /** Registers more of the client's methods. */
  readonly serve?: (app: ClientApp) => void;
  /** Which option is chosen when the agent asks; undefined leaves the question open. Default: the first. */
  readonly answer?: (request: RequestPermissionRequest) => string | undefined;
  /** The folder in which sessions outlive the agent. */
  readonly store?: string;
  /** Whether nobody is signed in at first. */
  readonly startsSignedOut?: boolean;
  /** Starts a child process, as Parley does; else the agent runs in the process of the tests. */
  readonly asProcess?: boolean;
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
    const program =
      options.asProcess === true
        ? startProgram([bundledProgram('packages/demo-agent/src/demoAgent.ts')], {
            PARLEY_DEMO_STORE: options.store ?? '',
          })
        : runInTests(options.store, options.startsSignedOut === true);
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
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function runInTests(store: string | undefined, startsSignedOut: boolean): Program {
  const sessions = new DemoSessions(openStore(store ?? ''));
  const account = demoAccount({ folder: store, startsSignedOut, env: {} });
  return runApp(createDemoApp(sessions, account), () => sessions.saveRunning());
}

function firstOption(request: RequestPermissionRequest): string | undefined {
  return request.options[0]?.optionId;
}
