// What git may have made of texts by merging changes into them: all combinations, but no more than a window can wait for.
import { expect, test } from 'vitest';
import { GitMerges } from '../../../../../src/features/changes/node/watch/gitMerges.ts';

/** What changes of the lines of one file make of its first version, each from a version to the next. */
async function merged(versions: readonly string[], path = '/w/a.txt'): Promise<readonly string[]> {
  const [from = ''] = versions;
  const to = `${versions.at(-1)}more\n`;
  const states = { from: { kind: 'text', text: from }, to: { kind: 'text', text: to } } as const;
  const unknown = { fromMode: undefined, toMode: undefined, fromHash: undefined, toHash: undefined };
  const merges = new GitMerges([{ path, ...states, ...unknown }]);
  const stored = (version: number) => ({ mode: '100644', hash: `${version}` });
  for (const version of versions.keys())
    if (version > 0) merges.add({ path, from: stored(version - 1), to: stored(version) });
  const contents = new Map(versions.map((text, version) => [`${version}`, Buffer.from(text)]));
  const texts = await merges.texts(
    () => undefined,
    async () => contents,
  );
  return texts.get(path) ?? [];
}

/** As many lines, of which a version has changed one in forty, up to a line for each version. */
function versionsOf(lines: number, count: number): readonly string[] {
  const line = (index: number, version: number): string =>
    index % 40 === 1 && index <= version * 40
      ? `line ${index} is of ${version}\n`
      : `line ${index} is there\n`;
  return Array.from({ length: count }, (_, version) =>
    Array.from({ length: lines }, (_, index) => line(index, version)).join(''),
  );
}

test('each change of some lines may have been merged, or not', async () => {
  const texts = await merged(['a\n-\n-\nb\n', 'A\n-\n-\nb\n', 'A\n-\n-\nB\n']);
  expect(texts).toEqual(['A\n-\n-\nb\n', 'a\n-\n-\nB\n', 'A\n-\n-\nB\n']);
});

test.each([
  [2_000, 60],
  [30_000, 30],
])('of %i lines in %i versions no more is merged than a window can wait for', async (lines, count) => {
  const versions = versionsOf(lines, count);
  const began = performance.now();
  const texts = await merged(versions);
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(texts).toContain(versions[1]);
});
