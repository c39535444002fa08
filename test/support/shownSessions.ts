// Stands in for the chats of a window: the test says which sessions are visible.
import { Emitter } from '../../src/core/base/lifecycle.ts';
import type { ShownSessions } from '../../src/core/sessionList/shownSessions.ts';

export class FakeShownSessions implements ShownSessions {
  readonly #changed = new Emitter<void>();
  #keys: readonly string[] = [];

  readonly onChange = this.#changed.event;

  /** Makes these sessions visible, and no others. */
  setVisible(...keys: readonly string[]): void {
    this.#keys = keys;
    this.#changed.fire();
  }

  isShown(): boolean {
    return false;
  }

  isVisible(key: string): boolean {
    return this.#keys.includes(key);
  }
}
