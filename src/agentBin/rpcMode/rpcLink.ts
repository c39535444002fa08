// A CLI that is ready: started, recognised, and asked for what it can.
import { setTimeout as delay } from 'node:timers/promises';
import { answerOf, recognise, type Family } from './family.ts';
import {
  availableModels,
  availableThinkingLevels,
  commandList,
  rpcState,
  type RpcCommand,
  type RpcFrame,
  type RpcModel,
  type RpcState,
} from './frames.ts';
import { RpcCli, RpcGone, RpcRefusal } from './rpcCli.ts';

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
  /** How long the first answer may take, in milliseconds. */
  readonly startMs: number;
}

/** What a CLI has told of itself. */
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
  /** What it told when it started. */
  readonly first: Facts;
  readonly #early: RpcFrame[];
  readonly #subscription: { dispose(): void };

  private constructor(cli: RpcCli, first: Facts, early: RpcFrame[], subscription: { dispose(): void }) {
    this.cli = cli;
    this.family = first.family;
    this.first = first;
    this.#early = early;
    this.#subscription = subscription;
  }

  /** Starts a CLI and waits until it answers. Rejects with RpcGone; nothing is left running then. */
  static async start(options: RpcLinkOptions): Promise<RpcLink> {
    const { commandLine, cwd, log, startMs } = options;
    const cli = await RpcCli.start({ ...commandLine, cwd, log });
    const early: RpcFrame[] = [];
    const subscription = cli.onFrame((frame) => early.push(frame));
    const timer = new AbortController();
    try {
      const late = delay(startMs, undefined, { signal: timer.signal }).then(() => {
        throw new RpcGone(
          `${commandLine.command} did not answer within ${Math.round(startMs / 1000)} s. Check that it is an agent with an RPC mode, and its arguments in the settings.`,
          '',
        );
      });
      late.catch(() => undefined);
      const first = await Promise.race([factsOf(cli, early), late]);
      return new RpcLink(cli, first, early, subscription);
    } catch (error) {
      await cli.stop();
      throw startTrouble(commandLine.command, error);
    } finally {
      timer.abort();
    }
  }

  get isAlive(): boolean {
    return this.cli.isAlive;
  }

  /** As {@link RpcCli.request}. */
  request(type: string, fields: object = {}): Promise<unknown> {
    return this.cli.request(type, fields);
  }

  /** As {@link RpcCli.stop}. */
  stop(): Promise<void> {
    return this.cli.stop();
  }

  /** Hears every frame, those first that came before. Once. */
  listen(listener: (frame: RpcFrame) => void): void {
    this.#subscription.dispose();
    this.cli.onFrame(listener);
    for (const frame of this.#early.splice(0)) listener(frame);
  }

  /** Its state now. Rejects with RpcRefusal or RpcGone. */
  async state(): Promise<RpcState> {
    return rpcState.parse(await this.cli.request('get_state'));
  }

  /** The thinking levels of the model it has now, where it tells. Rejects with RpcGone. */
  async thinkingLevels(): Promise<readonly string[] | undefined> {
    return this.first.thinkingLevels === undefined ? undefined : thinkingLevelsOf(this.cli);
  }
}

async function factsOf(cli: RpcCli, early: readonly RpcFrame[]): Promise<Facts> {
  const state = rpcState.parse(await cli.request('get_state'));
  const greeting = early.find(({ type }) => type === 'ready');
  const { family, commands } = await recognise(cli, greeting);
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

function startTrouble(command: string, error: unknown): unknown {
  if (error instanceof RpcRefusal) {
    return new RpcGone(
      `${command} does not know “${error.command}”: ${error.message}. Check that its version has an RPC mode.`,
      '',
    );
  }
  if (error instanceof RpcGone && error.ended !== undefined) {
    return new RpcGone(
      `${error.ended} before it was ready. Check that its version has an RPC mode, and its command and arguments in the settings.`,
      error.lastWords,
    );
  }
  return error;
}
