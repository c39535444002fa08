// The agents that an empty chat offers to a user who has none: those of this machine, and well-known ones to install.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { AgentChoice } from '../../../core/panel/agentChoice.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { displayLanguage } from '../../../core/text/localization.ts';
import type { KnownVersions } from '../../../machine/knownVersions.ts';
import { installChoice } from '../node/list/installChoice.ts';
import type { RegistryAgent } from '../node/list/registryFormat.ts';
import { inOfferedOrder, isWellKnown } from '../node/list/wellKnown.ts';
import { inspectMachine, type MachineFacts } from '../node/machine.ts';
import { readSetting } from './registrySettings.ts';
import { agentRegistry, agentsOfMachine, iconAddress, registryIcons } from './sources.ts';

const MAX_CHOICES = 6;

export interface FirstChoicesOptions {
  readonly context: vscode.ExtensionContext;
  readonly clock: Clock;
  readonly versions: KnownVersions;
  /** Called before anything is started: no process may be left behind. */
  readonly prepareProcesses: () => Promise<unknown>;
}

/**
 * Looks at the machine and at the list and the icons that are stored, and shows the agents; and again with the versions of
 * those that are there, unless the workspace is restricted. Nothing is loaded from the network, and nothing but the login
 * shell and what says a version is started.
 */
export async function firstChoices(
  { context, clock, versions, prepareProcesses }: FirstChoicesOptions,
  show: (choices: readonly AgentChoice[]) => void,
): Promise<void> {
  const machine = await inspectMachine();
  const icons = registryIcons(context);
  const [found, { agents }] = await Promise.all([
    agentsOfMachine(machine),
    agentRegistry(context, clock).stored(),
    icons.read(),
  ]);
  const address = readSetting('registryUrl');
  const withIcon = (id: string): Pick<AgentChoice, 'icon'> => {
    const agent = agents.find((each) => each.id === id);
    const source = agent === undefined ? undefined : iconAddress(agent, address);
    const icon = source === undefined ? undefined : icons.icon(source);
    return icon === undefined ? {} : { icon };
  };
  const here = inOfferedOrder(found, displayLanguage()).slice(0, MAX_CHOICES);
  const hereIds = new Set(found.map(({ id }) => id));
  const others = inOfferedOrder(agents, displayLanguage())
    .filter((agent) => isWellKnown(agent) && !hereIds.has(agent.id))
    .flatMap((agent) => installable(agent, machine).map((choice) => ({ ...choice, ...withIcon(agent.id) })));
  const choices = (versionOf: ReadonlyMap<string, string>): readonly AgentChoice[] => [
    ...here.map(({ id, name, path }) => {
      const version = versionOf.get(path);
      return {
        id,
        name,
        state: 'found' as const,
        ...(version === undefined ? {} : { version }),
        ...withIcon(id),
      };
    }),
    ...others.slice(0, MAX_CHOICES - here.length),
  ];
  show(choices(new Map()));
  if (here.length === 0 || !vscode.workspace.isTrusted) return;
  await prepareProcesses();
  const known = await Promise.all(
    here.map(async ({ path }) => {
      const version = await versions.of(path, { env: machine.env, cwd: homedir(), clock });
      return version === undefined ? [] : [[path, version] as const];
    }),
  );
  show(choices(new Map(known.flat())));
}

function installable(agent: RegistryAgent, machine: MachineFacts): readonly AgentChoice[] {
  const choice = installChoice(agent, machine);
  if (choice === undefined) return [];
  const { id, name } = agent;
  const needs = choice.kind === 'npx' ? 'node' : 'uv';
  return [
    {
      id,
      name,
      state: 'installable',
      ...(choice.kind === 'binary' || !choice.isMissing ? {} : { needs }),
    },
  ];
}
