// What stands of an agent's turn gets into the index of a real repository, and nothing else does.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { RepositoryError } from '../../../../src/core/ports/repositoryError.ts';
import {
  planTurn,
  stageTurn,
  unstageTurn,
  type TurnPlan,
} from '../../../../src/features/commit/host/stageTurn.ts';
import {
  endTurn,
  KEY,
  prompt,
  run,
  TrackedFolder,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const project = useTrackedFolder();
let window: TrackedWindow;

beforeEach(() => {
  git('init', '--quiet');
  git('config', 'core.autocrlf', 'false');
  window = project.openWindow();
});

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: project.folder, encoding: 'utf8' });
}

function commit(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) project.put(name, text);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
}

async function plan(entryId: string): Promise<TurnPlan> {
  const files = await window.tracker.turnFiles(KEY, [entryId]);
  return planTurn(project.folder, files ?? []);
}

async function stage(entryId: string): Promise<TurnPlan> {
  const planned = await plan(entryId);
  await stageTurn(project.folder, planned);
  return planned;
}

function leftOut({ leftOut: files }: TurnPlan): readonly string[] {
  return files.map(({ path, reason }) => `${path.slice(project.folder.length + 1)}: ${reason}`);
}

/** The staged text of a file. */
const staged = (name: string): string => git('show', `:${name}`);
const stagedNames = (): string => git('diff', '--cached', '--name-status', '--no-renames').trim();

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\n';

test("the turn's hunks are staged, the user's own before and after it are not", async () => {
  commit({ 'a.txt': LINES });
  project.put('a.txt', LINES.replace('one', 'mine before'));
  const entry = await turn(window, () =>
    project.put('a.txt', project.read('a.txt').replace('three', 'AGENT')),
  );
  await userSaves('a.txt', project.read('a.txt').replace('six', 'mine after'));
  const planned = await stage(entry);
  expect(leftOut(planned)).toEqual([]);
  expect(planned).toMatchObject({ edited: [], others: 0, stagedBefore: 0 });
  expect(staged('a.txt')).toBe(LINES.replace('three', 'AGENT'));
  expect(project.read('a.txt')).toContain('mine after');
});

test("another turn's changes stay out, also after the user has kept them", async () => {
  commit({ 'a.txt': LINES, 'b.txt': LINES });
  const first = await turn(window, () => project.put('a.txt', LINES.replace('one', 'FIRST')));
  await window.tracker.review.keep(KEY);
  const second = await turn(window, () => {
    project.put('a.txt', project.read('a.txt').replace('six', 'SECOND'));
    project.put('b.txt', LINES.replace('one', 'SECOND'));
  });
  await stage(second);
  expect(staged('a.txt')).toBe(LINES.replace('six', 'SECOND'));
  expect(staged('b.txt')).toBe(LINES.replace('one', 'SECOND'));
  await stage(first);
  expect(staged('a.txt')).toBe(LINES.replace('one', 'FIRST').replace('six', 'SECOND'));
});

test('what follows a prompt that was sent during the turn belongs to it', async () => {
  commit({ 'a.txt': LINES });
  const first = await prompt(window);
  await run(window, () => project.put('a.txt', LINES.replace('one', 'FIRST')));
  const second = await turn(window, () =>
    project.put('a.txt', project.read('a.txt').replace('six', 'SECOND')),
  );
  const files = await window.tracker.turnFiles(KEY, [first, second]);
  await stageTurn(project.folder, await planTurn(project.folder, files ?? []));
  expect(staged('a.txt')).toBe(LINES.replace('one', 'FIRST').replace('six', 'SECOND'));
});

test('a turn that changed nothing is known as such, and one without a checkpoint is unknown', async () => {
  const entry = await turn(window, () => undefined);
  expect(await window.tracker.turnFiles(KEY, [entry])).toEqual([]);
  expect(await window.tracker.turnFiles(KEY, ['none'])).toBeUndefined();
});

test('a turn is known after a reload', async () => {
  commit({ 'a.txt': LINES });
  await turn(window, () => project.put('a.txt', LINES.replace('one', 'AGENT')));
  const checkpoint = lastCheckpoint();
  window = project.openWindow();
  window.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'do it' }] });
  window.store.dispatch(KEY, { type: 'checkpoint_made', at: 1, checkpoint });
  await stage(lastPrompt());
  expect(staged('a.txt')).toBe(LINES.replace('one', 'AGENT'));
});

