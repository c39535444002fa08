// Stands in for the chats of a window: the test says which sessions are visible.
import { Emitter } from '../../src/core/base/lifecycle.ts';
import type { ShownSessions } from '../../src/host/chat/chat.ts';

export class FakeShownSessions implements ShownSessions {
  readonly #changed = new Emitter<void>();
  #keys: readonly string[] = [];

  readonly onChange = this.#changed.event;

  /** Makes these sessions visible, and no others. */
  setVisible(...keys: readonly string[]): void {
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
