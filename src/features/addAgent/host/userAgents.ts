// The user's entries of `parley.agents`: their names, their text, and how one is written or removed.
import { ParleyError } from '../../../core/errors.ts';
import { spelledOut } from '../../../core/text/spelledOut.ts';
import type { AgentEntry } from '../../../core/settings/agentEntry.ts';
import { readUserSetting, writeSetting } from '../../../host/contributions/settings.ts';
import { areAgentsUnreadable, DEMO_AGENT } from '../../../host/settings/settings.ts';
import { addAgentStrings } from './addAgentStrings.ts';

/** An entry of the setting `parley.agents` for an agent on a server. */
export interface RemoteEntry {
  readonly url: string;
}

/** The user's entries by name. Throws a ParleyError where the setting is no object, and nothing can be added to it. */
export function userAgents(): Readonly<Record<string, unknown>> {
  if (!areAgentsUnreadable()) return readUserSetting('agents');
  throw new ParleyError({
    code: 'agents-unreadable',
    message: addAgentStrings.agentsUnreadable(),
    actions: ['edit-settings'],
  });
}

/** A name that no entry has yet: the wanted one, else with a number. */
export function freeName(wanted: string): string {
  const taken = new Set([DEMO_AGENT, '__proto__', ...Object.keys(userAgents())]);
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const name = `${wanted} ${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Writes an entry: a new one after the others, a known one in its place. Rejects as VS Code does. */
export async function writeAgent(name: string, entry: AgentEntry | RemoteEntry): Promise<void> {
  await writeSetting('agents', { ...userAgents(), [name]: entry });
}

/** Removes an entry. Rejects as VS Code does. */
export async function removeAgent(name: string): Promise<void> {
  const others = Object.entries(userAgents()).filter(([each]) => each !== name);
  await writeSetting('agents', Object.fromEntries(others));
}

/** An entry as it will stand in the settings, with nothing in it that could hide. */
export function entryText(name: string, entry: AgentEntry | RemoteEntry): string {
  const fields = Object.entries(entry).map(([key, value]) => `  ${JSON.stringify(key)}: ${jsonLine(value)}`);
  const lines = [
    `${JSON.stringify(name)}: {`,
    ...fields.map((line, index) => (index < fields.length - 1 ? `${line},` : line)),
    '}',
  ];
  return lines.map(spelledOut).join('\n');
}

/** JSON on one line, with a blank after each comma. */
function jsonLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${jsonLine(each)}`);
  return `{ ${pairs.join(', ')} }`;
}
