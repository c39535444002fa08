// Finds the program of a sign-in command as the agent's own program is found.
import { ParleyError } from '../../core/errors.ts';
import type { ResolvedCommand } from '../../core/ports/signInTerminal.ts';
import type { TerminalCommand } from '../../core/signIn/authMethod.ts';
import { signInCommandRefused, signInProgramMissing } from '../../core/signIn/signInErrors.ts';
import { userEnvironment } from '../../process/userEnvironment.ts';
import { findProgram } from '../../../packages/process/programPath.ts';

/** What the command prompt of Windows may read as more than a text, even between quotation marks. */
const COMMAND_PROMPT_SYNTAX = /["%!^&|<>\r\n]/;

/** Rejects with a ParleyError where there is no such program. `label`: the agent as the user knows it. */
export async function resolveTerminalCommand(
  { program, args, env, cwd }: TerminalCommand,
  label: string,
  platform: NodeJS.Platform = process.platform,
): Promise<ResolvedCommand> {
  const environment = await userEnvironment(env);
  const file = findProgram(program, { env: environment, cwd });
  if (file === undefined) throw new ParleyError(signInProgramMissing(label, program));
  if (platform === 'win32') {
    return /\.(?:cmd|bat)$/i.test(file)
      ? { ...commandPromptLine(file, args), env, cwd }
      : { file, args, env, cwd };
  }
  const { PATH: path } = environment;
  return { file, args, env: path === undefined ? env : { ...env, PATH: path }, cwd };
}

/** Windows starts scripts by the command prompt, whose rules of quoting are its own. */
function commandPromptLine(script: string, args: readonly string[]): Pick<ResolvedCommand, 'file' | 'args'> {
  const [problem] = [script, ...args].flatMap((word) => COMMAND_PROMPT_SYNTAX.exec(word)?.[0] ?? []);
  if (problem !== undefined) throw new ParleyError(signInCommandRefused(problem));
  const line = [script, ...args].map((word) => `"${word}"`).join(' ');
  return { file: process.env['ComSpec'] ?? 'cmd.exe', args: `/d /s /c "${line}"` };
}
