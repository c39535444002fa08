// Ports for the HTTP servers of tests that follow each other in one process.
import { portsToTry } from '../../../src/features/ideTools/host/http/ports.ts';

/** More than a server tries, and it meets every port of the range before one comes again. */
const STEP = 21;
const RANGE = 100;

let start = Math.floor(Math.random() * RANGE);

/**
 * The ports for the next server, none of which the server before it has tried. `fetch` reuses a connection to the same
 * address, and notices too late that the server at its other end was closed with the test before.
 */
export function freshPorts(): readonly number[] {
  start = (start + STEP) % RANGE;
  return portsToTry(() => (start + 0.5) / RANGE);
}