test('a turn that is too large to be stored as texts can be committed and restored after a reload', async () => {
  // Six bytes of JSON each.
  const large = `${'\u0001'.repeat(60)}\n`.repeat(30_000);
  const names = ['large-1.txt', 'large-2.txt', 'large-3.txt'];
  commit({ 'a.txt': LINES, ...Object.fromEntries(names.map((name) => [name, large])) });
  await turn(window, () => {
    project.put('a.txt', LINES.replace('one', 'AGENT'));
    for (const name of names) project.put(name, `AGENT\n${large}`);
  });
  const checkpoint = lastCheckpoint();
  window = project.openWindow();
  window.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'do it' }] });
  window.store.dispatch(KEY, { type: 'checkpoint_made', at: 1, checkpoint });
  project.put('a.txt', project.read('a.txt').replace('six', 'mine'));
  project.put('large-3.txt', `${project.read('large-3.txt')}mine\n`);
  expect(leftOut(await stage(lastPrompt()))).toEqual(['large-3.txt: edited']);
  expect(staged('a.txt')).toBe(LINES.replace('one', 'AGENT'));
  expect(git('hash-object', 'large-1.txt').trim()).toBe(git('rev-parse', ':large-1.txt').trim());
  endTurn(window);
  const restored = await window.tracker.review.restore(KEY, lastPrompt(), async () => true);
  expect(restored).toEqual({ conflicts: [], failed: [] });
  expect(project.read('large-1.txt')).toBe(large);
});

test('hunks that were undone are not staged, and nothing where all were', async () => {
  commit({ 'a.txt': LINES, 'b.txt': LINES });
  const entry = await turn(window, () => {
    project.put('a.txt', LINES.replace('one', 'AGENT').replace('six', 'AGENT'));
    project.put('b.txt', LINES.replace('one', 'AGENT'));
  });
  await window.tracker.review.undoLines(KEY, project.path('a.txt'), { start: 0, end: 1 });
  await window.tracker.review.undo(KEY, project.path('b.txt'));
  const planned = await stage(entry);
  expect(staged('a.txt')).toBe(LINES.replace('six', 'AGENT'));
  expect(leftOut(planned)).toEqual([]);
  expect(stagedNames()).toBe('M\ta.txt');
});

test('hunks that were edited since are left out, and named', async () => {
  commit({ 'a.txt': LINES, 'b.txt': LINES });
  const entry = await turn(window, () => {
    project.put('a.txt', LINES.replace('one', 'AGENT').replace('six', 'AGENT'));
    project.put('b.txt', LINES.replace('one', 'AGENT'));
  });
  await userSaves('a.txt', LINES.replace('one', 'AGENT').replace('six', 'AGENT and I'));
  await userSaves('b.txt', LINES.replace('one', 'mine'));
  const planned = await stage(entry);
  expect(planned.edited).toEqual([project.path('a.txt')]);
  expect(leftOut(planned)).toEqual(['b.txt: edited']);
  expect(staged('a.txt')).toBe(LINES.replace('one', 'AGENT'));
  expect(stagedNames()).toBe('M\ta.txt');
});

test('new and deleted files are staged as such, in folders too', async () => {
  commit({ 'old.txt': LINES, 'old2.txt': LINES });
  const entry = await turn(window, () => {
    project.put('deep/er/new file\u00e4.txt', 'new');
    project.put('empty.txt', '');
    project.put('run.sh', '#!/bin/sh\n');
    chmodSync(project.path('run.sh'), 0o755);
    rmSync(project.path('old.txt'));
    rmSync(project.path('old2.txt'));
  });
  await userSaves('old2.txt', 'back again\n');
  await stage(entry);
  expect(git('-c', 'core.quotePath=false', 'diff', '--cached', '--name-status').trim().split('\n')).toEqual([
    'A\tdeep/er/new file\u00e4.txt',
    'A\tempty.txt',
    'D\told.txt',
    'A\trun.sh',
  ]);
  expect(staged('deep/er/new file\u00e4.txt')).toBe('new');
  expect(git('ls-files', '--stage', 'run.sh')).toMatch(/^100755/);
  git('commit', '--quiet', '--message', 'Turn');
  expect(git('status', '--porcelain').trim()).toBe('M old2.txt');
});

