// The tabs of plans: one for each session.
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { planById } from '../core/shownPlan.ts';
import { PlanPage } from './planPage.ts';

export class PlanPages implements Disposable {
  readonly #kernel: Kernel;
  readonly #pages = new Map<string, PlanPage>();
  /** The requests whose plans were shown without being asked for: a tab that the user closes stays closed. */
  readonly #offered = new Set<string>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Shows the plan of a request or an entry, because the user wants to see it. */
  open(key: string, id: string): void {
    this.#show(key, id, false);
  }

  /** Shows a plan that waits for an answer beside the chat, once, and leaves the focus where it is. */
  offer(key: string, id: string): void {
    if (this.#offered.has(id)) return;
    this.#offered.add(id);
    this.#show(key, id, true);
  }

  dispose(): void {
    for (const page of this.#pages.values()) page.dispose();
  }

  #show(key: string, id: string, isInBackground: boolean): void {
    const state = this.#kernel.host.store.state(key);
    const plan = state === undefined ? undefined : planById(state, id);
    if (plan === undefined) return;
    const open = this.#pages.get(key);
    if (open !== undefined) {
      open.show(plan);
      open.reveal(isInBackground);
      return;
    }
    const onClose = (): void => {
      this.#pages.delete(key);
    };
    this.#pages.set(key, new PlanPage(key, plan, this.#kernel, { isInBackground, onClose }));
  }
}
