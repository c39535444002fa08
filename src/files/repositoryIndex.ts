// Reads and writes the index of a repository of the user's. Nothing that the repository configures is executed.
import { RepositoryError } from '../core/ports/repositoryError.ts';
import { ownRepository } from '../process/ownRepository.ts';
import { runRepositoryGit, SAFE_DIFF } from '../process/repositoryGit.ts';

/** A file in the index. */
export interface IndexEntry {
  /** git's mode, such as `100644`. */
  readonly mode: string;
  /** Names the blob. */
  readonly hash: string;
  /** Whether a merge has left the file in conflict; then the entry is one of several. */
  readonly isUnmerged: boolean;
}

/** By path: relative to the root, with `/`. */
export type RepositoryIndex = ReadonlyMap<string, IndexEntry>;

/** The mode of a file that does not exist. */
const NO_MODE = '000000';
/** The time limit of one git command. */
const TIMEOUT_MS = 15_000;
const MAX_INDEX_BYTES = 128 * 1024 ** 2;
const MAX_BLOB_BYTES = 16 * 1024 ** 2;
/** Filters run programs; the other two change the text in ways that are not its own. */
const CONVERSIONS = ['filter', 'ident', 'working-tree-encoding'];

/** The index of one repository; `root` is its folder, absolute. All calls reject with a RepositoryError. */
export class RepositoryStage {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Rejects also where the repository is not that folder's: its index is another's to stage in. */
  static async open(root: string): Promise<RepositoryStage> {
    await ownRepository(root, { timeoutMs: TIMEOUT_MS });
    return new RepositoryStage(root);
  }

  /** All files in the index. */
  async entries(): Promise<RepositoryIndex> {
    const listed = await this.#list(['ls-files', '--stage', '-z']);
    const found = new Map<string, IndexEntry>();
    for (const line of listed) {
      const tab = line.indexOf('\t');
      const [mode = '', hash = '', stage = ''] = line.slice(0, tab).split(' ');
      found.set(line.slice(tab + 1), { mode, hash, isUnmerged: stage !== '0' });
    }
    return found;
  }

  /** The files of the work tree that are neither in the index nor ignored. */
  async untracked(): Promise<ReadonlySet<string>> {
    return new Set(await this.#list(['ls-files', '--others', '--exclude-standard', '-z']));
  }

  /** The files that the next commit would change, as they are in the last one; undefined where they are not. */
  async staged(): Promise<ReadonlyMap<string, IndexEntry | undefined>> {
    const options = ['--raw', '--no-abbrev', '--no-renames', ...SAFE_DIFF];
    const listed = await this.#list(['diff', '--cached', '-z', ...options, '--']);
    const found = new Map<string, IndexEntry | undefined>();
    for (let index = 0; index + 1 < listed.length; index += 2) {
      const [mode = '', , hash = ''] = listed[index]?.slice(1).split(' ') ?? [];
      const entry = { mode, hash, isUnmerged: false };
      found.set(listed[index + 1] ?? '', mode === NO_MODE ? undefined : entry);
    }
    return found;
  }

  /** The paths among these whose contents git converts by more than their line ends. */
  async converted(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const input = paths.map((path) => `${path}\0`).join('');
    const listed = await this.#list(['check-attr', '-z', '--stdin', ...CONVERSIONS], input);
    const found = new Set<string>();
    for (let index = 0; index + 2 < listed.length; index += 3) {
      const value = listed[index + 2];
      if (value !== 'unspecified' && value !== 'unset') found.add(listed[index] ?? '');
    }
    return found;
  }

  /** Whether git stores the line ends of a file that is not in {@link converted} as LF. */
  async storesLineFeeds(path: string): Promise<boolean> {
    const hash = (...args: readonly string[]) => [
      '-c',
      'core.safecrlf=false',
      'hash-object',
      '--stdin',
      ...args,
    ];
    const stored = await this.#run(hash(`--path=${path}`), 'a\r\n');
    return stored.equals(await this.#run(hash('--no-filters'), 'a\n'));
  }

  /** Whether the repository records which files are executable. */
  async readsModes(): Promise<boolean> {
    const args = ['config', '--type=bool', '--default=true', '--get', 'core.fileMode'];
    return (await this.#run(args)).toString('utf8').trim() === 'true';
  }

  /** The contents of a blob. */
  async blob(hash: string): Promise<Buffer> {
    const bytes = await this.#run(['cat-file', 'blob', hash], '', MAX_BLOB_BYTES + 1);
    if (bytes.length > MAX_BLOB_BYTES)
      throw new RepositoryError('failed', 'The file in the index is too large.');
    return bytes;
  }

  /** Stores contents as they are; resolves to the name of their blob. */
  async addBlob(contents: string | Buffer): Promise<string> {
    const written = await this.#run(['hash-object', '-w', '--stdin', '--no-filters'], contents);
    return written.toString('utf8').trim();
  }

  /** Replaces files in the index, all or none; those that are undefined are removed from it. */
  async update(entries: ReadonlyMap<string, Pick<IndexEntry, 'mode' | 'hash'> | undefined>): Promise<void> {
    if (entries.size === 0) return;
    const hashLength = [...entries.values()].find((entry) => entry !== undefined)?.hash.length;
    const none = '0'.repeat(hashLength ?? (await this.#hashLength()));
    const lines = [...entries].map(([path, entry]) =>
      entry === undefined ? `0 ${none}\t${path}\0` : `${entry.mode} ${entry.hash}\t${path}\0`,
    );
    await this.#run(['update-index', '-z', '--index-info'], lines.join(''));
  }

  async #hashLength(): Promise<number> {
    const format = await this.#run(['rev-parse', '--show-object-format']);
    return format.toString('utf8').trim() === 'sha256' ? 64 : 40;
  }

  async #list(args: readonly string[], input = ''): Promise<readonly string[]> {
    const bytes = await this.#run(args, input, MAX_INDEX_BYTES);
    const text = bytes.toString('utf8');
    return text === '' ? [] : text.slice(0, -1).split('\0');
  }

  async #run(
    args: readonly string[],
    input: string | Buffer = '',
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const onOutput = (piece: Buffer): void => {
      bytes += piece.length;
      if (bytes <= maxBytes) pieces.push(piece);
    };
    await runRepositoryGit(this.#root, args, { timeoutMs: TIMEOUT_MS, input, onOutput });
    if (bytes > maxBytes) throw new RepositoryError('failed', 'git has listed more than can be read.');
    return Buffer.concat(pieces);
  }
}
