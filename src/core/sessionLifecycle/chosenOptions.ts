// Sets the mode, the model and the other options that the user chose again, where an agent has forgotten them.
import { changeConfigOption } from '../configOptions/configChanges.ts';
import { applyWanted, isMode } from '../configOptions/configDefaults.ts';
import { valueName } from '../configOptions/configOptions.ts';
import { modeNotRestored } from '../errors.ts';
import type { Clock } from '../ports/hostPorts.ts';
import type { ConfigOption } from '../session/configOptions/state.ts';
import type { SessionState } from '../session/model.ts';
import { oneLine } from '../text/oneLine.ts';
import type { Attached } from './attachment.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import type { SessionStore } from './sessionStore.ts';

/** Values by option id. */
export type WantedOptions = Readonly<Record<string, string | boolean>>;

export interface ChosenOptionsOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly attachments: AttachmentRegistry;
  /** What the user chose last for an agent, where that is applied to new sessions. */
  readonly remembered: (agent: string) => WantedOptions;
  /** Sends nothing of what waits before the user wants it. */
  readonly hold: (key: string) => void;
}

export class ChosenOptions {
  readonly #options: ChosenOptionsOptions;

  constructor(options: ChosenOptionsOptions) {
    this.#options = options;
  }

  /** What is to be set once a session is open, given what is known of it before. */
  wanted(before: SessionState): WantedOptions {
    const isNew = before.sessionId === undefined && before.chosenOptions === undefined;
    if (isNew) return this.#options.remembered(before.agent);
    return Object.fromEntries((before.chosenOptions ?? []).map(({ configId, value }) => [configId, value]));
  }

  /**
   * Sets the wanted values, modes first; what the agent does not offer any more is skipped. A mode that the user chose in
   * the session and that is not set after that holds the queue, and an error says so. Never rejects.
   */
  async restore(key: string, attached: Attached, before: SessionState): Promise<void> {
    const wanted = this.wanted(before);
    if (Object.keys(wanted).length === 0) return;
    await this.#apply(key, attached, wanted);
    // Another option may have changed the mode.
    if (this.#missedMode(key, before, wanted) !== undefined) await this.#apply(key, attached, wanted);
    const missed = this.#missedMode(key, before, wanted);
    const isThere = this.#options.attachments.attached(key) === attached;
    if (missed !== undefined && isThere) this.#report(key, attached, missed, wanted[missed.id]);
  }

  #apply(key: string, { agent, sessionId }: Attached, wanted: WantedOptions): Promise<void> {
    const current = (): readonly ConfigOption[] => this.#options.store.state(key)?.configOptions ?? [];
    return applyWanted(current(), wanted, async (option, value) => {
      await changeConfigOption(this.#options, { key, sessionId, agent }, option, value);
      return current();
    });
  }

  /** The mode that is not as wanted, unless the new session does not offer it. */
  #missedMode(key: string, before: SessionState, wanted: WantedOptions): ConfigOption | undefined {
    const options = this.#options.store.state(key)?.configOptions ?? [];
    const isChosenHere = before.chosenOptions !== undefined;
    const isMissed = (option: ConfigOption): boolean => {
      const value = wanted[option.id];
      if (!isMode(option) || value === undefined) return false;
      const current = options.find(({ id }) => id === option.id);
      if (current?.currentValue === value) return false;
      return isChosenHere || (current !== undefined && offers(current, value));
    };
    return [...before.configOptions, ...options].find(isMissed);
  }

  #report(key: string, { agent }: Attached, option: ConfigOption, value: string | boolean | undefined): void {
    const { store, clock, hold } = this.#options;
    const current = store.state(key)?.configOptions.find(({ id }) => id === option.id);
    const error = modeNotRestored(agent.label, {
      option: oneLine(option.name) || option.id,
      wanted: nameOf(option, value),
      current: current === undefined ? undefined : nameOf(current, current.currentValue),
    });
    hold(key);
    store.dispatch(key, { type: 'notice', at: clock.now(), severity: 'error', text: error.message, error });
  }
}

function offers(option: ConfigOption, value: string | boolean): boolean {
  if (option.type === 'boolean') return typeof value === 'boolean';
  return option.groups.some(({ values }) => values.some((each) => each.value === value));
}

function nameOf(option: ConfigOption, value: string | boolean | undefined): string {
  return option.type === 'select' && typeof value === 'string' ? valueName(option, value) : String(value);
}
