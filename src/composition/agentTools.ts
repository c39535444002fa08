// What is done with agents beside sessions, loaded on use: trials, checks, questions, sign-in in a terminal.
import type { AskAgent } from '../core/ports/askAgent.ts';
import type { TryAgent } from '../host/addAgent/addAgentServices.ts';
import type { CheckPreparation } from '../host/agentCheck/agentCheckCommands.ts';
import type { AgentLauncher } from '../host/agents/agentPorts.ts';
import type { McpArea } from '../host/mcp/createMcp.ts';
import type { ResolveTerminalCommand } from '../host/signIn/createSignIn.ts';
import { agentLabel } from '../host/settings/settings.ts';
import type { ProtocolTools } from '../host/protocolView/protocolCommands.ts';
import type { HostServices } from '../host/window/hostServices.ts';
import { clientInfo, prepareProcesses } from './agentMaker.ts';

/** Finds what a sign-in method runs in a terminal. */
export const terminalCommandResolver: ResolveTerminalCommand = async (command, label) => {
  const { resolveTerminalCommand } = await import('../agents/signIn/terminalCommand.ts');
  return resolveTerminalCommand(command, label);
};

/** Starts agents that the user wants to add, to see whether they work. */
export function agentTrial({ context, clock }: HostServices): TryAgent {
  return async (options) => {
    const [{ tryAgent }] = await Promise.all([import('../agents/tryAgent.ts'), prepareProcesses(context)]);
    return tryAgent({ ...options, clientInfo: clientInfo(context), clock });
  };
}

/** Starts agents for a check, in the same way as for sessions. */
export function agentChecks(
  { context, clock, redactors }: HostServices,
  launcher: AgentLauncher,
  mcp: McpArea,
): CheckPreparation {
  return {
    prepare: async (name) => {
      const launch = await launcher.launch(name);
      const { servers, problems } = await mcp.serversForCheck(name);
      return { launch, servers, serverProblems: problems };
    },
    mcp,
    startProbe: (name) => async (options) => {
      const { startProbe } = await import('../agents/startProbe.ts');
      return startProbe({ ...options, clientInfo: clientInfo(context), clock, redactor: redactors.of(name) });
    },
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

/** Looks at messages with the schemas by which agents are understood. */
export async function loadProtocolTools(): Promise<ProtocolTools> {
  const [{ ProtocolInspector }, { replayRecords }] = await Promise.all([
    import('../agents/inspection/protocolInspector.ts'),
    import('../agents/inspection/replayRecords.ts'),
  ]);
  return { newInspector: () => new ProtocolInspector(), replay: replayRecords };
}
