// Reads what is in the snapshots of a folder, and in commits of the user: objects of git alone, also where the folder is gone.
import { join } from 'node:path';
import { runGit, zeroSeparated, type GitOptions, type GitRun } from './gitProcess.ts';
import type { SnapshotDifference, StoredFile } from './snapshotStore.ts';

export class ShadowObjects {
  readonly #open: () => Promise<GitOptions>;
  readonly #signal: AbortSignal;

  constructor(open: () => Promise<GitOptions>, signal: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
  }

  /** Runs a git command that needs no work tree. */
  async git(args: readonly string[], run: GitRun = {}): Promise<Buffer> {
    const options = await this.#open();
    return runGit({ ...options, workTree: options.gitDir }, args, { signal: this.#signal, ...run });
  }

  /** What is not the same in two trees or commits; the paths are those below `top`. */
  async differences(
    top: string,
    from: string,
    to: string,
    run: GitRun = {},
  ): Promise<readonly SnapshotDifference[]> {
    const output = await this.git(
      ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to],
      run,
    );
    const fields = zeroSeparated(output);
    const found: SnapshotDifference[] = [];
    for (let index = 0; index + 1 < fields.length; index += 2) {
      const [fromMode = '', toMode = '', fromHash = '', toHash = ''] =
        fields[index]?.slice(1).split(' ') ?? [];
      found.push({
        path: join(top, fields[index + 1] ?? ''),
        from: storedFile(fromMode, fromHash),
        to: storedFile(toMode, toHash),
      });
    }
    return found;
  }

  /** The contents with these hashes; those that are not there are left out. */
  async read(hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>();
    if (hashes.length === 0) return found;
    const output = await this.git(['cat-file', '--batch'], {
      input: `${[...new Set(hashes)].join('\n')}\n`,
    });
    for (let at = 0; at < output.length;) {
      const lineEnd = output.indexOf('\n', at);
      if (lineEnd === -1) break;
      const [hash = '', kind = '', size = ''] = output.toString('utf8', at, lineEnd).split(' ');
      at = lineEnd + 1;
      if (kind === 'missing') continue;
      const length = Number(size);
      found.set(hash, output.subarray(at, at + length));
      at += length + 1;
    }
    return found;
  }

  /** The files that `git ls-tree` names, by their paths relative to the work tree. */
  async files(args: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
    const lines = zeroSeparated(await this.#list(args));
    const entries = lines.map((line): [string, StoredFile] => {
      const tab = line.indexOf('\t');
      const [mode = '', , hash = ''] = line.slice(0, tab).split(' ');
      return [line.slice(tab + 1), { mode, hash }];
    });
    return new Map(entries.filter(([, { mode }]) => mode.startsWith('1')));
  }

  /** Whether a tree has a folder at a path. */
  async has(id: string, path: string): Promise<boolean> {
    return (await this.#list([id, '--', `${path}/`])).length > 0;
  }

  #list(args: readonly string[]): Promise<Buffer> {
    return this.git(['--literal-pathspecs', 'ls-tree', '-z', ...args]);
  }
}

function storedFile(mode: string, hash: string): StoredFile | undefined {
  return mode === '000000' ? undefined : { mode, hash };
}