test('the mode of a file in the index stays', async () => {
  project.put('run.sh', LINES);
  chmodSync(project.path('run.sh'), 0o755);
  commit({});
  const entry = await turn(window, () => project.put('run.sh', LINES.replace('one', 'AGENT')));
  chmodSync(project.path('run.sh'), 0o644);
  await stage(entry);
  expect(git('ls-files', '--stage', 'run.sh')).toMatch(/^100755/);
});

test('where the index has something else in the same lines, nothing of the file is staged', async () => {
  commit({ 'a.txt': LINES, 'b.txt': LINES });
  project.put('a.txt', LINES.replace('three', 'mine'));
  const entry = await turn(window, () => {
    project.put('a.txt', LINES.replace('three', 'AGENT').replace('six', 'AGENT'));
    project.put('b.txt', LINES.replace('three', 'AGENT'));
  });
  const planned = await stage(entry);
  expect(leftOut(planned)).toEqual(['a.txt: conflict']);
  expect(stagedNames()).toBe('M\tb.txt');
});

test('a file that an earlier turn has made is not staged with a later one alone', async () => {
  commit({ 'a.txt': LINES });
  await turn(window, () => project.put('new.txt', LINES));
  const second = await turn(window, () => project.put('new.txt', LINES.replace('six', 'AGENT')));
  expect(leftOut(await stage(second))).toEqual(['new.txt: untracked']);
  expect(stagedNames()).toBe('');
});

test('what was staged before stays, is counted, and is not counted where it is the turn itself', async () => {
  commit({ 'a.txt': LINES, 'b.txt': LINES });
  project.put('a.txt', LINES.replace('six', 'mine'));
  project.put('b.txt', LINES.replace('six', 'mine'));
  git('add', '--all');
  const entry = await turn(window, () => project.put('a.txt', project.read('a.txt').replace('one', 'AGENT')));
  expect(await stage(entry)).toMatchObject({ others: 2, stagedBefore: 0 });
  expect(staged('a.txt')).toBe(LINES.replace('six', 'mine').replace('one', 'AGENT'));
  expect(await plan(entry)).toMatchObject({ others: 2, stagedBefore: 1 });
  git('commit', '--quiet', '--message', 'All');
  const next = await turn(window, () => project.put('a.txt', project.read('a.txt').replace('two', 'AGENT')));
  git('add', '--all');
  expect(await stage(next)).toMatchObject({ others: 0, stagedBefore: 1 });
});

test('line ends are stored as git stores them', async () => {
  const crlf = LINES.replaceAll('\n', '\r\n');
  commit({ '.gitattributes': '*.txt text=auto\n*.bat -text\n', 'a.txt': crlf, 'b.bat': crlf });
  const entry = await turn(window, () => {
    project.put('a.txt', crlf.replace('one', 'AGENT'));
    project.put('b.bat', crlf.replace('one', 'AGENT'));
    project.put('new.txt', crlf);
  });
  await stage(entry);
  expect(staged('a.txt')).toBe(LINES.replace('one', 'AGENT'));
  expect(staged('b.bat')).toBe(crlf.replace('one', 'AGENT'));
  expect(staged('new.txt')).toBe(LINES);
  git('add', '--renormalize', '--all');
  expect(git('diff')).toBe('');
});

test('binary files are staged as a whole', async () => {
  project.put('a.bin', Buffer.from([0, 1]));
  commit({});
  const entry = await turn(window, () => {
    project.put('a.bin', Buffer.from([0, 2]));
    project.put('b.bin', Buffer.from([0, 3]));
  });
  await stage(entry);
  expect(stagedNames().split('\n')).toEqual(['M\ta.bin', 'A\tb.bin']);
  expect(git('diff')).toBe('');
});

