// The prompts of one session: each waits for a CLI that is ready, and is a turn of the CLI or a slash command.
import type { ClientCapabilities, ContentBlock, PromptResponse } from '@agentclientprotocol/sdk';
import type { CliTimeouts } from '../cli/cliTimeouts.ts';
import type { RpcLink } from '../cli/rpcLink.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { slashCommandOf, type SlashCommand } from '../slashCommands/slashCommands.ts';
import { SlashRuns } from '../slashCommands/slashRuns.ts';
import { forkPoints } from '../stored/sessionFork.ts';
import { rpcPrompt, writtenTextOf } from '../turns/rpcPrompt.ts';
import { hasCapability } from './clientCapability.ts';
import type { CliNotices } from './cliNotices.ts';
import { asRequestError } from './requestErrors.ts';
import type { RunningCli } from './runningCli.ts';
import type { SessionCli } from './sessionCli.ts';
import type { SessionReports } from './sessionReports.ts';
import type { SessionSettings } from './sessionSettings.ts';
import type { UpdateSender } from './updateSender.ts';

export interface SessionPromptsOptions {
  readonly sessionCli: Pick<SessionCli, 'running' | 'ensure'>;
  /** Absolute. */
  readonly cwd: string;
  readonly capabilities: ClientCapabilities;
  readonly timeouts: CliTimeouts;
  readonly updates: UpdateSender;
  readonly conversation: Conversation;
  readonly settings: SessionSettings;
  readonly notices: CliNotices;
  readonly reports: Pick<SessionReports, 'activity'>;
}

export class SessionPrompts {
  readonly #options: SessionPromptsOptions;
  readonly #slashRuns = new SlashRuns();
  /** Prompts that are not sent yet. */
  readonly #waiting = new Set<AbortController>();

  constructor(options: SessionPromptsOptions) {
    this.#options = options;
  }

  /** Whether a prompt is under way, which fails when the CLI ends. */
  get isRunning(): boolean {
    return this.#options.sessionCli.running?.turns.isRunning === true || this.#slashRuns.isRunning;
  }

  /** One prompt turn. Rejects with a RequestError, whose message is for the user. */
  async prompt(blocks: readonly ContentBlock[]): Promise<PromptResponse> {
    const running = await this.#ready();
    if (running === undefined) return { stopReason: 'cancelled' };
    const command = slashCommandOf(writtenTextOf(blocks), running.link.family);
    try {
      return command === undefined
        ? await this.#runTurn(blocks, running)
        : await this.#runSlashCommand(command, running.link);
    } catch (error) {
      throw asRequestError(error);
    } finally {
      await this.#options.updates.flushed();
    }
  }

  /** Stops whatever runs; the prompts end as cancelled. */
  cancel(): void {
    for (const prompt of this.#waiting) prompt.abort();
    this.#slashRuns.abort();
    const { running } = this.#options.sessionCli;
    running?.turns.cancel(running.link.family === 'pi');
  }

  /** Stops the slash commands; resolves when they have ended. */
  async stopSlashCommands(): Promise<void> {
    this.#slashRuns.abort();
    await this.#slashRuns.ended();
  }

  /**
   * What a prompt goes to: a CLI that runs, and does not stop what was before. Undefined when the prompt is cancelled
   * meanwhile. Rejects with a RequestError.
   */
  async #ready(): Promise<RunningCli | undefined> {
    const { sessionCli } = this.#options;
    const cancelled = new AbortController();
    this.#waiting.add(cancelled);
    const stopped = sessionCli.running?.turns.stopped() ?? Promise.resolve();
    const ready = stopped.then(() => sessionCli.ensure());
    try {
      const running = await Promise.race([ready, aborted(cancelled.signal)]);
      return cancelled.signal.aborted ? undefined : running;
    } finally {
      this.#waiting.delete(cancelled);
    }
  }

  async #runTurn(blocks: readonly ContentBlock[], { turns }: RunningCli): Promise<PromptResponse> {
    const prompt = rpcPrompt(blocks);
    try {
      const { stopReason, usage } = await turns.prompt(prompt);
      if (!turns.isRunning) await this.#afterTurn();
      const entryId = await this.#entryOf(prompt.message);
      return {
        stopReason,
        ...(usage === undefined ? {} : { usage }),
        ...(entryId === undefined ? {} : { _meta: { 'parley.dev/entryId': entryId } }),
      };
    } catch (error) {
      if (!turns.isRunning) await this.#afterTurn();
      throw error;
    }
  }

  /** Runs a command that is no prompt for the CLI. */
  async #runSlashCommand(command: SlashCommand, { cli }: RpcLink): Promise<PromptResponse> {
    const { cwd, capabilities, timeouts, updates, notices } = this.#options;
    const stopReason = await this.#slashRuns.run(command, {
      cli,
      cwd,
      terminals: hasCapability(capabilities._meta?.['terminal_output']),
      send: (update) => updates.send(update),
      show: (frame) => notices.handleFrame(frame),
      abortMs: timeouts.abortMs,
    });
    await this.#refresh();
    return { stopReason };
  }

  /** A prompt as the CLI knows it: where the conversation can be forked. */
  async #entryOf(message: string): Promise<string | undefined> {
    const { running } = this.#options.sessionCli;
    if (running === undefined) return undefined;
    const points = await forkPoints(running.link.cli, running.link.family).catch(() => []);
    // What came into its turn, or is answered by now, comes after it.
    const point = points.findLast(({ text }) => text === message);
    // The CLI may know it by another text, of a template for example.
    return (point ?? (running.turns.isRunning ? undefined : points.at(-1)))?.entryId;
  }

  async #afterTurn(): Promise<void> {
    this.#options.conversation.close();
    this.#options.reports.activity();
    await this.#refresh();
  }

  /** Reads what a turn may have changed without saying so. A CLI that has ended is reported where it is noticed. */
  async #refresh(): Promise<void> {
    const { settings } = this.#options;
    await Promise.all([settings.refresh(), settings.sendUsage()]).catch(() => {});
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
