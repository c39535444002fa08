// Offers to restart an agent whose settings were changed while it runs, and says when they cannot be read.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import { escapeForNotification } from '../window/escapeForNotification.ts';
import { onSettingsChange } from '../contributions/settings.ts';
import { agentLabel, agentSettingText, areAgentsUnreadable } from '../settings/settings.ts';

export interface AgentSettingsWatchOptions {
  readonly agents: Agents;
  readonly sessions: Sessions;
  readonly log: Log;
  /** Opens the settings in which agents are configured. */
  readonly openSettings: () => Promise<void>;
}

/** Remembers with which settings each agent was started. */
export class AgentSettingsWatch implements Disposable {
  readonly #options: AgentSettingsWatchOptions;
  readonly #owned = new DisposableStore();
  readonly #startedWith = new Map<string, string | undefined>();
  /** Agents about which the user is being asked. */
  readonly #asking = new Set<string>();

  constructor(options: AgentSettingsWatchOptions) {
    this.#options = options;
    this.#owned.add(
      options.agents.onStatusChange(({ name, status }) => {
        if (status.state === 'starting') this.#startedWith.set(name, agentSettingText(name));
        else if (status.state === 'stopped') this.#startedWith.delete(name);
      }),
    );
    this.#owned.add(
      onSettingsChange((affects) => {
        if (!affects('agents')) return;
        for (const name of this.#startedWith.keys()) this.#look(name);
        this.#tellUnreadable();
      }),
    );
    this.#tellUnreadable();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #tellUnreadable(): void {
    if (!areAgentsUnreadable()) return;
    const { log, openSettings } = this.#options;
    const words = vscode.l10n.t(
      '“parley.agents” cannot be read, so it counts as empty. It has to be an object: a name of your choice, then “command” and “args”.',
    );
    const open = vscode.l10n.t('Open Settings');
    vscode.window
      .showWarningMessage(words, open)
      .then((chosen) => (chosen === open ? openSettings() : undefined))
      .then(undefined, (error: unknown) => log.error(String(error)));
  }

  #look(name: string): void {
    const now = agentSettingText(name);
    // One that is not configured any more goes on until it is stopped.
    if (now === undefined || now === this.#startedWith.get(name) || this.#asking.has(name)) return;
    void this.#ask(name);
  }

  async #ask(name: string): Promise<void> {
    const restart = vscode.l10n.t('Restart Now');
    this.#asking.add(name);
    const chosen = await vscode.window
      .showInformationMessage(
        vscode.l10n.t(
          'The settings of {0} have changed. They hold after a restart.',
          escapeForNotification(agentLabel(name)),
        ),
        restart,
        vscode.l10n.t('Later'),
      )
      .then(undefined, () => undefined);
    this.#asking.delete(name);
    if (chosen !== restart) return;
    await this.#options.sessions.supervisor
      .restart(name)
      .catch((error: unknown) => this.#options.log.error(`${name} did not restart: ${String(error)}`));
  }
}
