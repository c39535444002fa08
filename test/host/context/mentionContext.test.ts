// The list of mentions, as it is made of what the sources report.
import { beforeEach, expect, test } from 'vitest';
import type { MentionOption } from '../../../src/core/panel/mentionOption.ts';
import { MentionContext } from '../../../src/host/context/mentionContext.ts';
import type { ScoredOption } from '../../../src/host/context/sources/contextSource.ts';
import { resetVscode, Uri, vscode } from '../../support/vscode.ts';

beforeEach(resetVscode);

const none = {
  list: () => undefined,
  details: () => Promise.resolve({}),
  read: () => Promise.resolve([]),
  open: () => Promise.resolve(false),
};

const lists = (...options: readonly ScoredOption[]) => ({
  ...none,
  list: (_query: unknown, report: (found: readonly ScoredOption[]) => void) => report(options),
});

const scored = (option: MentionOption, score: number): ScoredOption => ({ option, score });
const file: MentionOption = { kind: 'file', name: 'app.ts', uri: 'file:///work/app.ts' };

function context(files: readonly ScoredOption[], editors: readonly ScoredOption[]): MentionContext {
  return new MentionContext({
    file: lists(...files),
    folder: none,
    symbol: none,
    selection: none,
    problems: none,
    git: none,
    terminal: none,
    editor: lists(...editors),
    session: none,
    url: none,
    resource: none,
  });
}

test.each(['', 'app'])('what several report stands once, where it fits best: “%s”', async (text) => {
  const other: MentionOption = { ...file, uri: 'file:///work/other/app.ts' };
  const mentions = context([scored(file, 0.5), scored(other, 0.7), scored(file, 0.9)], [scored(file, 0.8)]);
  let options: readonly MentionOption[] = [];
  await mentions.list({ text, kind: undefined, signal: new AbortController().signal }, (found) => {
    options = found;
  });
  expect(options.filter(({ narrows }) => narrows === undefined)).toEqual([file, other]);
});

/** The names that are listed for what was typed, of files in the workspace. */
async function namesOf(paths: readonly string[], query: { text: string; kind?: 'file' }) {
  const files = paths.map((path, index) =>
    scored({ kind: 'file', name: path, uri: `file:///work/${path}` }, 1 - index / 1_000),
  );
  let options: readonly MentionOption[] = [];
  const signal = new AbortController().signal;
  await context(files, []).list({ kind: undefined, ...query, signal }, (found) => (options = found));
  return options.flatMap(({ name, narrows }) => (narrows === undefined ? [name] : []));
}

test('files with secrets are not offered before something is typed', async () => {
  vscode.folders.push(Uri.file('/work'));
  const paths = ['.env', 'a.ts', '.ssh/known_hosts', 'environment.ts', 'keys.PEM', '.gitignore'];
  expect(await namesOf(paths, { text: '' })).toEqual(['a.ts', 'environment.ts', '.gitignore']);
  expect(await namesOf(paths, { text: 'env' })).toContain('.env');
  expect(await namesOf(paths, { text: '', kind: 'file' })).toEqual(paths);
});

/** Of so many files: what is listed where nothing is typed, kinds as `problems ›`. */
async function listedOf(count: number, kind?: 'file'): Promise<readonly string[]> {
  const files = Array.from({ length: count }, (_, index): ScoredOption => {
    const name = `${index}.ts`;
    return scored({ kind: 'file', name, uri: `file:///work/${name}` }, 1 - index / 1_000);
  });
  let options: readonly MentionOption[] = [];
  const mentions = context(files, []);
  await mentions.list({ text: '', kind, signal: new AbortController().signal }, (found) => (options = found));
  return options.map(({ name, narrows }) => (narrows === undefined ? name : `${narrows} ›`));
}

test('the kinds stand behind three recent files, and the other files behind them', async () => {
  const names = await listedOf(100);
  expect(names.slice(0, 4)).toEqual(['0.ts', '1.ts', '2.ts', 'file ›']);
  expect(names).toContain('problems ›');
  const lastKind = names.findLastIndex((name) => name.endsWith('›'));
  expect(names.slice(3, lastKind + 1).every((name) => name.endsWith('›'))).toBe(true);
  expect(names.slice(lastKind + 1, lastKind + 3)).toEqual(['3.ts', '4.ts']);
  expect(names).toHaveLength(50);
});

test('fewer files than that stand before the kinds, and of one kind all files are listed', async () => {
  expect((await listedOf(1)).slice(0, 2)).toEqual(['0.ts', 'file ›']);
  expect((await listedOf(0))[0]).toBe('file ›');
  expect(await listedOf(5, 'file')).toEqual(['0.ts', '1.ts', '2.ts', '3.ts', '4.ts']);
});
