// The ports of parley-ide. The manifest names them, so that VS Code does not forward them from a remote window.

/** In no range of the system's own free ports; both included. */
const FIRST_PORT = 28_310;
const LAST_PORT = 28_409;

/** The ports to try, beginning anywhere in the range so that windows do not meet; where all are taken, any that is free. */
export function portsToTry(random: () => number = Math.random): readonly number[] {
  const count = LAST_PORT - FIRST_PORT + 1;
  const start = Math.floor(random() * count);
  const tries = Array.from({ length: count }, (_, index) => FIRST_PORT + ((start + index) % count));
  return [...tries, 0];
}

/** The key of `remote.portsAttributes` for them. */
export const PORT_RANGE = `${FIRST_PORT}-${LAST_PORT}`;
