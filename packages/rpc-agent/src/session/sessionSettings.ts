// What a CLI is set to and what it has used, as it says itself, for the client.
import { RequestError, type SessionConfigOption } from '@agentclientprotocol/sdk';
import { configOptionsOf, settingCommand, type Settings } from './cliConfigOptions.ts';
import { answerOf } from '../cli/cliFamily.ts';
import { sessionStats, type MessageUsage, type RpcState } from '../cli/frames.ts';
import { orRequestError } from './requestErrors.ts';
import type { RpcLink } from '../cli/rpcLink.ts';
import type { SessionReports } from './sessionReports.ts';

export interface SessionSettingsOptions {
  readonly first: Settings;
  /** The CLI that runs now. */
  readonly link: () => RpcLink | undefined;
  readonly reports: SessionReports;
  /** Whether the client shows switches. */
  readonly booleans: boolean;
}

export class SessionSettings {
  readonly #options: SessionSettingsOptions;
  #settings: Settings;
  #lastUsage: MessageUsage | undefined;
  #isCompacted = false;
  #refreshing: Promise<void> | undefined;

  constructor(options: SessionSettingsOptions) {
    this.#options = options;
    this.#settings = options.first;
  }

  /** What `get_state` said last. */
  get state(): RpcState {
    return this.#settings.state;
  }

  /** The config options as they are, for an answer to the client. */
  answer(): SessionConfigOption[] {
    const options = this.#configOptions();
    this.#options.reports.knowsOptions(options);
    return options;
  }

  /** Sets a config option. Rejects with a RequestError. */
  async set(link: RpcLink, configId: string, value: string | boolean): Promise<void> {
    const setting = settingCommand(this.#settings, configId, value);
    if (setting === undefined) {
      throw RequestError.invalidParams(
        undefined,
        `There is no option “${configId}” with the value “${value}”.`,
      );
    }
    await orRequestError(link.request(setting.command, setting.fields));
    if (configId === 'auto_retry') {
      this.#settings = { ...this.#settings, autoRetry: value === true || value === 'on' };
    }
    await orRequestError(this.#read(link));
  }

  /** Adopts what a CLI that was started again has, and sets what none of them stores. Rejects with RpcGone. */
  async restore(link: RpcLink): Promise<void> {
    this.#settings = { ...this.#settings, models: link.first.models };
    if (!this.#settings.autoRetry) await answerOf(link, 'set_auto_retry', { enabled: false });
  }

  /** Reads the settings again and reports to the client what has changed. One at a time, and once more if asked meanwhile. */
  async refresh(): Promise<void> {
    const before = this.#refreshing;
    const mine = (async () => {
      await before?.catch(() => undefined);
      const link = this.#options.link();
      if (link !== undefined) await this.#read(link);
    })();
    this.#refreshing = mine;
    await mine;
    if (this.#refreshing === mine) this.#refreshing = undefined;
    this.report();
  }

  /** Reports the config options to the client, where it does not know them. */
  report(): void {
    this.#options.reports.options(this.#configOptions());
  }

  /** A message of the model is whole. Rejects with RpcGone. */
  async used(usage: MessageUsage | undefined): Promise<void> {
    if (usage !== undefined) {
      this.#lastUsage = usage;
      this.#isCompacted = false;
    }
    await this.sendUsage();
  }

  /** The conversation was compacted: what the last message used no longer says how full the context is. */
  async compacted(): Promise<void> {
    this.#isCompacted = true;
    await this.sendUsage();
  }

  /** Reports to the client what was used so far. Rejects with RpcGone. */
  async sendUsage(): Promise<void> {
    const link = this.#options.link();
    if (link === undefined) return;
    const answer = await answerOf(link.cli, 'get_session_stats');
    this.#options.reports.usage(sessionStats.safeParse(answer?.data).data, {
      contextWindow: this.#settings.state.model?.contextWindow,
      lastMessage: this.#lastUsage,
      isCompacted: this.#isCompacted,
    });
  }

  #configOptions(): SessionConfigOption[] {
    return configOptionsOf(this.#settings, this.#options.booleans);
  }

  async #read(link: RpcLink): Promise<void> {
    const [state, thinkingLevels] = await Promise.all([link.state(), link.thinkingLevels()]);
    this.#settings = { ...this.#settings, state, thinkingLevels };
    this.#options.reports.state(state);
  }
}
