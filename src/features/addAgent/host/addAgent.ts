// The command that adds an agent: lets the user choose one, adds it, and opens a session with it.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { runCommand } from '../../../host/contributions/commands.ts';
import { describeError, ParleyError } from '../../../core/errors.ts';
import type { AgentRegistry } from '../node/list/agentRegistry.ts';
import { installFolderOf } from '../node/list/configuredVersion.ts';
import type { RegistryIcons } from '../node/list/registryIcons.ts';
import type { RegistryAgent } from '../node/list/registryFormat.ts';
import type { FoundAgent } from '../../../machine/findAgents.ts';
import { inspectMachine, type MachineFacts } from '../node/machine.ts';
import { oldInstalls, removeAbandoned, removeInstall } from '../node/install/installBinary.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import { readSetting } from './registrySettings.ts';
import { DEMO_AGENT } from '../../../host/settings/settings.ts';
import { openAgentSettings } from '../../../host/agents/openAgentSettings.ts';
import { escapeForNotification } from '../../../host/text/escapeForNotification.ts';
import { addAgentStrings } from './addAgentStrings.ts';
import type { AddAgentServices } from './addAgentServices.ts';
import { addEntry, confirmEntry, withSteps, type InstallPlace, type NewAgent } from './addAgentEntry.ts';
import { AgentPicker, type Picked } from './agentPicker.ts';
import { addCustomAgent } from './customAgent.ts';
import { registryInstall } from './registryInstall.ts';
import { addRemoteAgent, forgetTokenOf } from './remoteAgent.ts';
import { agentRegistry, agentsOfMachine, hostFetch, registryIcons } from './sources.ts';
import { isUnused, usedFolders, type UsedFolder } from './usedFolders.ts';
import { openAdded } from './openAdded.ts';
import { freeName, removeAgent, userAgents, writeAgent } from './userAgents.ts';

export interface AddAgentRequest {
  /** Whether only agents of the registry are offered. */
  readonly isRegistryOnly: boolean;
  /** The id of an agent, to be added without asking which: one of the registry, or else one of this machine first. */
  readonly id?: string | undefined;
  /** What the user enters themselves, without being asked which agent. */
  readonly entered?: 'custom' | 'remote' | undefined;
  /** Where the user has clicked, if that shows the progress. */
  readonly place?: InstallPlace | undefined;
}

/** Never rejects: what goes wrong is shown to the user. */
export async function addAgent(request: AddAgentRequest, services: AddAgentServices): Promise<void> {
  try {
    await services.prepareProcesses();
    await new AddAgent(services, await inspectMachine(), request.place).run(request);
  } catch (error) {
    const { message, detail, actions } = describeError(error);
    services.log.error(`No agent was added: ${message} ${detail ?? ''}`);
    const buttons = actions.includes('edit-settings') ? [addAgentStrings.openSettings()] : [];
    const answer = await vscode.window.showErrorMessage(escapeForNotification(message), ...buttons);
    if (answer !== undefined) await openAgentSettings();
  }
}

/** One run of the command. */
class AddAgent {
  readonly #services: AddAgentServices;
  readonly #machine: MachineFacts;
  readonly #installs: string;
  readonly #address = readSetting('registryUrl');
  readonly #registry: AgentRegistry;
  readonly #icons: RegistryIcons;
  readonly #place: InstallPlace | undefined;
  /** Whether a session was in use when the user began to add an agent. */
  readonly #hadBegun: boolean;

  constructor(services: AddAgentServices, machine: MachineFacts, place: InstallPlace | undefined) {
    this.#place = place;
    this.#services = services;
    this.#hadBegun = services.hasBegun();
    this.#machine = machine;
    const { context, clock } = services;
    this.#installs = join(context.globalStorageUri.fsPath, 'agents');
    this.#registry = agentRegistry(context, clock);
    this.#icons = registryIcons(context);
  }

