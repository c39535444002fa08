// Keeps a CLI behind a session: when it has ended and is needed, it is started again with the same conversation.
import { RequestError } from '@agentclientprotocol/sdk';
import { switchSession } from '../stored/sessionFork.ts';
import type { RpcFrame } from '../cli/frames.ts';
import { asRequestError } from './requestErrors.ts';
import { RpcGone } from '../cli/rpcErrors.ts';
import { RpcLink, startError, type CommandLine } from '../cli/rpcLink.ts';
import { RunningCli, type RunningCliOptions } from './runningCli.ts';

export interface SessionCliOptions extends Omit<RunningCliOptions, 'link' | 'giveUp' | 'onLost'> {
  readonly commandLine: CommandLine;
  /** How the client knows the session. */
  readonly sessionId: string;
  /** The file of the conversation; undefined where there is none yet. */
  readonly file: () => string | undefined;
  /** Sets in a CLI that was started again what it does not store. Rejects with RpcGone. */
  readonly restore: (link: RpcLink) => Promise<void>;
  /** Whether a prompt is under way, which fails when the CLI ends. */
  readonly isPrompted: () => boolean;
  /** Called with every frame of the CLI that runs. */
  readonly onFrame: (frame: RpcFrame, running: RunningCli) => void;
  /** Another CLI runs now. */
  readonly onRestarted: (link: RpcLink) => Promise<void>;
  /** It runs no more: nothing that it did goes on. */
  readonly onEnd: () => void;
}

export class SessionCli {
  readonly #options: SessionCliOptions;
  #running: RunningCli | undefined;
  #starting: Promise<RunningCli> | undefined;
  #closed = false;

  constructor(options: SessionCliOptions) {
    this.#options = options;
  }

  /** What runs now; undefined after it has ended. */
  get running(): RunningCli | undefined {
    return this.#running;
  }

  /** Puts a CLI that is ready behind the session. Rejects with RpcGone, or a RequestError. */
  async attach(link: RpcLink): Promise<RunningCli> {
    const running = await RunningCli.over({
      ...this.#options,
      link,
      giveUp: (reason) => this.#giveUp(reason),
      onLost: (gone) => this.#lost(link, gone),
    });
    const failure = this.#closed
      ? sessionClosed()
      : startError(this.#options.commandLine.command, link.cli.gone);
    if (failure !== undefined) {
      // While the client's tools were connected.
      await running.end(new RpcGone('The agent was ended.', ''));
      throw failure;
    }
    this.#running = running;
    link.listen((frame) => {
      if (this.#running === running) this.#options.onFrame(frame, running);
    });
    return running;
  }

  /** What runs; started again after it had ended. Rejects with a RequestError. */
  ensure(): Promise<RunningCli> {
    if (this.#running !== undefined) return Promise.resolve(this.#running);
    if (this.#closed) return Promise.reject(sessionClosed());
    this.#starting ??= this.#restart().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Ends it for good, after `finish` has had it end its work. */
  async stop(finish: (running: RunningCli) => Promise<void>): Promise<void> {
    this.#closed = true;
    if (this.#running !== undefined) await finish(this.#running);
    await this.#drop(new RpcGone('The session was closed.', ''));
  }

  async #restart(): Promise<RunningCli> {
    const { commandLine, cwd, log, timeouts, client, capabilities, sessionId, notices } = this.#options;
    const file = this.#options.file();
    try {
      const link = await RpcLink.start({
        commandLine,
        cwd,
        log,
        startMs: timeouts.startMs,
        asker: { client, capabilities, scope: { sessionId } },
      });
      try {
        if (file !== undefined) await switchSession(link, file);
        await this.#options.restore(link);
        if (this.#closed) throw sessionClosed();
        const running = await this.attach(link);
        if (file === undefined) {
          notices.notify('warning', 'The agent was restarted and does not remember the conversation');
        }
        await this.#options.onRestarted(link);
        return running;
      } catch (error) {
        await link.stop();
        throw error;
      }
    } catch (error) {
      throw asRequestError(error);
    }
  }

  #lost(link: RpcLink, gone: RpcGone): void {
    const running = this.#running;
    if (running?.link !== link) return;
    const isReportedByPrompt = this.#options.isPrompted();
    this.#drop(gone).catch(ignoreGone);
    if (!isReportedByPrompt) this.#options.notices.notify('error', gone.message);
  }

  #giveUp(reason: 'ignoredAbort' | 'keptQueue'): void {
    this.#drop(new RpcGone('The agent was ended.', '')).catch(ignoreGone);
    // Its queue is gone with it, and the next CLI starts before anybody waits for it.
    if (reason === 'keptQueue') {
      this.ensure().catch(ignoreGone);
    } else {
      this.#options.notices.notify(
        'warning',
        'The agent did not respond to Stop, so its process was ended',
        'It starts again with your next prompt.',
      );
    }
  }

  /** Lets go of the CLI: its turns end, and what it started. */
  async #drop(gone: RpcGone): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    this.#options.onEnd();
    await running.end(gone);
  }
}

function sessionClosed(): RequestError {
  return RequestError.invalidRequest(undefined, 'The session is closed.');
}

/** The CLI has ended, which is reported where it is noticed. */
function ignoreGone(): void {}
