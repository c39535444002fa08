// What is done with agents beside sessions, loaded on use: trials, checks, questions.
import type { StartProbe } from '../core/ports/agentProbe.ts';
import type { AskAgent } from '../core/ports/askAgent.ts';
import type { TryAgent } from '../host/agents/tryAgent.ts';
import type { AgentLauncher } from '../host/agents/agentPorts.ts';
import { agentLabel } from '../host/settings/settings.ts';
import type { HostServices } from '../host/window/hostServices.ts';
import { clientInfo, prepareProcesses } from './agentMaker.ts';

/** Starts agents that the user wants to add, to see whether they work. */
export function agentTrial({ context, clock }: HostServices): TryAgent {
  return async (options) => {
    const [{ tryAgent }] = await Promise.all([import('../agents/tryAgent.ts'), prepareProcesses(context)]);
    return tryAgent({ ...options, clientInfo: clientInfo(context), clock });
  };
}

/** Starts agents on their own, in the same way as for sessions. */
export function agentProbes({ context, clock, redactors }: HostServices): (name: string) => StartProbe {
  return (name) => async (options) => {
    const { startProbe } = await import('../agents/startProbe.ts');
    return startProbe({ ...options, clientInfo: clientInfo(context), clock, redactor: redactors.of(name) });
  };
}

/** Asks agents questions outside of all sessions, in processes of their own. */
export function agentQuestions(
  { context, clock, logs, redactors, choices }: HostServices,
  launcher: AgentLauncher,
): AskAgent {
  return async (name, options) => {
    const { askOnce } = await import('../agents/askOnce.ts');
    return askOnce({
      ...options,
      name,
      label: agentLabel(name),
      launch: () => launcher.launch(name),
      onOpened: (sessionId) => void choices.hideSession(name, sessionId),
      clientInfo: clientInfo(context),
      clock,
      log: logs.agent(name),
      redactor: redactors.of(name),
    });
  };
}
