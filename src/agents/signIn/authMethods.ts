// The ways to sign in to an agent with what they run: the agent's own program is known from its launch (R27).
import type { Launch, ProcessLaunch } from '../../core/settings/agentSettings.ts';
import type { AuthMethod, TerminalCommand } from '../../core/signIn/authMethod.ts';
import { isBareName } from '../../../packages/process/programPath.ts';
import { ownProgram } from './ownProgram.ts';
import type { ReportedAuthMethod, ReportedCommand } from './authMethodSchema.ts';

/**
 * The methods that the agent listed after it was started by `launch`. A remote agent signs users in itself, with a key
 * where it asks for one: no program of its computer can be run here, and no variable of its process be set.
 */
export function authMethodsOf(
  reported: readonly ReportedAuthMethod[],
  launch: Launch,
  hasProgram: (program: string) => boolean,
): readonly AuthMethod[] {
  if ('url' in launch) {
    return reported.flatMap(({ command, variables, ...method }): readonly AuthMethod[] => {
      if (method.passesKey === true && variables !== undefined)
        return [{ ...method, variables, kind: 'env' }];
      return command === undefined && variables === undefined ? [{ ...method, kind: 'agent' }] : [];
    });
  }
  const listed = reported.map(({ command, ...method }): AuthMethod => {
    if (command !== undefined) {
      return { ...method, kind: 'terminal', command: terminalCommand(command, launch, hasProgram) };
    }
    return { ...method, kind: method.variables === undefined ? 'agent' : 'env' };
  });
  return [...listed, ...describedVariables(listed)];
}

/** A variable that holds a key, as descriptions name it. */
const KEY_VARIABLE = /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,4}_(?:KEY|TOKEN|SECRET)\b/g;

/**
 * Methods for the variables that agents only write about, as Qwen Code does since the protocol has no type for them: its
 * own method fails until the variable is set.
 */
function describedVariables(methods: readonly AuthMethod[]): readonly AuthMethod[] {
  const asked = new Set(methods.flatMap(({ variables = [] }) => variables.map(({ name }) => name)));
  const described = methods.flatMap(({ kind, description }) =>
    kind === 'agent' ? (description.match(KEY_VARIABLE) ?? []) : [],
  );
  return [...new Set(described)]
    .filter((name) => !asked.has(name))
    .map((name) => ({
      id: `parley.variable:${name}`,
      name,
      description: '',
      kind: 'env',
      variables: [{ name, label: '', isSecret: true, isOptional: false }],
    }));
}

/**
 * Arguments are appended to those of the agent, and variables replace its own. A program that an agent names by its own
 * name may be on no PATH, where the agent was started by its path or by `npx`: then its own program is run.
 */
function terminalCommand(
  { program, args, env }: ReportedCommand,
  launch: ProcessLaunch,
  hasProgram: (program: string) => boolean,
): TerminalCommand {
  const own = program === undefined ? launch : ownProgram(launch);
  const isNamed = program !== undefined && (!isBareName(program) || hasProgram(program));
  return {
    program: isNamed ? program : own.command,
    args: isNamed ? args : [...own.args, ...args],
    env: { ...launch.env, ...env },
    methodEnv: env,
    cwd: launch.cwd,
  };
}
