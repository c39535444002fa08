// The setting `parley.agents`: what a user may write there, and the command line or the address it means.
import * as z from 'zod/mini';
import type { NamedValue } from '../secrets/secretRecognition.ts';
import { invalidAgentSetting, ParleyError } from '../errors.ts';
import { headerProblem, remoteAddress } from './remoteAddress.ts';
import { settingsStrings } from './settingsStrings.ts';

/** How an agent is started, or reached where it runs on a server. */
export type Launch = ProcessLaunch | RemoteLaunch;

/** How a remote agent is reached. */
export interface RemoteLaunch {
  /** With one of the schemes `wss`, `https`, `ws` and `http`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as bearer token; from the secret storage, never from the settings. */
  readonly token?: string;
  /** Whether a proxy is configured, through which all requests have to go. */
  readonly isProxied?: boolean;
  /** What `${env:NAME}` in the setting stood for. */
  readonly expanded?: readonly NamedValue[];
}

/** How the process of an agent is started. */
export interface ProcessLaunch {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment Parley itself has. */
  readonly env: Readonly<Record<string, string>>;
  /** What the user entered to sign in: added to `env` for the agent's own process, and for no other. */
  readonly secretEnv?: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** What `${env:NAME}` in the setting stood for. */
  readonly expanded?: readonly NamedValue[];
  /** Whether a package manager has to download the agent before it starts: then it may take minutes. */
  readonly needsDownload?: boolean;
  /** The command line of the CLI that `command` starts, where that is Parley's own program for RPC mode. */
  readonly behind?: { readonly command: string; readonly args: readonly string[] };
}

/** Whether a package manager has to download the agent before it starts. */
export function isDownloaded(launch: Launch): boolean {
  return 'needsDownload' in launch && launch.needsDownload === true;
}

/** A text that may also be written as a number or a Boolean. */
export const scalarText = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String));

const remoteSetting = z.object({
  url: z.string().check(z.minLength(1)),
  headers: z.exactOptional(z.record(z.string(), scalarText)),
});

const processSetting = z.object({
  command: z.string().check(z.minLength(1)),
  args: z.exactOptional(z.array(z.string())),
  env: z.exactOptional(z.record(z.string(), scalarText)),
  cwd: z.exactOptional(z.string()),
  protocol: z.exactOptional(z.enum(['acp', 'rpc'])),
});

/** Whether an entry of `parley.agents` has the form of an agent. */
export function isAgentSetting(setting: unknown): boolean {
  return isRemoteSetting(setting)
    ? remoteSetting.safeParse(setting).success
    : processSetting.safeParse(setting).success;
}

/** Whether an entry is meant as that of a remote agent. One with a command too is ambiguous, and is that of a program. */
export function isRemoteSetting(setting: unknown): setting is object {
  return (
    typeof setting === 'object' &&
    setting !== null &&
    Object.hasOwn(setting, 'url') &&
    !Object.hasOwn(setting, 'command')
  );
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
 * The command line or the address that the setting of agent `name` means, with `${workspaceFolder}`, `${userHome}` and
 * `${env:NAME}` replaced. Throws a ParleyError that says which part of the setting cannot be used.
 */
export function launchFromSetting(name: string, setting: unknown, variables: LaunchVariables): Launch {
  return isRemoteSetting(setting)
    ? remoteLaunch(name, setting, variables)
    : processLaunch(name, setting, variables);
}

function remoteLaunch(name: string, setting: object, variables: LaunchVariables): RemoteLaunch {
  const { url: text, headers: given = {} } = parsedSetting(name, setting, remoteSetting);
  const expanded: NamedValue[] = [];
  const expand = (value: string): string => expandVariables(value, variables, expanded);
  const url = expand(text).trim();
  if (remoteAddress(url) === undefined) {
    throw new ParleyError(invalidAgentSetting(name, settingsStrings.agentUrlInvalid()));
  }
  const headers = Object.entries(given).map(([key, value]) => [key, expand(value)] as const);
  const problem = headers.flatMap(([key, value]) => headerProblem(key, value) ?? [])[0];
  if (problem !== undefined) throw new ParleyError(invalidAgentSetting(name, problem));
  return {
    url,
    headers: Object.fromEntries(headers),
    ...(expanded.length === 0 ? {} : { expanded }),
  };
}

/** The command line that the setting of an agent means that is a program; throws as {@link launchFromSetting} does. */
export function processLaunch(name: string, setting: unknown, variables: LaunchVariables): ProcessLaunch {
  const {
    command,
    args = [],
    env = {},
    cwd,
    protocol = 'acp',
  } = parsedSetting(name, setting, processSetting);
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

function parsedSetting<T extends z.ZodMiniType>(name: string, setting: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(setting);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ParleyError(invalidAgentSetting(name, invalidReason(issue?.path ?? [])));
}

/** What is wrong with an agent's setting, by the path of the value that cannot be used. */
function invalidReason(path: readonly PropertyKey[]): string {
  switch (path[0]) {
    case undefined:
      return settingsStrings.agentNotObject();
    case 'command':
      return settingsStrings.agentCommandMissing();
    case 'url':
      return settingsStrings.agentUrlInvalid();
    case 'protocol':
      return settingsStrings.agentProtocolInvalid();
    default:
      return settingsStrings.agentValueInvalid(path.map(String).join('.'));
  }
}

/** The CLI's command line behind that of the program, which runs on the Node of the editor. */
function behindRpcProgram(
  name: string,
  cli: ProcessLaunch,
  program: LaunchVariables['rpcProgram'],
): ProcessLaunch {
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
