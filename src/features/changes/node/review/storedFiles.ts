// Changed files as they are stored, as JSON. What has not changed since is not written as JSON again: thousands are stored often.
import type { ChangedFile } from '../../core/fileReview.ts';
import { asBytes } from '../../../../snapshots/diskState.ts';

/** The most bytes of the texts that are stored together, as JSON. */
const MAX_TEXT_BYTES = 16 * 1024 ** 2;
/** The most bytes that one UTF-16 code unit becomes in JSON. */
const MAX_CODE_UNIT_BYTES = 6;

type Texts = Pick<ChangedFile, 'before' | 'after'>;

/** By the records of files, which never change. */
const asJson = new WeakMap<Texts, string>();

/**
 * Changed files as they are stored. Where their texts are too long together, the longest are named by their hashes: then
 * these files are compared, undone and committed as a whole.
 */
export function filesToStore<T extends Texts>(files: ReadonlyMap<string, T>): [string, T][] {
  const all = [...files];
  const mostBytes = all.reduce((sum, [, file]) => sum + MAX_CODE_UNIT_BYTES * textLength(file), 0);
  if (mostBytes <= MAX_TEXT_BYTES) return all;
  let bytes = 0;
  const asTexts = new Set<string>();
  for (const [path, file] of all.toSorted(([, one], [, other]) => textLength(one) - textLength(other))) {
    bytes += Buffer.byteLength(jsonOf(file));
    if (bytes > MAX_TEXT_BYTES) break;
    asTexts.add(path);
  }
  return all.map(([path, file]) =>
    asTexts.has(path)
      ? [path, file]
      : [path, { ...file, before: asBytes(file.before), after: asBytes(file.after) }],
  );
}

/** {@link filesToStore} as JSON. */
export function filesAsJson(files: ReadonlyMap<string, Texts>): string {
  const entries = filesToStore(files).map(([path, file]) => `[${JSON.stringify(path)},${jsonOf(file)}]`);
  return `[${entries.join(',')}]`;
}

function jsonOf(file: Texts): string {
  const json = asJson.get(file) ?? JSON.stringify(file);
  asJson.set(file, json);
  return json;
}

function textLength({ before, after }: Texts): number {
  return [before, after].reduce((sum, state) => sum + (state.kind === 'text' ? state.text.length : 0), 0);
}
