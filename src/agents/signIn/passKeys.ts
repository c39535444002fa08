// Passes the API keys that the user entered earlier to a process that has just started: agents remember them for one process.
import { Abort, type AbortSignalLike } from '../../core/base/abort.ts';
import { ownValue } from '../../core/base/ownValue.ts';
import { describeError } from '../../core/errors.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { Launch } from '../../core/settings/agentSettings.ts';
import { KEY_TIMEOUT_SECONDS } from '../../core/signIn/apiKey.ts';
import type { AuthMethod } from '../../core/signIn/authMethod.ts';

export interface PassKeysOptions {
  readonly launch: Launch;
  readonly clock: Clock;
  readonly log: Log;
  /** Calls `authenticate`; rejects with a ParleyError, at once when the signal aborts. */
  readonly authenticate: (methodId: string, signal: AbortSignalLike, apiKey: string) => Promise<void>;
}

/** Resolves when the agent has checked all of them, or when the time for that is over. Never rejects. */
export async function passKeys(methods: readonly AuthMethod[], options: PassKeysOptions): Promise<void> {
  await Promise.all(
    methods.map(async ({ id, passesKey }) => {
      const apiKey = ownValue(options.launch.apiKeys ?? {}, id);
      if (passesKey === true && apiKey !== undefined) await passKey(id, apiKey, options);
    }),
  );
}

async function passKey(
  methodId: string,
  apiKey: string,
  { clock, log, authenticate }: PassKeysOptions,
): Promise<void> {
  const timeout = new Abort();
  const timer = clock.after(KEY_TIMEOUT_SECONDS * 1000, () => timeout.abort());
  try {
    await authenticate(methodId, timeout, apiKey);
  } catch (error) {
    // An agent that refuses the key refuses its sessions as well, which asks for another one.
    log.warn(
      timeout.aborted
        ? `The agent did not check the stored key within ${KEY_TIMEOUT_SECONDS} seconds. Parley no longer waits for it.`
        : `The stored key was not accepted: ${describeError(error).message}`,
    );
  } finally {
    timer.dispose();
  }
}
