// Offers to restart agents whose settings changed, or whose MCP servers were revoked, while they run; reports settings that
// are not valid.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { Agent } from '../../core/ports/agent.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import { listText } from '../../core/text/localization.ts';
import { spelledOut } from '../../core/text/spelledOut.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';
import { agentLabel, areAgentsUnreadable } from '../settings/settings.ts';
import { agentStrings } from './agentStrings.ts';

export interface AgentSettingsWatchOptions {
  readonly agents: { readonly onStatusChange: Event<Pick<Agent, 'name' | 'status'>> };
  readonly sessions: { readonly supervisor: Pick<Sessions['supervisor'], 'restart'> };
  readonly agentSettings: Pick<AgentSettings, 'agentText' | 'mcpServers' | 'onChange'>;
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
  /** The names of the MCP servers that sessions are given; undefined until an agent was started. */
  #servers: ReadonlySet<string> | undefined;

  constructor(options: AgentSettingsWatchOptions) {
    this.#options = options;
    const { agentSettings } = options;
    this.#owned.add(
      options.agents.onStatusChange(({ name, status }) => {
        if (status.state === 'starting') {
          this.#servers ??= serverNames(agentSettings);
          this.#startedWith.set(name, agentSettings.agentText(name));
        } else if (status.state === 'stopped') this.#startedWith.delete(name);
      }),
    );
    this.#owned.add(
      agentSettings.onChange(() => {
        for (const name of this.#startedWith.keys()) this.#check(name);
        this.#checkServers();
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

  /** Sessions go on using a server they were given, until they are opened anew. */
  #checkServers(): void {
    if (this.#servers === undefined) return;
    const before = this.#servers;
    const now = serverNames(this.#options.agentSettings);
    this.#servers = now;
    const gone = [...before].filter((name) => !now.has(name));
    if (gone.length > 0 && this.#startedWith.size > 0) void this.#askAboutServers(gone);
  }

  async #askAboutServers(servers: readonly string[]): Promise<void> {
    const names = listText(servers.map((name) => escapeForNotification(spelledOut(name))));
    const restart = agentStrings.restartAgents();
    const text = agentStrings.serversRevoked(names);
    const chosen = await vscode.window.showWarningMessage(text, restart).then(undefined, () => undefined);
    if (chosen !== restart) return;
    await Promise.all([...this.#startedWith.keys()].map((name) => this.#restart(name)));
  }

  async #ask(name: string): Promise<void> {
    const restart = agentStrings.restartAgent();
    this.#asking.add(name);
    const chosen = await vscode.window
      .showInformationMessage(agentStrings.settingsChanged(escapeForNotification(agentLabel(name))), restart)
      .then(undefined, () => undefined);
    this.#asking.delete(name);
    if (chosen === restart) await this.#restart(name);
  }

  async #restart(name: string): Promise<void> {
    await this.#options.sessions.supervisor
      .restart(name)
      .catch((error: unknown) => this.#options.log.error(`${name} did not restart: ${String(error)}`));
  }
}

function serverNames(settings: Pick<AgentSettings, 'mcpServers'>): ReadonlySet<string> {
  return new Set(settings.mcpServers().map(({ name }) => name));
}
