// Asks for the name under which an agent is added.
import type { AgentDescription } from '../../../core/ports/agent.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import { addAgentStrings } from './addAgentStrings.ts';
import { askSteps } from '../../../host/window/inputSteps.ts';
import { freeName, userAgents } from './userAgents.ts';

const MAX_NAME = 100;

/** What an agent calls itself, as a name to propose; empty where it says nothing. */
export function nameOf(description: AgentDescription | undefined): string {
  return oneLine((description?.title ?? '').slice(0, MAX_NAME));
}

/** Resolves to a name that no entry has; undefined when the user closed the input. */
export async function askName(title: string, proposed: string): Promise<string | undefined> {
  const values = await askSteps(title, [
    {
      prompt: addAgentStrings.namePrompt(),
      value: proposed,
      problem: (text) => {
        const name = text.trim();
        if (name === '') return addAgentStrings.nameMissing();
        return Object.hasOwn(userAgents(), name) || freeName(name) !== name
          ? addAgentStrings.nameTaken(spelledOut(name))
          : undefined;
      },
    },
  ]);
  return values?.[0]?.trim();
}
