// The command line, or the address, that an entry of the setting `parley.agents` means; loaded with the first agent.
import type * as z from 'zod/mini';
import { invalidAgentSetting } from '../agentErrors.ts';
import { ParleyError } from '../errors.ts';
import type { NamedValue } from '../secrets/secretRecognition.ts';
import {
  expandVariables,
  isRemoteSetting,
  processSetting,
  remoteSetting,
  type Launch,
  type ProcessLaunch,
  type RemoteLaunch,
  type SettingVariables,
} from './agentSettings.ts';
import { headerProblem, remoteAddress } from './remoteAddress.ts';
import { agentSettingStrings } from './agentSettingStrings.ts';

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
    throw new ParleyError(invalidAgentSetting(name, agentSettingStrings.agentUrlInvalid()));
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
      return agentSettingStrings.agentNotObject();
    case 'command':
      return agentSettingStrings.agentCommandMissing();
    case 'url':
      return agentSettingStrings.agentUrlInvalid();
    case 'protocol':
      return agentSettingStrings.agentProtocolInvalid();
    default:
      return agentSettingStrings.agentValueInvalid(path.map(String).join('.'));
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