  async run({ isRegistryOnly, id, entered }: AddAgentRequest): Promise<void> {
    await removeAbandoned(this.#installs, this.#services.clock.now());
    await this.#removeUnused();
    if (entered !== undefined) {
      await this.#addEntered(entered);
      return;
    }
    if (id !== undefined) {
      const found = isRegistryOnly ? undefined : await this.#find(id);
      await (found === undefined ? this.#addById(id) : this.#addFound(found));
      return;
    }
    for (;;) {
      const picked = await new AgentPicker({
        registry: this.#registry,
        icons: this.#icons,
        machine: this.#machine,
        address: this.#address,
        installs: this.#installs,
        configured: userAgents(),
        clock: this.#services.clock,
        isRegistryOnly,
      }).show();
      if (picked === undefined) return;
      if (picked.action === 'select') {
        await this.#add(picked);
        return;
      }
      await this.#remove(picked.name);
    }
  }

  async #find(id: string): Promise<FoundAgent | undefined> {
    const found = await agentsOfMachine(this.#machine);
    return found.find((agent) => agent.id === id);
  }

  async #addById(id: string): Promise<void> {
    const byId = (agents: readonly RegistryAgent[]): RegistryAgent | undefined =>
      agents.find((agent) => agent.id === id);
    const loaded = await this.#registry.load(new AbortController().signal).catch(() => undefined);
    const agent = byId((loaded ?? (await this.#registry.stored())).agents);
    if (agent === undefined) throw unknownId(id);
    await this.#addFromRegistry(agent, undefined);
  }

  async #add({ choice }: Extract<Picked, { action: 'select' }>): Promise<void> {
    switch (choice.kind) {
      case 'found':
        await this.#addFound(choice.agent);
        return;
      case 'registry':
        await this.#addFromRegistry(choice.agent, undefined);
        return;
      case 'update':
        await this.#addFromRegistry(choice.agent, choice.name);
        return;
      case 'configured':
        await openSession(choice.name);
        return;
      case 'demo':
        await openSession(DEMO_AGENT);
        return;
      case 'custom':
      case 'remote':
        await this.#addEntered(choice.kind);
    }
  }

  async #addEntered(kind: 'custom' | 'remote'): Promise<void> {
    const add = kind === 'custom' ? addCustomAgent : addRemoteAgent;
    const name = await add(this.#services);
    if (name !== undefined) await openSession(name);
  }

  async #addFromRegistry(agent: RegistryAgent, replaces: string | undefined): Promise<void> {
    const install = await registryInstall(agent, replaces, {
      fetch: hostFetch,
      installs: this.#installs,
      address: this.#address,
      machine: this.#machine,
      services: this.#services,
    });
    if (install === undefined) return;
    await this.#addConfirmed(install, replaces === undefined ? undefined : agent.version);
  }

  /** `version`: of an update. */
  async #addConfirmed(agent: NewAgent, version?: string): Promise<void> {
    const replaced = installFolderOf(userAgents()[agent.name], this.#installs);
    if (!(await confirmEntry(agent))) return;
    for (;;) {
      const result = await addEntry(agent, this.#services, this.#place);
      if (result === 'cancelled') return;
      if (result !== 'retry') break;
    }
    if (version === undefined) {
      await this.#openAdded(agent.name);
    } else {
      const name = escapeForNotification(agent.name);
      // The agent of the older version goes on until it is restarted, which VS Code's change of settings offers.
      void vscode.window.showInformationMessage(addAgentStrings.updatedAgent(name, version));
      if (replaced !== undefined) await this.#removeVersion(replaced, agent.name);
    }
  }

  /** Removes a version unless an entry starts it, or the agent that has left it may still run from it. */
  async #removeVersion(folder: string, agent: string): Promise<void> {
    if (this.#runs(agent) || this.#usedFolders().some((each) => each.folder === folder)) return;
    await removeInstall(this.#installs, folder);
  }

  async #remove(name: string): Promise<void> {
    const folder = installFolderOf(userAgents()[name], this.#installs);
    const answer = await vscode.window.showWarningMessage(
      addAgentStrings.confirmRemove(spelledOut(name)),
      {
        modal: true,
        detail: folder === undefined ? addAgentStrings.removeEntry() : addAgentStrings.removeFiles(),
      },
      addAgentStrings.removeConfirmed(),
    );
    if (answer === undefined) return;
    const entry = userAgents()[name];
    await removeAgent(name);
    await forgetTokenOf(name, entry, this.#services.context);
    await this.#services.agents.existing(name)?.stop();
    if (folder !== undefined) await this.#removeVersion(folder, name);
  }

  /** Removes versions that no entry starts any more, except of agents that may still run from them. */
  async #removeUnused(): Promise<void> {
    const used = this.#usedFolders();
    for (const folder of await oldInstalls(this.#installs, this.#services.clock.now())) {
      if (isUnused(folder, used, (name) => this.#runs(name))) await removeInstall(this.#installs, folder);
    }
  }

  #usedFolders(): readonly UsedFolder[] {
    return usedFolders(userAgents(), this.#installs);
  }

  /** Adds an agent of this machine. Its first session starts it and says what fails: a trial would start it twice. */
  async #addFound({ name: wanted, path, entry }: FoundAgent): Promise<void> {
    const name = freeName(wanted);
    const question = addAgentStrings.confirmAdd(spelledOut(name));
    const isConfirmed = await confirmEntry({
      name,
      entry,
      notes: [path],
      question,
      confirm: addAgentStrings.add(),
    });
    if (!isConfirmed) return;
    // VS Code may take seconds to write a setting.
    const { clock } = this.#services;
    await withSteps({ name, clock, place: this.#place }, async (report) => {
      report(addAgentStrings.writingSettings());
      await writeAgent(name, entry);
    });
    await this.#openAdded(name);
  }

  #openAdded(name: string): Promise<void> {
    return openAdded(name, !this.#hadBegun && this.#services.hasBegun());
  }

  #runs(name: string): boolean {
    const state = this.#services.agents.existing(name)?.status.state ?? 'stopped';
    return state !== 'stopped' && state !== 'failed';
  }
}

function unknownId(id: string): ParleyError {
  return new ParleyError({
    code: 'unknown-registry-agent',
    message: addAgentStrings.unknownId(spelledOut(id)),
    actions: [],
  });
}

async function openSession(name: string): Promise<void> {
  await runCommand('parley.newSession', name);
}