test('files with filters, links and ignored files are left out, and no filter or hook runs', async () => {
  const ran = project.beside('ran');
  commit({
    '.gitignore': 'ignored.txt\n',
    '.gitattributes': '*.lfs filter=evil\n',
    'a.lfs': LINES,
    'b.txt': LINES,
  });
  git('config', 'filter.evil.clean', `touch '${ran}'; cat`);
  mkdirSync(project.path('.git/hooks'), { recursive: true });
  const hook = project.path('.git/hooks/post-index-change');
  writeFileSync(hook, `#!/bin/sh\ntouch '${ran}'\n`);
  chmodSync(hook, 0o755);
  const entry = await turn(window, () => {
    project.put('a.lfs', LINES.replace('one', 'AGENT'));
    project.put('b.txt', LINES.replace('one', 'AGENT'));
    symlinkSync('b.txt', project.path('link'));
  });
  const files = (await window.tracker.turnFiles(KEY, [entry])) ?? [];
  const text = { kind: 'text', text: 'new\n' } as const;
  project.put('ignored.txt', text.text);
  const ignored = {
    path: project.path('ignored.txt'),
    before: { kind: 'absent' },
    after: text,
    current: text,
  } as const;
  const outside = { ...ignored, path: project.beside('outside.txt') };
  const planned = await planTurn(project.folder, [...files, ignored, outside]);
  await stageTurn(project.folder, planned);
  expect(leftOut(planned).slice(0, 3)).toEqual(['a.lfs: converted', 'link: special', 'ignored.txt: ignored']);
  expect(planned.leftOut[3]?.reason).toBe('outside');
  expect(git('ls-files', '--stage', 'b.txt')).not.toBe('');
  expect(existsSync(ran)).toBe(false);
});

test('nothing of a submodule, and nothing in the place of another entry of the index, is replaced', async () => {
  commit({ 'a.txt': LINES, 'folder/b.txt': LINES });
  const head = git('rev-parse', 'HEAD').trim();
  git('update-index', '--add', '--cacheinfo', `160000,${head},module`);
  git('commit', '--quiet', '--message', 'Module');
  const text = { kind: 'text', text: 'new\n' } as const;
  const made = (name: string) =>
    ({ path: project.path(name), before: { kind: 'absent' }, after: text, current: text }) as const;
  const planned = await planTurn(project.folder, [
    made('a.txt/x'),
    made('folder'),
    made('module'),
    made('module/x'),
  ]);
  expect(leftOut(planned)).toEqual([
    'a.txt/x: conflict',
    'folder: conflict',
    'module: submodule',
    'module/x: submodule',
  ]);
  expect(planned.files.size).toBe(0);
});

test('files in which a merge has conflicts are left out', async () => {
  commit({ 'a.txt': LINES });
  git('checkout', '--quiet', '-b', 'other');
  commit({ 'a.txt': LINES.replace('one', 'theirs') });
  git('checkout', '--quiet', '-');
  commit({ 'a.txt': LINES.replace('one', 'ours') });
  expect(() => git('merge', '--quiet', 'other')).toThrow();
  const entry = await turn(window, () => project.put('a.txt', LINES.replace('one', 'AGENT')));
  const before = git('ls-files', '--stage');
  expect(leftOut(await stage(entry))).toEqual(['a.txt: unmerged']);
  expect(git('ls-files', '--stage')).toBe(before);
});

test('what was staged can be taken back, but for what has changed since', async () => {
  commit({ 'a.txt': LINES, 'b.txt': LINES, 'c.txt': LINES });
  project.put('a.txt', LINES.replace('six', 'mine'));
  git('add', '--all');
  const before = git('ls-files', '--stage', 'a.txt', 'c.txt');
  const entry = await turn(window, () => {
    project.put('a.txt', project.read('a.txt').replace('one', 'AGENT'));
    project.put('b.txt', LINES.replace('one', 'AGENT'));
    project.put('new.txt', 'new\n');
    rmSync(project.path('c.txt'));
  });
  const done = await stageTurn(project.folder, await plan(entry));
  appendFileSync(project.path('b.txt'), 'more\n');
  git('add', 'b.txt');
  expect(await unstageTurn(project.folder, done)).toEqual([project.path('b.txt')]);
  expect(git('ls-files', '--stage', 'a.txt', 'c.txt', 'new.txt')).toBe(before);
  expect(staged('b.txt')).toContain('more');
});

