// Which way to install an agent is used on this machine, and the entry of `parley.agents` that comes of it.
import { join } from 'node:path';
import type { AgentEntry } from '../../../../core/settings/agentEntry.ts';
import type { BinaryTarget, PackageTarget, RegistryAgent, RegistryPlatform } from './registryFormat.ts';

/** What this machine has. */
export interface Machine {
  readonly platform: RegistryPlatform | undefined;
  /** Whether `npx` is on the PATH. */
  readonly hasNpx: boolean;
  /** Whether `uvx` is on the PATH. */
  readonly hasUvx: boolean;
}

/** How an agent would be installed; `isMissing`: `npx` or `uvx` itself has to be installed first. */
export type InstallChoice =
  | { readonly kind: 'binary'; readonly target: BinaryTarget }
  | { readonly kind: 'npx' | 'uvx'; readonly target: PackageTarget; readonly isMissing: boolean };

/**
 * A program for the platform, else what a package manager of this machine can run, else one that needs a package
 * manager which is not there. Undefined where the registry has nothing that Parley can install here.
 */
export function installChoice(
  { distribution: { binary, npx, uvx } }: RegistryAgent,
  { platform, hasNpx, hasUvx }: Machine,
): InstallChoice | undefined {
  const target = platform === undefined ? undefined : binary[platform];
  if (target !== undefined) return { kind: 'binary', target };
  const packages = [
    ...(npx === undefined ? [] : [{ kind: 'npx' as const, target: npx, isMissing: !hasNpx }]),
    ...(uvx === undefined ? [] : [{ kind: 'uvx' as const, target: uvx, isMissing: !hasUvx }]),
  ];
  return packages.find(({ isMissing }) => !isMissing) ?? packages[0];
}

/** The entry that runs a package. */
export function packageEntry({ kind, target }: Exclude<InstallChoice, { kind: 'binary' }>): AgentEntry {
  const { package: name, cmd, args, env } = target;
  if (kind === 'uvx') {
    return entry('uvx', [...(cmd === undefined ? [name] : ['--from', name, cmd]), ...args], env);
  }
  const run = cmd === undefined ? ['-y', name] : ['-y', '--package', name, cmd];
  // What is in npm's cache is used without asking the server, so that the agent starts without a network too.
  return entry('npx', [...run, ...args], { npm_config_prefer_offline: 'true', ...env });
}

/** The entry that runs a program which was unpacked into a folder. */
export function binaryEntry({ cmd, args, env }: BinaryTarget, folder: string): AgentEntry {
  return entry(join(folder, ...cmd.split('/')), args, env);
}

function entry(command: string, args: readonly string[], env: Readonly<Record<string, string>>): AgentEntry {
  return {
    command,
    ...(args.length === 0 ? {} : { args }),
    ...(Object.keys(env).length === 0 ? {} : { env }),
  };
}
