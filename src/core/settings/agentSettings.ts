// The setting `parley.agents`: what a user may write there, and what it is made into.
import * as z from 'zod/mini';
import type { NamedValue } from '../secrets/secretRecognition.ts';

/** How an agent is started, or reached where it runs on a server. */
export type Launch = ProcessLaunch | RemoteLaunch;

/** How a remote agent is reached. */
export interface RemoteLaunch {
  /** With one of the schemes `wss`, `https`, `ws` and `http`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as bearer token; from the secret storage, never from the settings. */
  readonly token?: string;
  /** What the user entered to sign in, by method: passed with `authenticate`. */
  readonly apiKeys?: Readonly<Record<string, string>>;
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
  /** What the user entered to sign in, by method: passed with `authenticate`. */
  readonly apiKeys?: Readonly<Record<string, string>>;
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

export const remoteSetting = z.object({
  url: z.string().check(z.minLength(1)),
  headers: z.exactOptional(z.record(z.string(), scalarText)),
});

export const processSetting = z.object({
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
