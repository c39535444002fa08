// The ports of parley-ide. The manifest names them, so that VS Code does not forward them from a remote window.

/** In no range of the system's own free ports; both included. */
const FIRST_PORT = 28_310;
const LAST_PORT = 28_409;

/** More ports are taken by other windows, or by other programs, on no usual machine. */
const MAX_TRIES = 20;

/** The ports to try, beginning anywhere in the range so that windows do not meet; at last any that is free. */
export function portsToTry(random: () => number = Math.random): readonly number[] {
  const count = LAST_PORT - FIRST_PORT + 1;
  const start = Math.floor(random() * count);
  const tries = Array.from({ length: MAX_TRIES }, (_, index) => FIRST_PORT + ((start + index) % count));
  return [...tries, 0];
}

/** The key of `remote.portsAttributes` for them. */
export const PORT_RANGE = `${FIRST_PORT}-${LAST_PORT}`;
