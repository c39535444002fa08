import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repositoryFilters, runRepositoryGit, SAFE_DIFF } from '../../src/process/repositoryGit.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-git-')));
  git('init', '-q');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: root,
    stdio: 'ignore',
  });
}

function script(name: string, body: string): string {
  const path = join(root, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

const timeoutMs = 10_000;

describe('runRepositoryGit', () => {
  it('runs no filter, diff program or text conversion of the repository', async () => {
    const ran = join(root, 'ran');
    const program = script('evil.sh', `touch '${ran}'; cat`);
    writeFileSync(join(root, 'a.txt'), 'one\n');
    writeFileSync(join(root, '.gitattributes'), '*.txt filter=a=b diff=evil\n');
    git('add', 'a.txt', '.gitattributes');
    git('commit', '-qm', 'one');
    for (const name of ['a=b', 'evil']) {
      for (const kind of ['clean', 'process']) git('config', `filter.${name}.${kind}`, program);
    }
    git('config', 'diff.evil.textconv', program);
    git('config', 'diff.evil.command', program);
    git('config', 'diff.external', program);
    writeFileSync(join(root, '.gitattributes'), '*.txt filter=evil diff=evil\n');
    writeFileSync(join(root, 'a.txt'), 'two\n');
    const filters = await repositoryFilters(root, { timeoutMs });
    expect(filters.toSorted()).toEqual(['a=b', 'evil']);
    const args = ['diff', ...SAFE_DIFF, 'HEAD', '--', 'a.txt'];
    const { text } = await runRepositoryGit(root, args, { timeoutMs, filters });
    expect(text).toContain('+two');
    expect(existsSync(ran)).toBe(false);
  });

  it('reaches no other repository, whatever protocols this one allows', async () => {
    git('config', 'protocol.file.allow', 'always');
    await expect(runRepositoryGit(root, ['ls-remote', root], { timeoutMs })).rejects.toMatchObject({
      reason: 'failed',
      message: expect.stringContaining("transport 'file' not allowed"),
    });
  });

  it('uses no folder of ordinary files that looks like a bare repository', async () => {
    const folder = join(root, 'sub');
    execFileSync('git', ['init', '-q', '--bare', folder]);
    await expect(runRepositoryGit(folder, ['rev-parse', '--git-dir'], { timeoutMs })).rejects.toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('bare repository'),
    });
  });

  it('gives up on a git that hangs, whatever holds its output open', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-path-'));
    writeFileSync(join(folder, 'git'), '#!/bin/sh\nsleep 60 &\nsleep 60\n');
    chmodSync(join(folder, 'git'), 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
    await expect(runRepositoryGit(root, ['status'], { timeoutMs: 200 })).rejects.toMatchObject({
      reason: 'timeout',
    });
    const abort = new AbortController();
    const running = runRepositoryGit(root, ['status'], { timeoutMs, signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    rmSync(folder, { recursive: true });
  });

  it('cuts what is too long', async () => {
    writeFileSync(join(root, 'long.txt'), 'x\n'.repeat(100_000));
    git('add', 'long.txt');
    const output = await runRepositoryGit(root, ['diff', ...SAFE_DIFF, '--cached'], {
      timeoutMs,
      maxBytes: 1_000,
    });
    expect(output).toMatchObject({ isCut: true });
    expect(output.text).toHaveLength(1_000);
  });

  it('says why git failed, and that there is no git', async () => {
    await expect(runRepositoryGit(root, ['show', 'nothing'], { timeoutMs })).rejects.toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('nothing'),
    });
    vi.stubEnv('PATH', '/nowhere');
    await expect(runRepositoryGit(root, ['status'], { timeoutMs })).rejects.toMatchObject({
      reason: 'missing',
    });
  });
});
