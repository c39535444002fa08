// The rows of the agent picker, in their order.
import * as vscode from 'vscode';
import { ageText } from '../../../core/text/age.ts';
import { displayLanguage } from '../../../core/text/localization.ts';
import { visibleLine } from '../../../core/text/visibleText.ts';
import type { RegistryList } from '../node/list/agentRegistry.ts';
import { inOfferedOrder } from '../node/list/wellKnown.ts';
import { agentMarks } from '../node/list/entryMarks.ts';
import { configuredVersion } from '../node/list/configuredVersion.ts';
import { installChoice, type Machine } from '../node/list/installChoice.ts';
import type { RegistryAgent } from '../node/list/registryFormat.ts';
import type { AgentIcon } from '../node/list/registryIcons.ts';
import type { FoundAgent } from '../../../machine/findAgents.ts';
import { withoutIcons } from '../../../host/text/iconText.ts';
import { agentLabel, DEMO_AGENT } from '../../../host/settings/settings.ts';
import { addAgentStrings } from './addAgentStrings.ts';

/** What a row stands for. */
export type PickerChoice =
  | { readonly kind: 'update'; readonly name: string; readonly agent: RegistryAgent }
  | { readonly kind: 'found'; readonly agent: FoundAgent }
  | { readonly kind: 'registry'; readonly agent: RegistryAgent }
  | { readonly kind: 'configured'; readonly name: string }
  | { readonly kind: 'custom' }
  | { readonly kind: 'remote' }
  | { readonly kind: 'demo' }
  | { readonly kind: 'retry' };

export interface PickerItem extends vscode.QuickPickItem {
  /** Undefined for a separator. */
  readonly choice: PickerChoice | undefined;
}

/** The buttons of rows. */
const websiteButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('link-external'),
  tooltip: addAgentStrings.openWebsite(),
});
const removeButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: addAgentStrings.remove(),
});

