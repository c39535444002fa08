// The order in which agents are offered: the well-known by how many use them, then all others by name.

const WELL_KNOWN: readonly string[] = [
  'claude-acp',
  'codex-acp',
  'gemini',
  'github-copilot-cli',
  'opencode',
  'qwen-code',
  'cursor',
  'goose',
];

interface NamedAgent {
  /** The id in the ACP registry. */
  readonly id: string;
  readonly name: string;
}

/** The agents in the order in which they are offered; names are compared as the language does. */
export function inOfferedOrder<T extends NamedAgent>(agents: readonly T[], language: string): readonly T[] {
  return agents.toSorted(
    (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, language),
  );
}

/** Whether the agent is offered where there is room for a few only. */
export function isWellKnown({ id }: Pick<NamedAgent, 'id'>): boolean {
  return WELL_KNOWN.includes(id);
}

function rank({ id }: NamedAgent): number {
  const index = WELL_KNOWN.indexOf(id);
  return index === -1 ? WELL_KNOWN.length : index;
}
