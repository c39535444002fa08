// The agents that an empty chat offers to a user who has none: those of this machine, and well-known ones to install.
import type * as vscode from 'vscode';
import type { AgentChoice } from '../../../core/panel/agentChoice.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { installChoice } from '../node/list/installChoice.ts';
import { inspectMachine } from '../node/machine.ts';
import { agentRegistry, agentsOfMachine } from './sources.ts';

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

/**
 * Looks at the machine and at the list that is stored: nothing is loaded from the network, and nothing but the login
 * shell is started.
 */
export async function firstChoices(
  context: vscode.ExtensionContext,
  clock: Clock,
): Promise<readonly AgentChoice[]> {
  const machine = await inspectMachine();
  const [found, { agents }] = await Promise.all([
    agentsOfMachine(machine),
    agentRegistry(context, clock).stored(),
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