test('what was committed meanwhile is neither taken back nor staged again', async () => {
  commit({ 'a.txt': LINES });
  const entry = await turn(window, () => {
    project.put('a.txt', LINES.replace('one', 'AGENT'));
    project.put('new.txt', LINES);
  });
  const done = await stageTurn(project.folder, await plan(entry));
  git('commit', '--quiet', '--message', 'Turn');
  expect(await unstageTurn(project.folder, done)).toEqual([project.path('a.txt'), project.path('new.txt')]);
  expect(stagedNames()).toBe('');
  const again = await stage(entry);
  expect(again).toMatchObject({ stagedBefore: 0, others: 0, leftOut: [], edited: [] });
  expect(again.files.size).toBe(0);
});

test('nothing is staged while another program has the index locked, and all of it after that', async () => {
  commit({ 'a.txt': LINES, 'b.txt': LINES });
  git('checkout', '--quiet', '--detach');
  const entry = await turn(window, () => {
    project.put('a.txt', LINES.replace('one', 'AGENT'));
    project.put('b.txt', LINES.replace('one', 'AGENT'));
  });
  const lock = project.path('.git/index.lock');
  writeFileSync(lock, '');
  await expect(stage(entry)).rejects.toThrow(RepositoryError);
  expect(stagedNames()).toBe('');
  rmSync(lock);
  await stage(entry);
  expect(stagedNames()).toBe('M\ta.txt\nM\tb.txt');
});

test('a file that the agent renamed and changed is staged, without what the user has staged of others', async () => {
  commit({ 'a.txt': LINES, 'b.txt': LINES });
  project.put('b.txt', LINES.replace('one', 'mine'));
  git('add', 'b.txt');
  project.put('b.txt', LINES.replace('one', 'mine').replace('six', 'mine too'));
  const entry = await turn(window, () => {
    rmSync(project.path('a.txt'));
    project.put('c.txt', LINES.replace('one', 'AGENT'));
    project.put('b.txt', project.read('b.txt').replace('three', 'AGENT'));
  });
  const planned = await stage(entry);
  expect(planned).toMatchObject({ leftOut: [], edited: [], others: 1 });
  expect(stagedNames()).toBe('D\ta.txt\nM\tb.txt\nA\tc.txt');
  expect(staged('b.txt')).toBe(LINES.replace('one', 'mine').replace('three', 'AGENT'));
});

test('a file that git never knew is not staged when the turn deletes it', async () => {
  commit({ 'a.txt': LINES });
  project.put('loose.txt', LINES);
  const entry = await turn(window, () => rmSync(project.path('loose.txt')));
  expect(await stage(entry)).toMatchObject({ stagedBefore: 0, leftOut: [] });
  expect(stagedNames()).toBe('');
});

test('a repository without commits can be staged into', async () => {
  const entry = await turn(window, () => project.put('new.txt', LINES));
  expect(await stage(entry)).toMatchObject({ others: 0 });
  expect(staged('new.txt')).toBe(LINES);
});

function lastPrompt(): string {
  return (
    window.store
      .state(KEY)
      ?.entries.flat()
      .findLast(({ kind }) => kind === 'user')?.id ?? ''
  );
}

function lastCheckpoint(): string {
  const entry = window.store
    .state(KEY)
    ?.entries.flat()
    .findLast(({ kind }) => kind === 'user');
  return (entry?.kind === 'user' ? entry.checkpoint : undefined) ?? '';
}

/** The user changes a file in VS Code. */
async function userSaves(name: string, text: string): Promise<void> {
  project.put(name, text);
  await window.tracker.userSaved(project.path(name), text);
}

test('nothing is staged where the folder’s .git leads to the repository of another one', async () => {
  const other = new TrackedFolder().open();
  const options = { cwd: other.folder };
  execFileSync('git', ['init', '--quiet'], options);
  rmSync(`${project.folder}/.git`, { recursive: true });
  writeFileSync(`${project.folder}/.git`, `gitdir: ${other.folder}/.git\n`);
  await expect(planTurn(project.folder, [])).rejects.toThrow('leads to the repository of another one');
  other.dispose();
});
