// The scripted agents of the tests as values of the setting `parley.agents`.
import { join } from 'node:path';
import type { RawStep } from '../../support/programs/rawAgent.ts';

/** One agent of the setting. */
export interface AgentSetting {
  readonly command: string;
  readonly args: readonly string[];
}

const support = join(import.meta.dirname, '..', '..', 'support');

/** The well-behaved agent whose prompts say what it does (test/support/programs/fakeAgent.ts). */
export function fakeAgent(title: string, options: Readonly<Record<string, unknown>> = {}): AgentSetting {
  const all = JSON.stringify({ title, ...options });
  return { command: process.execPath, args: [join(support, 'programs', 'fakeAgent.ts'), all] };
}

/** The agent that sends any bytes, step by step (test/support/programs/rawAgent.ts). */
export function rawAgent(steps: readonly RawStep[]): AgentSetting {
  return {
    command: process.execPath,
    args: [join(support, 'programs', 'rawAgent.ts'), JSON.stringify(steps)],
  };
}

/** The agent that only names its session (titleAgent.ts). */
export function titleAgent(title: string): AgentSetting {
  return { command: process.execPath, args: [join(import.meta.dirname, 'titleAgent.ts'), title] };
}

/** The raw agent with session `s1` open. */
export function rawSession(title: string, steps: readonly RawStep[]): AgentSetting {
  return rawAgent([handshake(title), { session: 's1' }, ...steps]);
}

/** The step that answers `initialize` under a title. */
export function handshake(title: string): RawStep {
  return { handshake: { agentInfo: { name: 'raw', title, version: '1.0.0' } } };
}
