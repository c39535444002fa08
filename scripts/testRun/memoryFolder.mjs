// Has the temporary files of test runs in memory: thousands of small repositories and homes wait for no disk there.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const parent = '/dev/shm';
const prefix = 'parley-';

/** Linux's number for a file system in memory (`statfs`). */
const TMPFS = 0x01021994;

/** More than a run needs at any time. Containers often have 64 MB, which tests would fill. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder in memory the system's folder for temporary files of everything that is started from here, and removes it
 * when this process ends. Changes nothing where there is no such folder with room, where programs may not run in it, or
 * where the user has chosen one.
 */
export function useMemoryFolder() {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  removeOld();
  const folder = mkdtempSync(join(parent, prefix));
  // As /tmp is: some tests work as another user.
  chmodSync(folder, 0o1777);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  if (!programsRun(folder)) {
    remove();
    return;
  }
  process.env['TMPDIR'] = folder;
  process.once('exit', remove);
}

function hasRoom() {
  try {
    const { type, bavail, bsize } = statfsSync(parent);
    return type === TMPFS && bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Tests write programs and start them. */
function programsRun(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** Removes what runs that were killed have left; a folder from after yesterday may be in use by another run. */
function removeOld() {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const path = join(parent, name);
    if (Date.now() - statSync(path).mtimeMs > 24 * 3600 * 1000)
      rmSync(path, { recursive: true, force: true });
  }
}
