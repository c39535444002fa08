// Which repositories are a folder's own, and which are only led to.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRepository, repositoryDiff } from '../../src/files/readRepository.ts';
import { ownRepository } from '../../src/process/ownRepository.ts';

const limits = { timeoutMs: 10_000 };

let root: string;
let privateFolder: string;
let folder: string;

function git(cwd: string, ...args: string[]): void {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...settings, ...args], { cwd, stdio: 'ignore' });
}

function commitIn(cwd: string, name: string): void {
  git(cwd, 'init', '-q');
  writeFileSync(join(cwd, name), `${name}\n`);
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'one');
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-own-')));
  privateFolder = join(root, 'private');
  folder = join(root, 'workspace');
  for (const path of [privateFolder, folder]) mkdirSync(path);
  commitIn(privateFolder, 'secret.txt');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const REFUSED = { reason: 'failed', message: expect.stringContaining('repository of another') as unknown };

async function expectRefused(from = folder): Promise<void> {
  await expect(ownRepository(from, limits)).rejects.toMatchObject(REFUSED);
  await expect(repositoryDiff(from, ['HEAD', '--'], limits)).rejects.toMatchObject(REFUSED);
  await expect(readRepository(from, 'log', [], limits)).rejects.toMatchObject(REFUSED);
}

describe('The repository of another folder is refused', () => {
  it('when a file leads to it', async () => {
    writeFileSync(join(folder, '.git'), `gitdir: ${join(privateFolder, '.git')}\n`);
    mkdirSync(join(folder, 'inner'));
    await expectRefused();
    await expectRefused(join(folder, 'inner'));
  });

  it('when a link leads to it', async () => {
    symlinkSync(join(privateFolder, '.git'), join(folder, '.git'));
    await expectRefused();
  });

  it('when it is a submodule, or a worktree, of another one', async () => {
    const parent = join(root, 'parent');
    mkdirSync(parent);
    commitIn(parent, 'a.txt');
    git(parent, 'submodule', '--quiet', 'add', privateFolder, 'sub');
    git(privateFolder, 'worktree', 'add', '--quiet', join(root, 'tree'));
    for (const gitFolder of ['parent/.git/modules/sub', 'private/.git/worktrees/tree']) {
      writeFileSync(join(folder, '.git'), `gitdir: ${join(root, gitFolder)}\n`);
      await expectRefused();
    }
  });

  it('when a repository names it as the place of its objects and branches', async () => {
    mkdirSync(join(folder, '.git'));
    cpSync(join(privateFolder, '.git', 'HEAD'), join(folder, '.git', 'HEAD'));
    writeFileSync(join(folder, '.git', 'commondir'), '../../private/.git\n');
    await expectRefused();
  });

  it('when a repository names a work tree around it', async () => {
    commitIn(folder, 'a.txt');
    git(folder, 'config', 'core.worktree', root);
    await expectRefused();
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    git(folder, 'config', 'core.worktree', inner);
    // Whoever reads it waits for ever.
    execFileSync('mkfifo', [join(inner, '.git')]);
    await expectRefused(inner);
  });
});

describe('The own repository is found', () => {
  it('in its top, in a folder of it, and through a link', async () => {
    commitIn(folder, 'a.txt');
    mkdirSync(join(folder, 'inner'));
    symlinkSync(folder, join(root, 'link'));
    for (const path of [folder, join(folder, 'inner'), join(root, 'link', 'inner')])
      expect(await ownRepository(path, limits)).toBe(folder);
    writeFileSync(join(folder, 'a.txt'), 'two\n');
    expect(await repositoryDiff(folder, ['--'], limits)).toContain('+two');
  });

  it('in worktrees, also in the repository that they were made from, but not in one that was moved', async () => {
    commitIn(folder, 'a.txt');
    const trees = [join(root, 'tree'), join(folder, 'trees', 'one')];
    for (const tree of trees) {
      git(folder, 'worktree', 'add', '--quiet', tree);
      expect(await ownRepository(tree, limits)).toBe(tree);
      writeFileSync(join(tree, 'a.txt'), 'two\n');
      expect(await repositoryDiff(tree, ['--'], limits)).toContain('+two');
    }
    const moved = join(root, 'moved');
    renameSync(join(root, 'tree'), moved);
    await expectRefused(moved);
    git(moved, 'worktree', 'repair');
    expect(await ownRepository(moved, limits)).toBe(moved);
  });

  it('in submodules, in their worktrees, and with a configuration of its own for each worktree', async () => {
    commitIn(folder, 'a.txt');
    git(folder, 'submodule', '--quiet', 'add', privateFolder, 'deep/sub');
    const sub = join(folder, 'deep', 'sub');
    expect(await ownRepository(sub, limits)).toBe(sub);
    writeFileSync(join(sub, 'secret.txt'), 'two\n');
    expect(await repositoryDiff(sub, ['--'], limits)).toContain('+two');
    const tree = join(root, 'tree');
    git(sub, 'worktree', 'add', '--quiet', tree);
    expect(await ownRepository(tree, limits)).toBe(tree);
    git(sub, 'config', 'extensions.worktreeConfig', 'true');
    git(sub, 'config', '--worktree', 'core.worktree', '../../../../deep/sub');
    git(sub, 'config', '--local', '--unset', 'core.worktree');
    expect(await ownRepository(sub, limits)).toBe(sub);
  });
});
