// The agent picker: shows what is known soon, and what is loaded as it comes.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { describeError } from '../../../core/errors.ts';
import type { AgentRegistry, RegistryList } from '../node/list/agentRegistry.ts';
import type { RegistryAgent } from '../node/list/registryFormat.ts';
import type { RegistryIcons } from '../node/list/registryIcons.ts';
import type { FoundAgent } from '../../../machine/findAgents.ts';
import type { MachineFacts } from '../node/machine.ts';
import { programVersion } from '../../../machine/programVersion.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { addAgentStrings } from './addAgentStrings.ts';
import { pickerItems, type PickerChoice, type PickerItem } from './pickerItems.ts';
import { agentsOfMachine, iconAddress } from './sources.ts';

export interface AgentPickerOptions {
  readonly registry: AgentRegistry;
  readonly icons: RegistryIcons;
  readonly machine: MachineFacts;
  /** The address of the registry. */
  readonly address: string;
  readonly installs: string;
  readonly configured: Readonly<Record<string, unknown>>;
  readonly clock: Clock;
  readonly isRegistryOnly: boolean;
}

/** What the user selected, or wants to be removed. */
export type Picked =
  | { readonly action: 'select'; readonly choice: Exclude<PickerChoice, { kind: 'retry' }> }
  | { readonly action: 'remove'; readonly name: string };

const MAX_IN_FLIGHT = 4;

/** What comes within this time is shown at once: with each new list, VS Code makes the first row active for a moment. */
const COLLECT_MS = 150;

/** How long the stored list and the agents of the machine are waited for: rows that come later move those below them. */
const FIRST_ROWS_MS = 500;

/** One showing of the picker. */
export class AgentPicker {
  readonly #options: AgentPickerOptions;
  readonly #pick = vscode.window.createQuickPick<PickerItem>();
  readonly #owned = new DisposableStore();
  readonly #closed = new AbortController();
  readonly #refresh: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('refresh'),
    tooltip: addAgentStrings.refresh(),
  };
  readonly #versions = new Map<string, string | undefined>();
  #found: readonly FoundAgent[] = [];
  #list: RegistryList = { agents: [], malformed: 0, source: 'bundled', loadedAt: 0 };
  #failure: string | undefined;
  #isLoading = false;
  #drawing: Disposable | undefined;

  constructor(options: AgentPickerOptions) {
    this.#options = options;
    this.#owned.add(this.#pick);
  }

  /** Resolves to what the user chose; to undefined when they closed it. */
  async show(): Promise<Picked | undefined> {
    const pick = this.#pick;
    const picked = Promise.withResolvers<Picked | undefined>();
    pick.title = addAgentStrings.title();
    pick.placeholder = addAgentStrings.placeholder();
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.keepScrollPosition = true;
    pick.buttons = [this.#refresh];
    this.#owned.add(pick.onDidTriggerButton(() => void this.#load()));
    this.#owned.add(pick.onDidHide(() => picked.resolve(undefined)));
    this.#owned.add(
      pick.onDidTriggerItemButton(({ item }) => {
        const { choice } = item;
        if (choice?.kind === 'registry') void openWebsite(choice.agent);
        else if (choice?.kind === 'configured' || choice?.kind === 'update') {
          picked.resolve({ action: 'remove', name: choice.name });
        }
      }),
    );
    this.#owned.add(
      pick.onDidAccept(() => {
        const choice = pick.selectedItems[0]?.choice;
        if (choice === undefined) return;
        if (choice.kind === 'retry') void this.#load();
        else picked.resolve({ action: 'select', choice });
      }),
    );
    pick.busy = true;
    this.#drawing = this.#options.clock.after(FIRST_ROWS_MS, () => this.#draw());
    pick.show();
    void this.#fill();
    try {
      return await picked.promise;
    } finally {
      this.#closed.abort();
      this.#drawing?.dispose();
      this.#owned.dispose();
    }
  }

  async #fill(): Promise<void> {
    const { registry, icons, machine, clock, isRegistryOnly } = this.#options;
    this.#isLoading = true;
    const finding = isRegistryOnly ? [] : agentsOfMachine(machine);
    await icons.read();
    this.#list = await registry.stored();
    this.#found = await finding;
    this.#draw();
    const next = this.#found.values();
    const readVersions = async (): Promise<void> => {
      for (const { path } of next) {
        if (this.#closed.signal.aborted) return;
        this.#versions.set(path, await programVersion(path, { env: machine.env, cwd: homedir(), clock }));
        this.#scheduleRender();
      }
    };
    await Promise.all([this.#load(), ...Array.from({ length: MAX_IN_FLIGHT }, readVersions)]);
  }

  async #load(): Promise<void> {
    const { registry } = this.#options;
    const { signal } = this.#closed;
    this.#isLoading = true;
    this.#failure = undefined;
    this.#draw();
    try {
      this.#list = await registry.load(signal);
    } catch (error) {
      this.#failure = describeError(error).message;
    }
    this.#isLoading = false;
    this.#draw();
    if (!signal.aborted && this.#failure === undefined) await this.#loadIcons();
  }

  async #loadIcons(): Promise<void> {
    const { icons, address } = this.#options;
    const addresses = this.#list.agents.flatMap((agent) => iconAddress(agent, address) ?? []);
    await icons.load(addresses, {
      signal: this.#closed.signal,
      trusted: address,
      onLoad: () => this.#scheduleRender(),
    });
  }

  /**
   * The row that the user has moved to with the arrow keys. Not while they type, nor where they did not move: VS Code
   * then makes the first row that matches active, and a row that does not match would leave none to be accepted.
   */
  #movedTo(): string | undefined {
    const { value, items, activeItems } = this.#pick;
    const first = items.find(({ choice }) => choice !== undefined);
    return value !== '' || activeItems[0] === first ? undefined : keyOf(activeItems[0]);
  }

  #scheduleRender(): void {
    if (this.#closed.signal.aborted) return;
    this.#drawing ??= this.#options.clock.after(COLLECT_MS, () => this.#draw());
  }

  #draw(): void {
    this.#drawing?.dispose();
    this.#drawing = undefined;
    if (this.#closed.signal.aborted) return;
    const { configured, machine, installs, icons, address, clock, isRegistryOnly } = this.#options;
    const active = this.#movedTo();
    this.#pick.busy = this.#isLoading;
    const items = pickerItems({
      configured,
      machine,
      installs,
      isRegistryOnly,
      found: this.#found,
      versions: this.#versions,
      list: this.#list,
      isLoading: this.#isLoading,
      failure: this.#failure,
      icon: (agent) => {
        const found = iconAddress(agent, address);
        return found === undefined ? undefined : icons.icon(found);
      },
      now: clock.now(),
    });
    this.#pick.items = items;
    // What the user has moved to stays active while rows come in.
    const same = active === undefined ? undefined : items.find((item) => keyOf(item) === active);
    if (same !== undefined) this.#pick.activeItems = [same];
  }
}

function keyOf(item: PickerItem | undefined): string | undefined {
  const choice = item?.choice;
  if (choice === undefined) return undefined;
  const agent = 'agent' in choice ? choice.agent.id : '';
  return `${choice.kind} ${agent} ${'name' in choice ? choice.name : ''}`;
}

async function openWebsite({ website, repository }: RegistryAgent): Promise<void> {
  const address = URL.parse(website ?? repository ?? '');
  if (address?.protocol === 'https:') await vscode.env.openExternal(vscode.Uri.parse(address.href));
}
