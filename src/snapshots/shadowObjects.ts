// Reads what is in the snapshots of a folder, and in commits of the user: objects of git alone, also where the folder is gone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, replacePrivateFile } from '../storage/privateFiles.ts';
import { runGit, zeroSeparated, type GitOptions, type GitRun } from './gitProcess.ts';
import { ObjectReader, READ_OBJECTS } from './objectReader.ts';
import { EMPTY_TREE, type FirstContents, type SnapshotDifference, type StoredFile } from './snapshotStore.ts';

/** The name of a commit or tree may be followed by which parent is meant. */
const SHA256_NAME = /^[0-9a-f]{64}/;
const EMPTY_TREE_SHA256 = '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
const SHA256_CONFIG =
  '[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = sha256\n';

export interface StoredObject {
  readonly hash: string;
  /** `blob` or `tree`, as git calls them. */
  readonly kind: string;
  readonly contents: Buffer;
}

export class ShadowObjects {
  readonly #open: () => Promise<GitOptions>;
  readonly #signal: AbortSignal;
  /** Reads what is in a tree at paths. */
  readonly reader: ObjectReader;

  constructor(open: () => Promise<GitOptions>, signal: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
    this.reader = new ObjectReader(() => this.#bare(), signal);
  }

  /** Runs a git command that needs no work tree. */
  async git(args: readonly string[], run: GitRun = {}, gitDir?: string): Promise<Buffer> {
    const other = gitDir === undefined ? {} : { gitDir, indexFile: join(gitDir, 'index') };
    return runGit({ ...(await this.#bare()), ...other }, args, { signal: this.#signal, ...run });
  }

  async #bare(): Promise<GitOptions> {
    const options = await this.#open();
    return { ...options, workTree: options.gitDir };
  }

  /**
   * What is not the same in two trees or commits; the paths are those below `top`. The names may be of SHA-1 or SHA-256. Since
   * their merge base, it is what the second commit has changed.
   */
  async differences(
    top: string,
    from: string,
    to: string,
    { isSinceMergeBase = false, ...run }: GitRun & { readonly isSinceMergeBase?: boolean } = {},
  ): Promise<readonly SnapshotDifference[]> {
    const isSha256 = SHA256_NAME.test(to);
    const names = [from, to].map((name) => (isSha256 && name === EMPTY_TREE ? EMPTY_TREE_SHA256 : name));
    const output = await this.git(
      [
        'diff-tree',
        '-r',
        '-z',
        '--raw',
        '--no-renames',
        '--no-abbrev',
        ...(isSinceMergeBase ? ['--merge-base'] : []),
        ...names,
      ],
      run,
      await this.#gitDirFor(to),
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
  async read(hashes: readonly string[], run: GitRun = {}): Promise<ReadonlyMap<string, Buffer>> {
    return (await this.readFirst(hashes, run)).contents;
  }

  /** {@link SnapshotStore.readFirst} */
  async readFirst(hashes: readonly string[], run: GitRun = {}): Promise<FirstContents> {
    const found = new Map<string, Buffer>();
    const wanted = [...new Set(hashes)];
    let answers = 0;
    // git may have written more when it was ended: by how much is chance.
    for (const answer of answersIn((await this.#contents(wanted, run)).subarray(0, run.mostBytes))) {
      answers++;
      if (answer !== undefined) found.set(answer.hash, answer.contents);
    }
    return { contents: found, isCut: answers < wanted.length };
  }

  /**
   * What is at these paths in a tree, in their order: the tree itself at the empty one, undefined where nothing is. No path may
   * have a line break. What `mostBytes` do not hold is missing at the end.
   */
  async at(
    id: string,
    paths: readonly string[],
    mostBytes: number,
  ): Promise<readonly (StoredObject | undefined)[]> {
    const names = paths.map((path) => `${id}:${path}`);
    if (names.length === 0) return [];
    const output = await this.reader.read(names, mostBytes).catch(() => this.#contents(names, { mostBytes }));
    return [...answersIn(output)];
  }

  async #contents(names: readonly string[], run: GitRun): Promise<Buffer> {
    const [first] = names;
    if (first === undefined) return Buffer.alloc(0);
    const input = `${names.join('\n')}\n`;
    return this.git(READ_OBJECTS, { ...run, input }, await this.#gitDirFor(first));
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

  /** The repository by which objects with such a name are read; undefined for the folder's own. */
  async #gitDirFor(name: string): Promise<string | undefined> {
    return SHA256_NAME.test(name) ? sha256GitDir((await this.#open()).gitDir) : undefined;
  }

  #list(args: readonly string[]): Promise<Buffer> {
    return this.git(['--literal-pathspecs', 'ls-tree', '-z', ...args]);
  }
}

/** An empty repository beside another one, by which git reads objects that have names of SHA-256. */
async function sha256GitDir(beside: string): Promise<string> {
  const gitDir = join(beside, 'parley-sha256');
  const config = join(gitDir, 'config');
  if (existsSync(config)) return gitDir;
  for (const folder of ['objects', 'refs']) await makePrivateFolder(join(gitDir, folder));
  await replacePrivateFile(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  // Last and in one step: other sessions and windows may read it at the same time.
  await replacePrivateFile(config, SHA256_CONFIG);
  return gitDir;
}

/** What `git cat-file --batch` says of each name, one after the other; undefined where nothing is there. */
function* answersIn(output: Buffer): Generator<StoredObject | undefined> {
  for (let at = 0; at < output.length;) {
    const lineEnd = output.indexOf('\n', at);
    if (lineEnd === -1) return;
    const line = output.toString('utf8', at, lineEnd);
    at = lineEnd + 1;
    if (line.endsWith(' missing')) {
      yield undefined;
      continue;
    }
    const [hash = '', kind = '', size = ''] = line.split(' ');
    const end = at + Number(size);
    if (end > output.length) return;
    yield { hash, kind, contents: output.subarray(at, end) };
    at = end + 1;
  }
}

function storedFile(mode: string, hash: string): StoredFile | undefined {
  return mode === '000000' ? undefined : { mode, hash };
}
