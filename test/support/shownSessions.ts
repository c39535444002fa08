// Stands in for the chats of a window: the test says which sessions are in sight.
import { Emitter } from '../../src/core/base/lifecycle.ts';
import type { ShownSessions } from '../../src/host/chat/chat.ts';

export class SightedSessions implements ShownSessions {
  readonly #changed = new Emitter<void>();
  #keys: readonly string[] = [];

  readonly onChange = this.#changed.event;

  /** These sessions are in sight now, and no others. */
  look(...keys: readonly string[]): void {
    this.#keys = keys;
    this.#changed.fire();
  }

  showing(): undefined {
    return undefined;
  }

  isVisible(key: string): boolean {
    return this.#keys.includes(key);
  }
}
