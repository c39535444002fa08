// The agents that an empty chat offers to a user who has none: those of this machine, and well-known ones to install.
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { AgentChoice } from '../../core/panel/agentChoice.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import { AgentRegistry } from '../../registry/list/agentRegistry.ts';
import { installChoice } from '../../registry/list/installChoice.ts';
import { findAgents } from '../../registry/machine/findAgents.ts';
import { inspectMachine } from '../../registry/machine/machine.ts';
import { readSetting } from '../contributions/settings.ts';

const MAX_CHOICES = 6;

/** In the order in which they are offered, as far as they can be installed here. */
const WELL_KNOWN = [
  'claude-acp',
  'codex-acp',
  'gemini',
  'github-copilot-cli',
  'opencode',
  'qwen-code',
  'cursor',
  'goose',
];

/** Looks at the machine and at the list that is stored: nothing is loaded from the network, and nothing is started. */
export async function firstChoices(
  context: vscode.ExtensionContext,
  clock: Clock,
): Promise<readonly AgentChoice[]> {
  const machine = await inspectMachine();
  const workspaceFolders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const registry = new AgentRegistry({
    fetch: (address, init) => globalThis.fetch(address, init),
    address: () => readSetting('registryUrl'),
    folder: join(context.globalStorageUri.fsPath, 'registry'),
    bundled: context.asAbsolutePath(join('media', 'registry.json')),
    clock,
  });
  const [found, { agents }] = await Promise.all([
    findAgents({ env: machine.env, home: homedir(), workspaceFolders }),
    registry.stored(),
  ]);
  const foundIds = new Set(found.map(({ id }) => id));
  const installable = WELL_KNOWN.filter((id) => !foundIds.has(id)).flatMap((id) => {
    const agent = agents.find((each) => each.id === id);
    const choice = agent === undefined ? undefined : installChoice(agent, machine);
    return agent === undefined || choice === undefined ? [] : [{ id, name: agent.name, choice }];
  });
  return [
    ...found.map(({ id, name }) => ({ id, name, state: 'found' as const })),
    ...installable.map(({ id, name, choice }) => ({
      id,
      name,
      state: 'installable' as const,
      ...(choice.kind === 'binary' || !choice.isMissing
        ? {}
        : { needs: choice.kind === 'npx' ? ('node' as const) : ('uv' as const) }),
    })),
  ].slice(0, MAX_CHOICES);
}
