// Work that nobody waits for.
import type { Log } from '../../core/ports/hostPorts.ts';

/** Lets the work continue on its own; a failure is logged. */
export function inBackground(log: Log, work: Promise<unknown>): void {
  work.catch((error: unknown) => log.error(String(error)));
}
