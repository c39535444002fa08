// The pages that check agents: one tab for each agent.
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { CheckPage } from './checkPage.ts';

export class CheckPages implements Disposable {
  readonly #kernel: Kernel;
  readonly #pages = new Map<string, CheckPage>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Checks an agent in its tab; `name`: its key in the settings. */
  open(name: string): void {
    const open = this.#pages.get(name);
    if (open !== undefined) {
      open.reveal();
      return;
    }
    const page = new CheckPage(name, this.#kernel, {
      onClose: () => this.#pages.delete(name),
      openOther: (other) => this.open(other),
    });
    this.#pages.set(name, page);
    page.reveal();
  }

  dispose(): void {
    for (const page of this.#pages.values()) page.dispose();
  }
}
