// The ways to sign in to an agent with what they run: the agent's own program is known from its launch (R27).
import type { Launch } from '../../core/settings/agentSettings.ts';
import type { AuthMethod, TerminalCommand } from '../../core/signIn/authMethod.ts';
import type { ReportedAuthMethod, ReportedCommand } from './authMethodSchema.ts';

/** The methods that the agent listed after it was started by `launch`. */
export function authMethodsOf(
  reported: readonly ReportedAuthMethod[],
  launch: Launch,
): readonly AuthMethod[] {
  return reported.map(({ command, ...method }): AuthMethod => {
    if (command !== undefined) {
      return { ...method, kind: 'terminal', command: terminalCommand(command, launch) };
    }
    return { ...method, kind: method.variables === undefined ? 'agent' : 'env' };
  });
}

/** Arguments are appended to those of the agent, and variables replace its own. */
function terminalCommand({ program, args, env }: ReportedCommand, launch: Launch): TerminalCommand {
  const isOwn = program === undefined;
  return {
    program: program ?? launch.command,
    args: isOwn ? [...launch.args, ...args] : args,
    env: { ...launch.env, ...env },
    methodEnv: env,
    cwd: launch.cwd,
  };
}
