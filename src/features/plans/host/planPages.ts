// The tabs of plans: one for each session.
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { storedPlan } from '../core/planPage.ts';
import { planById, restoredPlan, type ShownPlan } from '../core/shownPlan.ts';
import { PlanPage, type PlanPageOptions } from './planPage.ts';

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

  /** Fills a tab that was open before the window was reloaded; it closes where nothing of its plan is left. */
  async restore(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { host, history } = this.#kernel;
    const stored = pageState.safeParse(state).data?.plan;
    // A session that another window has by now shows its plan here, too.
    if (stored !== undefined) await history.archive.restore(stored.key, true);
    const plan = stored === undefined ? undefined : restoredPlan(stored, host.store.state(stored.key));
    if (stored === undefined || plan === undefined || this.#pages.has(stored.key)) {
      tab.dispose();
      return;
    }
    const { key, comments } = stored;
    this.#add(key, plan, { isInBackground: true, restored: { tab, comments } });
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
    this.#add(key, plan, { isInBackground });
  }

  #add(key: string, plan: ShownPlan, options: Omit<PlanPageOptions, 'onClose'>): void {
    const onClose = (): void => {
      this.#pages.delete(key);
    };
    this.#pages.set(key, new PlanPage(key, plan, this.#kernel, { ...options, onClose }));
  }
}

const pageState = z.object({ plan: storedPlan });
