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
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRepository, repositoryDiff } from '../../src/files/readRepository.ts';
import { ownRepository } from '../../src/process/ownRepository.ts';
import { whatLeadsOut } from '../../src/process/repositoryReach.ts';

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

function refusal(text: string): object {
  return { reason: 'failed', message: expect.stringContaining(text) as unknown };
}

async function expectRefused(from = folder, refused = refusal('repository of another')): Promise<void> {
  await expect(ownRepository(from, limits)).rejects.toMatchObject(refused);
  await expect(repositoryDiff(from, ['HEAD', '--'], limits)).rejects.toMatchObject(refused);
  await expect(readRepository(from, 'log', [], limits)).rejects.toMatchObject(refused);
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

describe('A repository that reads elsewhere is refused', () => {
  const leadsOut = refusal('a link that leads out of it');
  const borrows = refusal('git repack -a -d');

  function alternates(objects: string, text: string): void {
    mkdirSync(join(objects, 'info'), { recursive: true });
    writeFileSync(join(objects, 'info', 'alternates'), text);
  }

  it.each(['objects', 'refs', 'index', 'config', 'logs', 'refs/heads', 'objects/info', 'objects/pack'])(
    'when its %s is a link to that of another one',
    async (name) => {
      commitIn(folder, 'a.txt');
      rmSync(join(folder, '.git', name), { recursive: true, force: true });
      symlinkSync(join(privateFolder, '.git', name), join(folder, '.git', name));
      await expectRefused(folder, leadsOut);
    },
  );

  it.each(['refs/heads/hooks', 'objects/lfs', 'info/rr-cache', 'refs/exclude', 'rr-cache/../exclude'])(
    'when %s has the name of one that is harmless elsewhere',
    async (name) => {
      commitIn(folder, 'a.txt');
      mkdirSync(join(folder, '.git', 'rr-cache'), { recursive: true });
      symlinkSync(join(privateFolder, '.git', 'refs', 'heads'), join(folder, '.git', name));
      await expectRefused(folder, leadsOut);
    },
  );

  it.each(['exclude', 'attributes'])(
    'when info/%s leads to what git waits for, or could read for long',
    async (name) => {
      commitIn(folder, 'a.txt');
      mkdirSync(join(folder, '.git', 'info'), { recursive: true });
      const link = join(folder, '.git', 'info', name);
      const end = join(root, 'end');
      rmSync(link, { force: true });
      symlinkSync(end, link);
      execFileSync('mkfifo', [end]);
      await expectRefused(folder, leadsOut);
      rmSync(end);
      mkdirSync(end);
      await expectRefused(folder, leadsOut);
      rmSync(end, { recursive: true });
      writeFileSync(end, '');
      truncateSync(end, 1024 ** 3);
      await expectRefused(folder, leadsOut);
      truncateSync(end, 10);
      expect(await ownRepository(folder, limits)).toBe(folder);
    },
  );

  it('when its info is a link, whatever patterns are there', async () => {
    commitIn(folder, 'a.txt');
    mkdirSync(join(root, 'info'));
    rmSync(join(folder, '.git', 'info'), { recursive: true, force: true });
    symlinkSync(join(root, 'info'), join(folder, '.git', 'info'));
    await expectRefused(folder, leadsOut);
  });

  it('when a link leads out in several steps, or to a file that is not there yet', async () => {
    commitIn(folder, 'a.txt');
    symlinkSync('../../../step', join(folder, '.git', 'refs', 'tags', 'one'));
    symlinkSync(join(root, 'later'), join(folder, 'step'));
    await expectRefused(folder, leadsOut);
    symlinkSync(join(privateFolder, '.git', 'refs', 'heads'), join(folder, 'inner'));
    rmSync(join(folder, 'step'));
    mkdirSync(join(folder, 'step'));
    symlinkSync('../inner', join(folder, 'step', 'two'));
    await expectRefused(folder, leadsOut);
  });

  it('when it takes objects from another one, also in several steps or by a quoted name', async () => {
    commitIn(folder, 'a.txt');
    const objects = join(folder, '.git', 'objects');
    const others = join(privateFolder, '.git', 'objects');
    const texts = [
      `${others}\n`,
      '../../../private/.git/objects',
      `# one\n\n"${others}"\n`,
      `${folder}\n${others}`,
    ];
    for (const text of texts) {
      alternates(objects, text);
      await expectRefused(folder, borrows);
    }
    alternates(objects, join(folder, 'step'));
    alternates(join(folder, 'step'), others);
    await expectRefused(folder, borrows);
    alternates(join(folder, 'step'), join(folder, 'step'));
    await expectRefused(folder, borrows);
    rmSync(join(objects, 'info', 'alternates'));
    execFileSync('mkfifo', [join(objects, 'info', 'alternates')]);
    await expectRefused(folder, borrows);
  });

  it('when it takes them by a path from where its objects really are', async () => {
    commitIn(folder, 'a.txt');
    renameSync(join(folder, '.git', 'objects'), join(folder, 'real'));
    symlinkSync('../real', join(folder, '.git', 'objects'));
    mkdirSync(join(folder, 'private', '.git', 'objects'), { recursive: true });
    alternates(join(folder, 'real'), '../../private/.git/objects\n');
    await expectRefused(folder, borrows);
  });

  it.skipIf(process.platform !== 'linux')('when a name of it cannot be decoded', async () => {
    commitIn(folder, 'a.txt');
    const heads = Buffer.from(join(folder, '.git', 'refs', 'heads', '_'));
    heads[heads.length - 1] = 0xff;
    symlinkSync(join(privateFolder, '.git', 'refs', 'heads'), heads);
    await expectRefused(folder, refusal('a name that is not UTF-8'));
    rmSync(heads);
    mkdirSync(join(folder, '.git', 'objects', 'info'), { recursive: true });
    const text = Buffer.from('../../_');
    text[text.length - 1] = 0xff;
    writeFileSync(join(folder, '.git', 'objects', 'info', 'alternates'), text);
    await expectRefused(folder, borrows);
  });

  it('until a clone that shares its objects is repacked', async () => {
    rmSync(folder, { recursive: true });
    git(root, 'clone', '--quiet', '--shared', privateFolder, folder);
    await expectRefused(folder, borrows);
    git(folder, 'repack', '-a', '-d', '--quiet');
    rmSync(join(folder, '.git', 'objects', 'info', 'alternates'));
    expect(await ownRepository(folder, limits)).toBe(folder);
  });

  it('but not for links and objects within it, and those that git does not read', async () => {
    commitIn(folder, 'a.txt');
    const own = join(folder, '.git');
    rmSync(join(own, 'HEAD'));
    symlinkSync('refs/heads/other', join(own, 'HEAD'));
    symlinkSync('.', join(own, 'refs', 'round'));
    rmSync(join(own, 'hooks'), { recursive: true, force: true });
    symlinkSync(root, join(own, 'hooks'));
    symlinkSync(root, join(own, 'rr-cache'));
    rmSync(join(own, 'info'), { recursive: true, force: true });
    mkdirSync(join(own, 'info'));
    writeFileSync(join(root, 'patterns'), 'ignored.txt\n');
    symlinkSync(join(root, 'patterns'), join(own, 'info', 'exclude'));
    symlinkSync(join(root, 'none'), join(own, 'info', 'attributes'));
    writeFileSync(join(folder, 'ignored.txt'), '');
    mkdirSync(join(folder, 'shared'));
    alternates(join(own, 'objects'), '../../shared\n');
    expect(await ownRepository(folder, limits)).toBe(folder);
    const untracked = await readRepository(folder, 'ls-files', ['-o', '--exclude-standard'], limits);
    expect(untracked).not.toContain('ignored.txt');
  });

  it('unless its signal aborts first: then nothing more is looked through', async () => {
    commitIn(folder, 'a.txt');
    const reason = new Error('given up');
    const abort = new AbortController();
    const looking = ownRepository(folder, { ...limits, signal: abort.signal });
    abort.abort(reason);
    await expect(looking).rejects.toBe(reason);
    const reach = whatLeadsOut([join(folder, '.git')], () => true, abort.signal);
    await expect(reach).rejects.toBe(reason);
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

  it('beside its folder, once it names that', async () => {
    git(folder, 'init', '-q', '--separate-git-dir', join(root, 'beside'));
    await expectRefused();
    git(folder, 'config', 'core.worktree', folder);
    expect(await ownRepository(folder, limits)).toBe(folder);
    writeFileSync(join(root, 'workspace', 'a.txt'), 'one\n');
    const copy = join(root, 'copy');
    cpSync(folder, copy, { recursive: true });
    await expectRefused(copy);
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
