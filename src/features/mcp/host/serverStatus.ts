// What becomes of an MCP server in a session, as a short label and a sentence.
import type { ServerAnswer, ServerTest } from '../core/serverAnswer.ts';
import { agentLabel } from '../../../host/settings/settings.ts';
import type { McpRuntime } from './mcpRuntime.ts';
import { mcpUiStrings } from './mcpUiStrings.ts';
import type { CataloguedServer, CatalogSession } from './serverCatalog.ts';

export interface ServerStatus {
  readonly state: 'on' | 'off' | 'left-out';
  readonly label: string;
  /** Empty where there is nothing to say. */
  readonly detail: string;
}

export function serverStatus(
  { use, transport, isOnForAgent }: CataloguedServer,
  { agent }: CatalogSession,
  runtime: Pick<McpRuntime, 'transports' | 'lastTest'>,
): ServerStatus {
  const label = agentLabel(agent);
  if (use.kind === 'left-out')
    return { state: 'left-out', label: mcpUiStrings.leftOut(), detail: use.reason };
  if (use.kind === 'off') return switchStatus({ isOnForAgent, isOnForSession: false }, agent);
  const isTaken = transport === undefined || runtime.transports(agent)?.[transport] !== false;
  if (!isTaken) {
    const detail =
      transport === 'stdio' ? mcpUiStrings.notTakenRemote(label) : mcpUiStrings.notTaken(label, transport);
    return { state: 'left-out', label: mcpUiStrings.leftOut(), detail };
  }
  return {
    ...switchStatus({ isOnForAgent, isOnForSession: true }, agent),
    detail: testText(runtime.lastTest(use.server)),
  };
}

/** Whether the user has a server on, for a session and for its agent. */
export interface ServerSwitch {
  readonly isOnForAgent: boolean;
  readonly isOnForSession: boolean;
}

/** What the switches say where nothing else keeps a server out. */
export function switchStatus({ isOnForAgent, isOnForSession }: ServerSwitch, agent: string): ServerStatus {
  const { inThisSession, onForSessionOnly, offForSession, offForAgent } = mcpUiStrings;
  const label = agentLabel(agent);
  return isOnForSession
    ? { state: 'on', label: isOnForAgent ? inThisSession() : onForSessionOnly(label), detail: '' }
    : { state: 'off', label: isOnForAgent ? offForSession() : offForAgent(label), detail: '' };
}

const ICONS = { on: 'check', off: 'circle-slash', 'left-out': 'warning' } as const;

export function serverIcon({ state }: ServerStatus): string {
  return ICONS[state];
}

/** What a server answered, in one line; empty where it was not asked. Secrets may be in it. */
export function testText(test: ServerTest | undefined): string {
  if (test === undefined) return '';
  return 'answer' in test ? answerText(test.answer) : `${mcpUiStrings.noAnswer()}: ${test.error}`;
}

function answerText({ name, version, durationMs, tools, resources, prompts }: ServerAnswer): string {
  const { toolCount, resourceCount, promptCount } = mcpUiStrings;
  return [
    mcpUiStrings.answered(`${name} ${version}`.trim(), String(durationMs)),
    toolCount(tools.length),
    resourceCount(resources.length),
    promptCount(prompts.length),
  ].join(' · ');
}
