// A shell for VS Code, which asks the user's for the PATH: a login shell would begin with another than the tests have.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the program into a folder; returns its path. */
export function plainShell(folder: string): string {
  const path = join(folder, 'shell');
  writeFileSync(path, '#!/bin/sh\nfor last; do :; done\nexec /bin/sh -c "$last"\n');
  chmodSync(path, 0o755);
  return path;
}
