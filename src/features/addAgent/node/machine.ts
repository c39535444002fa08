// What this machine has: the user's environment, package managers, agents.
import { userEnvironment } from '../../../process/userEnvironment.ts';
import { findProgram } from '../../../../packages/process/programPath.ts';
import type { Machine } from './list/installChoice.ts';
import { registryPlatform } from './list/platform.ts';

/** The environment in which agents are started, and what it offers. */
export interface MachineFacts extends Machine {
  readonly env: Readonly<Record<string, string>>;
}

/** Looks at the machine; nothing but the login shell is started. */
export async function inspectMachine(): Promise<MachineFacts> {
  const env = await userEnvironment({});
  return {
    env,
    platform: registryPlatform(),
    hasNpx: findProgram('npx', { env }) !== undefined,
    hasUvx: findProgram('uvx', { env }) !== undefined,
  };
}
