// Remembers the versions of programs, so that a program is started again for its version only after it has changed.
import { stat } from 'node:fs/promises';
import { programVersion, type VersionOptions } from './programVersion.ts';

interface KnownVersion {
  /** Which file it was, by what changes with an update. */
  readonly stamp: string;
  readonly version: Promise<string | undefined>;
}

/** The versions that were found out in this window, by the paths of the programs. */
export class KnownVersions {
  readonly #known = new Map<string, KnownVersion>();

  /** {@link programVersion} */
  async of(path: string, options: VersionOptions): Promise<string | undefined> {
    const stamp = await stampOf(path);
    if (stamp === undefined) return programVersion(path, options);
    const known = this.#known.get(path);
    if (known?.stamp === stamp) return known.version;
    const found: KnownVersion = { stamp, version: programVersion(path, options) };
    this.#known.set(path, found);
    const version = await found.version;
    // A program that did not say it in time is asked again.
    if (version === undefined && this.#known.get(path) === found) this.#known.delete(path);
    return version;
  }
}

async function stampOf(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats === undefined ? undefined : [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
}
