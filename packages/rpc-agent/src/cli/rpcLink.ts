// A CLI that is ready: started, recognized, and asked for what it can.
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentContext, ClientCapabilities } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { answerOf, recognize, type Family } from './cliFamily.ts';
import {
  availableModels,
  availableThinkingLevels,
  commandList,
  stateIn,
  type RpcCommand,
  type RpcFrame,
  type RpcModel,
  type RpcState,
} from './frames.ts';
import { RpcCli } from './rpcCli.ts';
import { RpcGone, RpcRefusal } from './rpcErrors.ts';
import { UiRequests, type QuestionScope } from '../questions/uiRequests.ts';

/** The command line of a CLI. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RpcLinkOptions {
  readonly commandLine: CommandLine;
  /** Absolute. */
  readonly cwd: string;
  readonly log: (line: string) => void;
  /** How long the first answer may take, not counting the time in which the user is asked something. */
  readonly startMs: number;
  /** Who answers what extensions ask before there is a session: until then, a CLI may do nothing else. */
  readonly asker: Asker;
}

export interface Asker {
  readonly client: Pick<AgentContext, 'request'>;
  readonly capabilities: ClientCapabilities;
  readonly scope: QuestionScope;
}

/** What a CLI has said about itself. */
interface Facts {
  readonly family: Family;
  readonly state: RpcState;
  readonly models: readonly RpcModel[];
  readonly thinkingLevels: readonly string[] | undefined;
  readonly commands: readonly RpcCommand[];
}

export class RpcLink {
  readonly cli: RpcCli;
  readonly family: Family;
  /** What it said when it started. */
  readonly first: Facts;
  readonly #early: EarlyFrames;

  private constructor(cli: RpcCli, first: Facts, early: EarlyFrames) {
    this.cli = cli;
    this.family = first.family;
    this.first = first;
    this.#early = early;
  }

  /** Starts a CLI and waits until it answers. Rejects with RpcGone; nothing is left running then. */
  static async start(options: RpcLinkOptions): Promise<RpcLink> {
    const { commandLine, cwd, log, startMs } = options;
    const cli = await RpcCli.start({ ...commandLine, cwd, log });
    const early = new EarlyFrames(cli, options);
    const timer = new AbortController();
    try {
      const late = early.silence(startMs, timer.signal).then(() => {
        throw new RpcGone(
          `${commandLine.command} did not answer within ${Math.round(startMs / 1000)} s. Check that it is an agent with an RPC mode, and its arguments in the settings.`,
          '',
        );
      });
      late.catch(() => undefined);
      return new RpcLink(cli, await Promise.race([factsOf(cli, early.frames), late]), early);
    } catch (error) {
      early.end();
      await cli.stop();
      throw startError(commandLine.command, error);
    } finally {
      timer.abort();
    }
  }

  get isAlive(): boolean {
    return this.cli.gone === undefined;
  }

  /** As {@link RpcCli.request}. */
  request(type: string, fields: object = {}): Promise<unknown> {
    return this.cli.request(type, fields);
  }

  /** As {@link RpcCli.stop}. */
  stop(): Promise<void> {
    this.#early.end();
    return this.cli.stop();
  }

  /** Hears every frame, those first that came before. Once. */
  listen(listener: (frame: RpcFrame) => void): void {
    const frames = this.#early.hand();
    this.cli.onFrame(listener);
    for (const frame of frames) listener(frame);
  }

  /** Its state now. Rejects with RpcRefusal or RpcGone. */
  async state(): Promise<RpcState> {
    return stateIn(await this.cli.request('get_state'));
  }

  /** The thinking levels of the model it has now, where it lists them. Rejects with RpcGone. */
  async thinkingLevels(): Promise<readonly string[] | undefined> {
    return this.first.thinkingLevels === undefined ? undefined : thinkingLevelsOf(this.cli);
  }
}

const ASKING_POLL_MS = 500;

/** Methods of UI requests that a CLI may wait for. */
const asking = z.looseObject({
  type: z.literal('extension_ui_request'),
  method: z.enum(['select', 'confirm', 'input', 'editor', 'cancel', 'open_url']),
});

/** What a CLI sends before there is a session: questions are asked at once, the rest waits. */
class EarlyFrames {
  readonly frames: RpcFrame[] = [];
  readonly #uiRequests: UiRequests;
  readonly #subscription: { dispose(): void };
  #handed = false;

  constructor(cli: RpcCli, { asker, log }: RpcLinkOptions) {
    this.#uiRequests = new UiRequests({
      ...asker,
      cli,
      scope: Promise.resolve(asker.scope),
      notices: { notify: (_, title) => log(title) },
      send: (update) => log(`No session for the update: ${JSON.stringify(update)}`),
      setTitle: () => {},
      log,
    });
    this.#subscription = cli.onFrame((frame) => {
      const method = asking.safeParse(frame).data?.method;
      // What was asked here is withdrawn here, later too.
      if (this.#handed ? method === 'cancel' : method !== undefined) this.#uiRequests.handleFrame(frame);
      else if (!this.#handed) this.frames.push(frame);
    });
  }

  /** Resolves after that many milliseconds, and never while the user is asked something. Rejects when aborted. */
  async silence(milliseconds: number, signal: AbortSignal): Promise<void> {
    await delay(milliseconds, undefined, { signal });
    while (this.#uiRequests.isAsking) await delay(ASKING_POLL_MS, undefined, { signal });
  }

  /** Returns the frames so far, and collects no more. What was asked is still answered. */
  hand(): RpcFrame[] {
    this.#handed = true;
    return this.frames.splice(0);
  }

  /** The CLI ends: its questions are withdrawn. */
  end(): void {
    this.#subscription.dispose();
    this.#uiRequests.dispose();
  }
}

async function factsOf(cli: RpcCli, early: readonly RpcFrame[]): Promise<Facts> {
  const state = stateIn(await cli.request('get_state'));
  const greeting = early.find(({ type }) => type === 'ready');
  const { family, commands } = await recognize(cli, greeting);
  const models = await answerOf(cli, 'get_available_models');
  return {
    family,
    state,
    models: availableModels.safeParse(models?.data).data?.models ?? [],
    thinkingLevels: family === 'pi' ? await thinkingLevelsOf(cli) : undefined,
    commands: commandList.safeParse(commands).data?.commands ?? [],
  };
}

async function thinkingLevelsOf(cli: RpcCli): Promise<readonly string[] | undefined> {
  const answer = await answerOf(cli, 'get_available_thinking_levels');
  return availableThinkingLevels.safeParse(answer?.data).data?.levels;
}

/** Why a CLI was not ready to work, for the user. */
export function startError(command: string, error: unknown): unknown {
  if (error instanceof RpcRefusal) {
    return new RpcGone(
      `${command} does not know “${error.command}”: ${error.message}. Check that its version has an RPC mode.`,
      '',
    );
  }
  if (error instanceof RpcGone && error.ended !== undefined) {
    return new RpcGone(
      `${error.ended} before it was ready. Check that its version has an RPC mode, and its command and arguments in the settings.`,
      error.stderrTail,
    );
  }
  return error;
}
