// Which MCP servers are on, for agents and for sessions, in the extension's global state.
import type * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '../../../core/base/lifecycle.ts';
import { storedSwitches, type StoredSwitches } from '../core/serverSwitches.ts';

const KEY = 'parley.mcpServers';

export class ServerSwitches implements Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new Emitter<void>();

  /** Fires when a server was switched. */
  readonly onChange: Event<void> = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** As they are stored now; another window may have changed them. */
  get current(): StoredSwitches {
    return storedSwitches.parse(this.#state.get(KEY));
  }

  async change(change: (switches: StoredSwitches) => StoredSwitches): Promise<void> {
    const before = this.current;
    const after = change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    await this.#state.update(KEY, after);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
