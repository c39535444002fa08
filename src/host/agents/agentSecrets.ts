// The values of variables that users entered to sign in: in VS Code's secret storage, one place for each agent.
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import { ownValue } from '../../core/base/ownValue.ts';
import { isApiKeyName, splitApiKeys } from '../../core/signIn/apiKey.ts';
import type { VariableValues } from '../../core/signIn/authMethod.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';

const NAMES = 'parley.secretVariables';
const METHODS = 'parley.signInMethods';
const values = z.record(z.string(), z.string());
const namesByAgent = z.catch(z.record(z.string(), z.array(z.string())), {});

const methodsByAgent = z.catch(z.record(z.string(), z.string()), {});

export interface AgentSecretsOptions {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>;
  readonly agentSettings: Pick<AgentSettings, 'agent'>;
}

export class AgentSecrets implements Disposable {
  readonly #options: AgentSecretsOptions;
  readonly #changed = new Emitter<string>();

  /** Fires with the name of an agent for which other variables are stored. */
  readonly onChange: Event<string> = this.#changed.event;

  constructor(options: AgentSecretsOptions) {
    this.#options = options;
  }

  /** The names of the variables that are stored for an agent; the values are not read for that. */
  names(agent: string): readonly string[] {
    return ownValue(this.#allNames(), this.#place(agent)) ?? [];
  }

  /** What is stored for an agent by variable; empty where nothing is. */
  async read(agent: string): Promise<VariableValues> {
    // Not by the names: another window may have stored some.
    return this.#read(this.#place(agent));
  }

  /** Stores values beside those that are stored for other variables; a key replaces the one of any other method. */
  async store(agent: string, added: VariableValues): Promise<void> {
    const place = this.#place(agent);
    const before = await this.#read(place);
    const hasKey = Object.keys(added).some(isApiKeyName);
    await this.#replace(agent, { ...(hasKey ? splitApiKeys(before).variables : before), ...added });
  }

  /** Deletes the keys of an agent's methods. */
  async forgetKeys(agent: string): Promise<void> {
    if (!this.names(agent).some(isApiKeyName)) return;
    const { variables } = splitApiKeys(await this.read(agent));
    if (Object.keys(variables).length === 0) await this.forget(agent);
    else await this.#replace(agent, variables);
  }

  async #replace(agent: string, all: VariableValues): Promise<void> {
    const place = this.#place(agent);
    await this.#options.context.secrets.store(secretKey(place), JSON.stringify(all));
    await this.#setNames(place, Object.keys(all));
    this.#changed.fire(agent);
  }

  /** Deletes all values of an agent. Resolves to whether there were any. */
  async forget(agent: string): Promise<boolean> {
    const place = this.#place(agent);
    const isStored = this.names(agent).length > 0;
    await this.#options.context.secrets.delete(secretKey(place));
    await this.#setNames(place, []);
    if (isStored) this.#changed.fire(agent);
    return isStored;
  }

  /** The method by which the agent signed the user in last; undefined where it did not, or that failed since. */
  method(agent: string): string | undefined {
    return ownValue(this.#allMethods(), this.#place(agent));
  }

  /** Stores the method by which the agent signed the user in, or that there is none. */
  async rememberMethod(agent: string, methodId: string | undefined): Promise<void> {
    const place = this.#place(agent);
    const before = this.#allMethods();
    if (ownValue(before, place) === methodId) return;
    const { [place]: _before, ...others } = before;
    const all = methodId === undefined ? others : { ...others, [place]: methodId };
    await this.#options.context.globalState.update(METHODS, all);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #read(place: string): Promise<VariableValues> {
    const stored = await this.#options.context.secrets.get(secretKey(place));
    if (stored === undefined) return {};
    try {
      return values.safeParse(JSON.parse(stored)).data ?? {};
    } catch {
      return {};
    }
  }

  async #setNames(place: string, names: readonly string[]): Promise<void> {
    const { [place]: _before, ...others } = this.#allNames();
    const all = names.length === 0 ? others : { ...others, [place]: [...names] };
    await this.#options.context.globalState.update(NAMES, all);
  }

  #allMethods(): Readonly<Record<string, string>> {
    return methodsByAgent.parse(this.#options.context.globalState.get(METHODS));
  }

  #allNames(): Readonly<Record<string, readonly string[]>> {
    return namesByAgent.parse(this.#options.context.globalState.get(NAMES));
  }

  /** An agent that a workspace defines under the name of another must not be given what was entered for that one. */
  #place(agent: string): string {
    const found = this.#options.agentSettings.agent(agent);
    const folder = found === undefined || 'toReview' in found ? undefined : found.folder;
    return folder === undefined ? agent : JSON.stringify([agent, folder]);
  }
}

function secretKey(place: string): string {
  return `parley.variables:${place}`;
}
