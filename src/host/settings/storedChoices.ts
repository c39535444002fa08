// What VS Code stores of the user's choices: favorite values, last chosen values, and what was spent today.
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { daySpending, type DaySpending } from '../../core/usage/budget.ts';
import { chosenValues, type ChosenValues } from '../../core/configOptions/configDefaults.ts';
import { Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import { ownValue } from '../../core/base/ownValue.ts';

const FAVORITES = 'parley.favourites';
const CHOSEN = 'parley.chosenValues';
const SPENDING = 'parley.daySpending';
const HIDDEN = 'parley.hiddenSessions';
const MAX_HIDDEN = 500;

/** Agent and session id. */
const hiddenSessions = z.array(z.tuple([z.string(), z.string()]));

/** By agent, by option id: the starred values. */
const favoriteValues = z.record(z.string(), z.record(z.string(), z.array(z.string())));
type FavoriteValues = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Reads and writes the extension's global state; what cannot be read counts as nothing. */
export class StoredChoices implements Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new Emitter<void>();

  /** Fires when favorites changed. */
  readonly onFavoritesChange: Event<void> = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** The starred values of an agent's option. */
  favorites(agent: string, configId: string): readonly string[] {
    return ownValue(this.favoritesOf(agent), configId) ?? [];
  }

  /** The starred values of all of an agent's options. */
  favoritesOf(agent: string): Readonly<Record<string, readonly string[]>> {
    return ownValue(this.#favorites(), agent) ?? {};
  }

  toggleFavorite(agent: string, configId: string, value: string): void {
    const all = this.#favorites();
    const ofAgent = ownValue(all, agent) ?? {};
    const old = ownValue(ofAgent, configId) ?? [];
    const next = old.includes(value) ? old.filter((starred) => starred !== value) : [...old, value];
    void this.#state.update(FAVORITES, { ...all, [agent]: { ...ofAgent, [configId]: next } });
    this.#changed.fire();
  }

  /** The values last chosen for an agent. */
  chosen(agent: string): Readonly<Record<string, string | boolean>> {
    return ownValue(this.#chosen(), agent) ?? {};
  }

  choose(agent: string, configId: string, value: string | boolean): void {
    const all = this.#chosen();
    void this.#state.update(CHOSEN, { ...all, [agent]: { ...ownValue(all, agent), [configId]: value } });
  }

  /** Whether a session of an agent was opened by Parley for one question. */
  isHiddenSession(agent: string, sessionId: string): boolean {
    return this.#hidden().some((each) => each[0] === agent && each[1] === sessionId);
  }

  /** A session that is no session of the user's, for agents that list it ever after. */
  async hideSession(agent: string, sessionId: string): Promise<void> {
    await this.#state.update(HIDDEN, [...this.#hidden(), [agent, sessionId]].slice(-MAX_HIDDEN));
  }

  get daySpending(): DaySpending {
    const parsed = daySpending.safeParse(this.#state.get(SPENDING));
    return parsed.success ? parsed.data : { day: '', spent: {} };
  }

  set daySpending(spending: DaySpending) {
    void this.#state.update(SPENDING, spending);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #favorites(): FavoriteValues {
    const parsed = favoriteValues.safeParse(this.#state.get(FAVORITES));
    return parsed.success ? parsed.data : {};
  }

  #hidden(): readonly (readonly [string, string])[] {
    const parsed = hiddenSessions.safeParse(this.#state.get(HIDDEN));
    return parsed.success ? parsed.data : [];
  }

  #chosen(): ChosenValues {
    const parsed = chosenValues.safeParse(this.#state.get(CHOSEN));
    return parsed.success ? parsed.data : {};
  }
}
