// The program of an agent without the arguments that make it speak ACP: what its documentation calls by its name.
import type { ProcessLaunch } from '../../core/settings/agentSettings.ts';

/** Programs that run another one, which their first argument names that is no option. */
const RUNNERS: ReadonlySet<string> = new Set([
  'npx',
  'bunx',
  'uvx',
  'pnpx',
  'node',
  'bun',
  'deno',
  'python',
  'python3',
]);
/** The words behind some of them before that argument. */
const SUBCOMMANDS: ReadonlySet<string> = new Set(['x', 'run', 'exec', 'dlx']);
const MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'deno', 'uv']);
/** Options of runners that have their value in the next argument. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  '-p',
  '--package',
  '--from',
  '--with',
  '--registry',
  '--cache',
  '--prefix',
  '--userconfig',
  '-r',
  '--require',
  '--import',
  '--loader',
  '--python',
]);

/** `npx -y opencode-ai` of `npx -y opencode-ai acp`, `/opt/agent` of `/opt/agent acp`. */
export function ownProgram({ command, args }: ProcessLaunch): Pick<ProcessLaunch, 'command' | 'args'> {
  const name = command.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat)$/i, '');
  const isManager = MANAGERS.has(name) && SUBCOMMANDS.has(args[0] ?? '');
  if (!isManager && !RUNNERS.has(name)) return { command, args: [] };
  let index = isManager ? 1 : 0;
  for (; index < args.length; index++) {
    const word = args[index] ?? '';
    if (WITH_VALUE.has(word)) index++;
    // Python runs a module by an option.
    else if (word === '-m') return { command, args: args.slice(0, index + 2) };
    else if (word === '--') return { command, args: args.slice(0, index + 2) };
    else if (!word.startsWith('-')) break;
  }
  return { command, args: args.slice(0, index + 1) };
}
