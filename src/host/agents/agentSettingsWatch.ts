// Offers to restart an agent whose settings changed while it runs, and reports settings that are not valid.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { agentLabel, areAgentsUnreadable } from '../settings/settings.ts';
import { agentStrings } from './agentStrings.ts';

export interface AgentSettingsWatchOptions {
  readonly agents: Agents;
  readonly sessions: Sessions;
  readonly agentSettings: AgentSettings;
  readonly log: Log;
  /** Opens the settings in which agents are configured. */
  readonly openSettings: () => Promise<void>;
}

/** Knows the settings with which each running agent was started. */
export class AgentSettingsWatch implements Disposable {
  readonly #options: AgentSettingsWatchOptions;
  readonly #owned = new DisposableStore();
  readonly #startedWith = new Map<string, string | undefined>();
  /** Agents about which the user is being asked. */
  readonly #asking = new Set<string>();

  constructor(options: AgentSettingsWatchOptions) {
    this.#options = options;
    const { agentSettings } = options;
    this.#owned.add(
      options.agents.onStatusChange(({ name, status }) => {
        if (status.state === 'starting') this.#startedWith.set(name, agentSettings.agentText(name));
        else if (status.state === 'stopped') this.#startedWith.delete(name);
      }),
    );
    this.#owned.add(
      agentSettings.onChange(() => {
        for (const name of this.#startedWith.keys()) this.#check(name);
        this.#reportUnreadable();
      }),
    );
    this.#reportUnreadable();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #reportUnreadable(): void {
    if (!areAgentsUnreadable()) return;
    const { log, openSettings } = this.#options;
    const open = agentStrings.openSettings();
    vscode.window
      .showWarningMessage(agentStrings.invalidAgentsSetting(), open)
      .then((chosen) => (chosen === open ? openSettings() : undefined))
      .then(undefined, (error: unknown) => log.error(String(error)));
  }

  #check(name: string): void {
    const now = this.#options.agentSettings.agentText(name);
    // An agent that is no longer configured runs until it is stopped.
    if (now === undefined || now === this.#startedWith.get(name) || this.#asking.has(name)) return;
    void this.#ask(name);
  }

  async #ask(name: string): Promise<void> {
    const restart = agentStrings.restartAgent();
    this.#asking.add(name);
    const chosen = await vscode.window
      .showInformationMessage(agentStrings.settingsChanged(escapeForNotification(agentLabel(name))), restart)
      .then(undefined, () => undefined);
    this.#asking.delete(name);
    if (chosen !== restart) return;
    await this.#options.sessions.supervisor
      .restart(name)
      .catch((error: unknown) => this.#options.log.error(`${name} did not restart: ${String(error)}`));
  }
}
