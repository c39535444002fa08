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

  it('starts no git in a submodule, whose own configuration would hold there', async () => {
    const ran = join(root, 'ran');
    const program = script('evil.sh', `echo "$@" >> '${ran}'; cat`);
    git('init', '-q', 'inner');
    const inner = (...args: string[]): void => git('-C', 'inner', ...args);
    writeFileSync(join(root, 'inner', 'a.txt'), 'one\n');
    writeFileSync(join(root, 'inner', '.gitattributes'), '*.txt filter=evil diff=evil\n');
    inner('add', '.');
    inner('commit', '-qm', 'one');
    git('add', 'inner');
    git('commit', '-qm', 'one');
    inner('commit', '-qm', 'two', '--allow-empty');
    writeFileSync(join(root, 'inner', 'a.txt'), 'two\n');
    inner('commit', '-qam', 'three');
    writeFileSync(join(root, 'inner', 'a.txt'), 'six\n');
    for (const key of ['core.fsmonitor', 'filter.evil.clean', 'diff.external', 'diff.evil.textconv'])
      inner('config', key, program);
    git('config', 'diff.submodule', 'diff');
    git('config', 'diff.ignoreSubmodules', 'none');
    git('config', 'submodule.inner.ignore', 'none');
    git('config', 'status.submoduleSummary', 'true');
    const runs = [
      ['diff', ...SAFE_DIFF, '--'],
      ['diff', ...SAFE_DIFF, 'HEAD', '--'],
      ['show', ...SAFE_DIFF],
      ['log', ...SAFE_DIFF, '-p'],
      ['show'],
      ['status', '--porcelain=v2'],
      ['status'],
    ];
    for (const args of runs) {
      const { text } = await runRepositoryGit(root, args, { timeoutMs });
      expect([args, text, existsSync(ran)]).toEqual([args, expect.stringContaining('inner'), false]);
    }
  });

  it('has an older git run no program of the repository, or refuses', async () => {
    const ran = join(root, 'ran');
    const program = script('evil.sh', `touch '${ran}'; cat`);
    writeFileSync(join(root, 'a.txt'), 'one\n');
    git('add', 'a.txt');
    git('commit', '-qm', 'one');
    const folder = mkdtempSync(join(tmpdir(), 'parley-path-'));
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(join(folder, 'git'), `#!/bin/sh\nunset GIT_CONFIG_COUNT\nexec '${real}' "$@"\n`);
    chmodSync(join(folder, 'git'), 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
    await expect(repositoryFilters(root, { timeoutMs })).resolves.toEqual([]);
    const commit = execFileSync('git', ['cat-file', 'commit', 'HEAD'], { cwd: root, encoding: 'utf8' });
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
    const signed = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
      cwd: root,
      encoding: 'utf8',
      input: commit.replace(/\n\n/, `\n${signature}\n\n`),
    });
    git('config', 'log.showSignature', 'true');
    git('config', 'gpg.program', program);
    await runRepositoryGit(root, ['log', '-1', signed.trim()], { timeoutMs });
    git('config', 'filter.evil.clean', program);
    await expect(repositoryFilters(root, { timeoutMs })).rejects.toMatchObject({
      message: expect.stringContaining('2.31'),
    });
    expect(existsSync(ran)).toBe(false);
    rmSync(folder, { recursive: true });
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
