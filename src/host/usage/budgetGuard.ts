// Enforces the budget of the settings: a notice at the warning limit, a stop at the budget, a question after it.
import * as vscode from 'vscode';
import { Budget, limitText, type LimitReached } from '../../core/usage/budget.ts';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { PromptGate } from '../../core/sessionLifecycle/promptQueue.ts';
import type {
  SessionChange,
  SessionEventOf,
  SessionStore,
} from '../../core/sessionLifecycle/sessionStore.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { onSettingsChange } from '../contributions/settings.ts';
import { readBudget } from '../settings/settings.ts';
import type { StoredChoices } from '../settings/storedChoices.ts';
import { usageUiStrings } from './usageUiStrings.ts';

export interface BudgetGuardOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly choices: StoredChoices;
}

/** Watches the cost of every session. */
export class BudgetGuard implements PromptGate, Disposable {
  readonly #options: BudgetGuardOptions;
  readonly #owned = new DisposableStore();
  readonly #budget: Budget;
  readonly #stopped = this.#owned.add(new Emitter<string>());

  /** Fires with the key of a session whose running turn has to stop. */
  readonly onStop: Event<string> = this.#stopped.event;

  constructor(options: BudgetGuardOptions) {
    this.#options = options;
    this.#budget = new Budget(options.choices.daySpending);
    this.#budget.configure(readBudget().budget);
    this.#owned.add(
      onSettingsChange((affects) => {
        if (affects('budget')) this.#budget.configure(readBudget().budget);
      }),
    );
    this.#owned.add(options.store.onEvent('usage', (change) => this.#watch(change)));
  }

  isClosed(key: string): boolean {
    return this.#stopFor(key) !== undefined;
  }

  async ask(key: string): Promise<boolean> {
    const stop = this.#stopFor(key);
    if (stop === undefined) return true;
    const always = usageUiStrings.sendAndStopAsking();
    const change = usageUiStrings.changeBudget();
    // The first button has the focus: Enter alone spends nothing.
    const answer = await vscode.window.showWarningMessage(
      escapeForNotification(limitText(stop)),
      { modal: true, detail: usageUiStrings.sendAnyway() },
      change,
      usageUiStrings.send(),
      always,
    );
    if (answer === change) {
      await vscode.commands.executeCommand('workbench.action.openSettings', '@id:parley.budget');
      return false;
    }
    if (answer === always) this.#budget.release(key);
    return answer !== undefined;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #stopFor(key: string): LimitReached | undefined {
    return this.#budget.stopFor(key, this.#day(), this.#options.store.state(key)?.usage?.cost);
  }

  #day(): string {
    return new Date(this.#options.clock.now()).toISOString().slice(0, 10);
  }

  #watch({ key, event, previous }: SessionChange<SessionEventOf<'usage'>>): void {
    const { cost } = event.usage;
    if (cost === undefined) return;
    // The cost that is reported while an earlier session is opened was spent before.
    const before = previous.usage?.cost ?? (previous.opening ? cost : undefined);
    const { today } = this.#budget;
    const reached = this.#budget.spend(key, cost, this.#day(), before);
    // Some agents report their cost many times a turn.
    if (this.#budget.today !== today) this.#options.choices.daySpending = this.#budget.today;
    for (const limit of reached) this.#report(key, limit);
  }

  #report(key: string, limit: LimitReached): void {
    const { store, clock } = this.#options;
    const isStop = limit.kind === 'stop' && this.#stopFor(key) !== undefined;
    const isRunning = store.state(key)?.turn !== undefined;
    const text = limitText(limit, isStop && isRunning);
    store.dispatch(key, { type: 'notice', at: clock.now(), severity: 'warning', text });
    if (isStop) this.#stopped.fire(key);
  }
}
