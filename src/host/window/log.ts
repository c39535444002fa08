// The output channels: one of Parley's own, one per agent.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';

/** Owns the channels, made when first written to. */
export class Logs implements Disposable {
  readonly #own = vscode.window.createOutputChannel('Parley', { log: true });
  readonly #agents = new Map<string, vscode.LogOutputChannel>();

  /** Parley's own log. */
  get own(): Log {
    return this.#own;
  }

  /** The log of one agent: its standard error and what was wrong with its messages. */
  agent(name: string): Log {
    return this.#agentChannel(name);
  }

  /** Shows an agent's log, or Parley's own. */
  show(agent?: string, { preservesFocus = false }: { readonly preservesFocus?: boolean } = {}): void {
    const channel = agent === undefined ? this.#own : this.#agentChannel(agent);
    channel.show(preservesFocus);
  }

  dispose(): void {
    for (const channel of this.#agents.values()) channel.dispose();
    this.#own.dispose();
  }

  #agentChannel(name: string): vscode.LogOutputChannel {
    const known = this.#agents.get(name);
    if (known !== undefined) return known;
    const channel = vscode.window.createOutputChannel(`Parley: ${name}`, { log: true });
    this.#agents.set(name, channel);
    return channel;
  }
}
