// The setting `parley.agents`: what a user may write there, and the command line it means.
import * as z from 'zod/mini';
import type { NamedValue } from '../secrets/secretRecognition.ts';
import { invalidAgentSetting, ParleyError } from '../errors.ts';
import { settingsStrings } from './settingsStrings.ts';

/** How the process of an agent is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment Parley itself has. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** What `${env:NAME}` in the setting stood for. */
  readonly expanded?: readonly NamedValue[];
  /** Whether a package manager has to download the agent before it starts: then it may take minutes. */
  readonly needsDownload?: boolean;
  /** The command line of the CLI that `command` starts, where that is Parley's own program for RPC mode. */
  readonly behind?: { readonly command: string; readonly args: readonly string[] };
}

const agentSetting = z.object({
  command: z.string().check(z.minLength(1)),
  args: z.exactOptional(z.array(z.string())),
  env: z.exactOptional(
    z.record(z.string(), z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String))),
  ),
  cwd: z.exactOptional(z.string()),
  protocol: z.exactOptional(z.enum(['acp', 'rpc'])),
});

/** Whether an entry of `parley.agents` has the form of an agent. */
export function isAgentSetting(setting: unknown): boolean {
  return agentSetting.safeParse(setting).success;
}

/** What the variables of a setting stand for. */
export interface SettingVariables {
  /** The folder the session works in, absolute. */
  readonly workspaceFolder: string;
  readonly userHome: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What else an agent's setting needs to know. */
export interface LaunchVariables extends SettingVariables {
  /** Whether a path is absolute on this platform. */
  readonly isAbsolute: (path: string) => boolean;
  readonly join: (folder: string, path: string) => string;
  /** The program that speaks ACP in front of a CLI that speaks RPC mode: Node, and its script. Absolute. */
  readonly rpcProgram: { readonly node: string; readonly script: string };
}

/**
 * The command line that the setting of agent `name` means, with `${workspaceFolder}`, `${userHome}` and
 * `${env:NAME}` replaced. Throws a ParleyError that says which part of the setting cannot be used.
 */
export function launchFromSetting(name: string, setting: unknown, variables: LaunchVariables): Launch {
  const parsed = agentSetting.safeParse(setting);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ParleyError(invalidAgentSetting(name, invalidReason(issue?.path ?? [])));
  }
  const { command, args = [], env = {}, cwd, protocol = 'acp' } = parsed.data;
  const expanded: NamedValue[] = [];
  const expand = (text: string): string => expandVariables(text, variables, expanded);
  const folder = cwd === undefined ? variables.workspaceFolder : expand(cwd);
  const launch = {
    command: expand(command),
    args: args.map(expand),
    env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, expand(value)])),
    cwd: variables.isAbsolute(folder) ? folder : variables.join(variables.workspaceFolder, folder),
    ...(expanded.length === 0 ? {} : { expanded }),
  };
  return protocol === 'rpc' ? behindRpcProgram(name, launch, variables.rpcProgram) : launch;
}

/** What is wrong with an agent's setting, by the path of the value that cannot be used. */
function invalidReason(path: readonly PropertyKey[]): string {
  switch (path[0]) {
    case undefined:
      return settingsStrings.agentNotObject();
    case 'command':
      return settingsStrings.agentCommandMissing();
    case 'protocol':
      return settingsStrings.agentProtocolInvalid();
    default:
      return settingsStrings.agentValueInvalid(path.map(String).join('.'));
  }
}

/** The CLI's command line behind that of the program, which runs on the Node of the editor. */
function behindRpcProgram(name: string, cli: Launch, program: LaunchVariables['rpcProgram']): Launch {
  return {
    command: program.node,
    args: [program.script, '--title', name, '--', cli.command, ...cli.args],
    env: { ...cli.env, ELECTRON_RUN_AS_NODE: '1' },
    cwd: cli.cwd,
    behind: { command: cli.command, args: cli.args },
    ...(cli.expanded === undefined ? {} : { expanded: cli.expanded }),
  };
}

/**
 * The text with `${workspaceFolder}`, `${userHome}` and `${env:NAME}` replaced; an unset variable is empty. What the
 * environment gave is added to `expanded`.
 */
export function expandVariables(
  text: string,
  variables: SettingVariables,
  expanded: NamedValue[] = [],
): string {
  return text.replace(
    /\$\{(workspaceFolder|userHome|env:([^}]+))\}/g,
    (_whole, which: string, name?: string) => {
      if (which === 'workspaceFolder') return variables.workspaceFolder;
      if (which === 'userHome') return variables.userHome;
      const value = name === undefined ? undefined : variables.environment[name];
      if (name === undefined || value === undefined) return '';
      expanded.push({ name, value });
      return value;
    },
  );
}
