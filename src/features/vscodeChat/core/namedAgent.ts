// Finds the agent that a text names: exactly, in another case, or at the beginning of a task.

/** An agent by its key in the settings, and what the user calls it. */
export interface NamedAgent {
  readonly name: string;
  readonly label: string;
}

export function agentNamed(agents: readonly NamedAgent[], name: string): NamedAgent | undefined {
  const wanted = name.trim();
  return (
    agents.find((agent) => agent.name === wanted) ??
    agents.find((agent) => namesOf(agent).some((each) => each === wanted.toLowerCase()))
  );
}

/** The agent that a task begins with, the longest name first, and the task without it. */
export function splitAgent(
  agents: readonly NamedAgent[],
  text: string,
): { readonly agent?: NamedAgent; readonly task: string } {
  const task = text.trim();
  const lower = task.toLowerCase();
  const matches = agents
    .flatMap((agent) => namesOf(agent).map((name) => ({ agent, name })))
    .filter(({ name }) => lower.startsWith(name) && /^(?:$|[\s:,])/.test(lower.slice(name.length)))
    .toSorted((one, other) => other.name.length - one.name.length);
  const [found] = matches;
  if (found === undefined) return { task };
  return { agent: found.agent, task: task.slice(found.name.length).replace(/^[\s:,]+/, '') };
}

function namesOf({ name, label }: NamedAgent): readonly string[] {
  return [name.toLowerCase(), label.toLowerCase()];
}
