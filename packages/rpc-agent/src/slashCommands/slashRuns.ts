// The slash commands of a session that run in this program and not as a turn of the CLI, until they end or are stopped.
import type { StopReason } from '@agentclientprotocol/sdk';
import { runSlashCommand, type SlashCommand } from './slashCommands.ts';
import type { SlashContext } from './slashContext.ts';

export class SlashRuns {
  /** Each is done when its promise is. */
  readonly #running = new Map<AbortController, Promise<StopReason>>();

  /** Runs one as a turn. Rejects with RpcGone. */
  async run(command: SlashCommand, context: Omit<SlashContext, 'signal'>): Promise<StopReason> {
    const controller = new AbortController();
    const { signal } = controller;
    const done = runSlashCommand(command, { ...context, signal });
    this.#running.set(controller, done);
    try {
      return await done;
    } catch (error) {
      if (signal.aborted) return 'cancelled';
      throw error;
    } finally {
      this.#running.delete(controller);
    }
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Stops all of them. */
  abort(): void {
    for (const controller of this.#running.keys()) controller.abort();
  }

  /** Resolves when all of them have ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }
}
