// The ways to sign in to an agent with what they run: the agent's own program is known from its launch (R27).
import type { Launch, ProcessLaunch } from '../../core/settings/agentSettings.ts';
import type { AuthMethod, TerminalCommand } from '../../core/signIn/authMethod.ts';
import type { ReportedAuthMethod, ReportedCommand } from './authMethodSchema.ts';

/**
 * The methods that the agent listed after it was started by `launch`. A remote agent signs users in itself alone: no
 * program of its computer can be run here, and no variable of its process be set.
 */
export function authMethodsOf(
  reported: readonly ReportedAuthMethod[],
  launch: Launch,
): readonly AuthMethod[] {
  if ('url' in launch) {
    return reported.flatMap(({ command, variables, ...method }): readonly AuthMethod[] =>
      command === undefined && variables === undefined ? [{ ...method, kind: 'agent' }] : [],
    );
  }
  return reported.map(({ command, ...method }): AuthMethod => {
    if (command !== undefined) {
      return { ...method, kind: 'terminal', command: terminalCommand(command, launch) };
    }
    return { ...method, kind: method.variables === undefined ? 'agent' : 'env' };
  });
}

/** Arguments are appended to those of the agent, and variables replace its own. */
function terminalCommand({ program, args, env }: ReportedCommand, launch: ProcessLaunch): TerminalCommand {
  const isOwn = program === undefined;
  return {
    program: program ?? launch.command,
    args: isOwn ? [...launch.args, ...args] : args,
    env: { ...launch.env, ...env },
    methodEnv: env,
    cwd: launch.cwd,
  };
}
