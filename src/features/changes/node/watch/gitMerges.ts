// What git makes of a file with uncommitted lines: it merges a stash, a commit or another HEAD into what is there.
import { mergedTexts } from '../../../../core/changes/threeWay.ts';
import { withLineFeeds } from '../../../../core/text/lineEndings.ts';
import { hashWithLineFeeds, textOf } from '../../../../snapshots/diskState.ts';
import type { StateDifference } from '../../../../snapshots/stateDifferences.ts';
import type { SnapshotDifference } from '../../../../snapshots/snapshotStore.ts';

/** More files than these have changed by more than a merge into what is uncommitted. */
const MAX_FILES = 200;
/** Of more changes of one file not all combinations are tried. */
const MAX_TEXTS = 32;
const MAX_TEXT_LENGTH = 1024 ** 2;
/** So many characters are merged in all: more would hold up the window. */
const MAX_MERGED_CHARACTERS = 4 * 1024 ** 2;

/** The names of what git has found in a file, and of what it has written. */
export interface GitChange {
  readonly from: string;
  readonly to: string;
}

type Contents = ReadonlyMap<string, Buffer>;

/** Collects the changes that git may have merged into the files of some differences. */
export class GitMerges {
  readonly #before = new Map<string, { readonly from: string; readonly to: string }>();
  readonly #changes = new Map<string, GitChange[]>();

  constructor(differences: readonly StateDifference[]) {
    for (const { path, from, to } of differences) {
      if (from.kind !== 'text' || to.kind !== 'text') continue;
      if (from.text.length > MAX_TEXT_LENGTH || to.text.length > MAX_TEXT_LENGTH) continue;
      this.#before.set(path, { from: from.text, to: to.text });
    }
  }

  /** Adds a change that git may have merged. Whether it is one of the files, and can be merged. */
  add({ path, from, to }: SnapshotDifference): boolean {
    if (from === undefined || to === undefined || !this.#before.has(path)) return false;
    const changes = this.#changes.get(path) ?? [];
    this.#changes.set(path, changes);
    changes.push({ from: from.hash, to: to.hash });
    return true;
  }

  /**
   * What the changes, or some of them, make of what was in the files, by path; `\n` ends each line. Left out are those in
   * which there is now what git is known to have written. Of what cannot be read, or is too much to merge, there is nothing.
   */
  async texts(
    written: (path: string) => ReadonlySet<string | undefined> | undefined,
    read: (hashes: readonly string[]) => Promise<Contents>,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const wanted = [...this.#changes].filter(
      ([path]) => written(path)?.has(hashWithLineFeeds(this.#before.get(path)?.to ?? '')) !== true,
    );
    if (wanted.length === 0 || wanted.length > MAX_FILES) return new Map();
    const hashes = wanted.flatMap(([, changes]) => changes.flatMap(({ from, to }) => [from, to]));
    const contents = await read(hashes).catch((): Contents => new Map());
    let left = MAX_MERGED_CHARACTERS;
    const mayMerge = (text: string): boolean => (left -= text.length) >= 0;
    return new Map(
      wanted.map(([path, changes]) => [
        path,
        mergedWith(this.#before.get(path) ?? { from: '', to: '' }, changes, contents, mayMerge),
      ]),
    );
  }

  /**
   * What git has certainly written over what was in the files, by path, where there is something else now; `\n` ends each
   * line. Uncommitted lines count as they were, if git could have left them so.
   */
  async written(
    put: ReadonlyMap<
      string,
      { readonly change: GitChange | undefined; readonly hashes: ReadonlySet<string | undefined> }
    >,
    read: (hashes: readonly string[]) => Promise<Contents>,
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = [...put].flatMap(([path, { change, hashes }]) => {
      const file = this.#before.get(path);
      const isKnown = file === undefined || change === undefined || hashes.has(hashWithLineFeeds(file.to));
      return isKnown ? [] : [{ path, change, text: withLineFeeds(file.from) }];
    });
    if (wanted.length === 0 || wanted.length > MAX_FILES) return new Map();
    const contents = await read(wanted.flatMap(({ change }) => [change.from, change.to]));
    let left = MAX_MERGED_CHARACTERS;
    return new Map(
      wanted.flatMap(({ path, change, text }) => {
        const [base, theirs] = [textIn(contents, change.from), textIn(contents, change.to)];
        if (base === undefined || theirs === undefined || (left -= text.length) < 0) return [];
        const written = mergedTexts(base, text, theirs);
        return written === undefined ? [] : [[path, written]];
      }),
    );
  }
}

/** What a text becomes by some of the changes, those with the most of them last. */
function mergedWith(
  { from: before, to: now }: { readonly from: string; readonly to: string },
  changes: readonly GitChange[],
  contents: Contents,
  mayMerge: (text: string) => boolean,
): readonly string[] {
  const first = withLineFeeds(before);
  const texts = new Set([first]);
  for (const { from, to } of changes) {
    if (texts.size >= MAX_TEXTS) break;
    const [base, theirs] = [textIn(contents, from), textIn(contents, to)];
    if (base === undefined || theirs === undefined) continue;
    const merged = Array.from(texts, (text) =>
      mayMerge(text) ? (mergedTexts(base, text, theirs) ?? conflictOf(now, [base, text, theirs])) : undefined,
    );
    for (const text of merged) if (text !== undefined && texts.size < MAX_TEXTS) texts.add(text);
  }
  texts.delete(first);
  return [...texts];
}

/** The text, with `\n` at the end of each line, if it is a conflict that git has marked in these texts, and nothing else. */
function conflictOf(text: string, texts: readonly string[]): string | undefined {
  const marked = withLineFeeds(text);
  if (!/^<{7} .*\n(?:.*\n)*?={7}\n(?:.*\n)*?>{7} /m.test(marked)) return undefined;
  const known = new Set(texts.flatMap((each) => each.split('\n')));
  const isMark = (line: string): boolean => /^(?:[<>|]{7} |\|{7}$|={7}$)/.test(line);
  return marked.split('\n').every((line) => known.has(line) || isMark(line)) ? marked : undefined;
}

/** A text by its name, with `\n` at the end of each line; undefined where that is no text, or one too long to be merged. */
export function textIn(contents: ReadonlyMap<string, Buffer>, hash: string): string | undefined {
  const bytes = contents.get(hash);
  const text = bytes === undefined || bytes.length > MAX_TEXT_LENGTH ? undefined : textOf(bytes);
  return text === undefined ? undefined : withLineFeeds(text);
}
