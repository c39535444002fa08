// A folder in which nothing can be written for a while.
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { toDisposable, type Disposable } from '../../../src/core/base/lifecycle.ts';

/** Disposing makes it writable again; undefined where the system does not let anyone make it read-only. */
export function readOnlyFolder(folder: string): Disposable | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o555);
    return toDisposable(() => chmodSync(folder, 0o755));
  }
  // Permissions do not hold for root.
  const setImmutable = (sign: '+' | '-'): void =>
    void execFileSync('chattr', [`${sign}i`, folder], { stdio: 'ignore' });
  try {
    setImmutable('+');
  } catch {
    return undefined;
  }
  return toDisposable(() => setImmutable('-'));
}
