// What an extension stores, in memory.
import type * as vscode from 'vscode';

export class MemoryMemento implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get(key: string): undefined;
  get<T>(key: string, fallback?: T): T | undefined;
  get(key: string, fallback?: unknown): unknown {
    return this.#values.get(key) ?? fallback;
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
    return Promise.resolve();
  }
}