export interface PickerContent {
  /** The user's entries of `parley.agents`. */
  readonly configured: Readonly<Record<string, unknown>>;
  readonly found: readonly FoundAgent[];
  /** The versions of the programs that were found, by their paths; absent while it is unknown. */
  readonly versions: ReadonlyMap<string, string | undefined>;
  readonly machine: Machine;
  readonly list: RegistryList;
  readonly isLoading: boolean;
  /** Why the list could not be loaded; undefined when it could. */
  readonly failure: string | undefined;
  readonly icon: (agent: RegistryAgent) => AgentIcon | undefined;
  /** The folder of all installs; absolute. */
  readonly installs: string;
  /** Whether only the registry's agents are wanted. */
  readonly isRegistryOnly: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function pickerItems(content: PickerContent): readonly PickerItem[] {
  const { list, isRegistryOnly } = content;
  const configured = Object.entries(content.configured).map(([name, setting]) =>
    configuredAgent(name, setting, content),
  );
  const updates = configured.filter(({ agent, version }) => agent !== undefined && version !== agent.version);
  const others = configured.filter((each) => !updates.includes(each));
  const used = new Set(configured.map(({ agent }) => agent?.id));
  const agents = inOfferedOrder(
    list.agents.filter(({ id }) => !used.has(id)),
    displayLanguage(),
  );
  return [
    ...section(
      addAgentStrings.updates(),
      updates.flatMap((each) => updateItem(each, content)),
    ),
    ...section(
      addAgentStrings.foundHere(),
      isRegistryOnly ? [] : newlyFound(content).map((agent) => foundItem(agent, content)),
    ),
    ...section(
      registryLabel(content),
      agents.map((agent) => registryItem(agent, content)),
    ),
    ...section(addAgentStrings.other(), isRegistryOnly ? [] : [customItem(), remoteItem(), demoItem()]),
    ...section(
      addAgentStrings.added(),
      others.map((each) => configuredItem(each)),
    ),
    // The last row: it is shown whatever is typed, and Enter is to select an agent.
    ...section(addAgentStrings.registry(), failureItem(content)),
  ];
}

function section(label: string, items: readonly PickerItem[]): readonly PickerItem[] {
  if (items.length === 0) return [];
  return [{ label, kind: vscode.QuickPickItemKind.Separator, choice: undefined }, ...items];
}

interface ConfiguredAgent {
  readonly name: string;
  /** The agent of the registry, if it is listed there. */
  readonly agent: RegistryAgent | undefined;
  readonly version: string | undefined;
}

function configuredAgent(
  name: string,
  setting: unknown,
  { list, installs, machine }: PickerContent,
): ConfiguredAgent {
  for (const agent of list.agents) {
    const version = configuredVersion(setting, agent, installs);
    if (version === undefined) continue;
    const isInstallable = installChoice(agent, machine) !== undefined;
    return { name, agent: isInstallable ? agent : undefined, version };
  }
  return { name, agent: undefined, version: undefined };
}

/** What no entry starts yet. */
function newlyFound({ found, configured }: PickerContent): readonly FoundAgent[] {
  const commands = new Set(Object.values(configured).map(commandOf));
  return found.filter(({ entry, path }) => !commands.has(entry.command) && !commands.has(path));
}

function commandOf(setting: unknown): unknown {
  return typeof setting === 'object' && setting !== null && 'command' in setting
    ? setting.command
    : undefined;
}

function updateItem(
  { name, agent, version }: ConfiguredAgent,
  content: PickerContent,
): readonly PickerItem[] {
  if (agent === undefined || version === undefined) return [];
  return [
    {
      choice: { kind: 'update', name, agent },
      label: shown(name),
      description: addAgentStrings.updateFrom(shown(version), shown(agent.version)),
      iconPath: iconOf(content.icon(agent), 'arrow-circle-up'),
      buttons: [removeButton()],
    },
  ];
}

function foundItem(agent: FoundAgent, { versions }: PickerContent): PickerItem {
  const version = versions.get(agent.path);
  return {
    choice: { kind: 'found', agent },
    label: shown(agent.name),
    ...(version === undefined ? {} : { description: shown(version) }),
    detail: shown(agent.path),
    iconPath: new vscode.ThemeIcon('vm'),
  };
}

function registryItem(agent: RegistryAgent, content: PickerContent): PickerItem {
  const choice = installChoice(agent, content.machine);
  const how =
    choice === undefined
      ? addAgentStrings.notSupported()
      : choice.kind === 'binary'
        ? addAgentStrings.byDownload()
        : !choice.isMissing
          ? choice.kind
          : choice.kind === 'npx'
            ? addAgentStrings.needsNode()
            : addAgentStrings.needsUv();
  const website = agent.website ?? agent.repository;
  // One that poses as another agent has the icon of that one.
  const isOdd = choice !== undefined && agentMarks(agent, choice) !== undefined;
  const facts = [shown(agent.version), how, ...(isOdd ? [addAgentStrings.checkFirst()] : [])];
  return {
    choice: { kind: 'registry', agent },
    label: shown(agent.name),
    description: facts.join(' · '),
    detail: shown(agent.description),
    iconPath: isOdd
      ? new vscode.ThemeIcon('warning')
      : iconOf(content.icon(agent), choice === undefined ? 'circle-slash' : 'cloud-download'),
    ...(website === undefined ? {} : { buttons: [websiteButton()] }),
  };
}

function configuredItem({ name, version }: ConfiguredAgent): PickerItem {
  return {
    choice: { kind: 'configured', name },
    label: shown(name),
    ...(version === undefined ? {} : { description: shown(version) }),
    iconPath: new vscode.ThemeIcon('check'),
    buttons: [removeButton()],
  };
}

function customItem(): PickerItem {
  return {
    choice: { kind: 'custom' },
    label: addAgentStrings.customCommand(),
    detail: addAgentStrings.customCommandDetail(),
    iconPath: new vscode.ThemeIcon('terminal'),
    alwaysShow: true,
  };
}

function remoteItem(): PickerItem {
  return {
    choice: { kind: 'remote' },
    label: addAgentStrings.remoteAgent(),
    detail: addAgentStrings.remoteAgentDetail(),
    iconPath: new vscode.ThemeIcon('globe'),
    alwaysShow: true,
  };
}

function demoItem(): PickerItem {
  return {
    choice: { kind: 'demo' },
    label: agentLabel(DEMO_AGENT),
    detail: addAgentStrings.demoDetail(),
    iconPath: new vscode.ThemeIcon('beaker'),
  };
}

/** Why there are no agents of the registry, or only those of an earlier list. */
function failureItem({ failure, isLoading, list }: PickerContent): readonly PickerItem[] {
  if (failure === undefined && (isLoading || list.agents.length > 0)) return [];
  const row =
    failure === undefined
      ? { label: addAgentStrings.registryEmpty(), detail: addAgentStrings.reload(), icon: 'info' }
      : {
          label: addAgentStrings.registryFailed(),
          detail: addAgentStrings.retry(shown(failure)),
          icon: 'warning',
        };
  const { icon, ...texts } = row;
  return [{ ...texts, choice: { kind: 'retry' }, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true }];
}

function registryLabel({ list, isLoading, failure, now }: PickerContent): string {
  if (isLoading) return addAgentStrings.registryLoading();
  if (list.loadedAt === 0) return addAgentStrings.registry();
  if (failure !== undefined) return addAgentStrings.registryOutdated(listDate(list));
  if (list.source !== 'bundled') return addAgentStrings.registryUpdated(ageText(list.loadedAt, now));
  return addAgentStrings.registryBundled(listDate(list));
}

function listDate({ loadedAt }: RegistryList): string {
  return new Intl.DateTimeFormat(displayLanguage(), { dateStyle: 'medium' }).format(loadedAt);
}

function iconOf(icon: AgentIcon | undefined, instead: string): vscode.IconPath {
  if (icon === undefined) return new vscode.ThemeIcon(instead);
  return { dark: vscode.Uri.parse(icon.dark), light: vscode.Uri.parse(icon.light) };
}

/** Text of the registry and of the settings as a row may show it. */
function shown(text: string): string {
  return withoutIcons(visibleLine(text));
}
