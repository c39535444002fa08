// The git that waits for questions: whatever becomes of it, the next question is answered.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ObjectReader } from '../../src/snapshots/objectReader.ts';
import { isAlive } from '../support/agentHarness.ts';
import { waitUntil } from '../support/wait.ts';

let gitDir = '';
let disposed = new AbortController();

beforeEach(() => {
  gitDir = mkdtempSync(join(tmpdir(), 'parley-reader-'));
  git(['init', '--quiet', '--bare', gitDir]);
  disposed = new AbortController();
});

afterEach(() => {
  vi.useRealTimers();
  disposed.abort();
  rmSync(gitDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

function git(args: readonly string[], input = ''): string {
  return execFileSync('git', args, { cwd: gitDir, input, encoding: 'utf8' }).trim();
}

function stored(contents: string): string {
  return git(['hash-object', '-w', '--stdin'], contents);
}

/** One of a git that writes down its process. */
function reader(): ObjectReader {
  const command = join(gitDir, 'recorded-git');
  writeFileSync(command, `#!/bin/sh\necho $$ >> '${join(gitDir, 'started')}'\nexec git "$@"\n`, {
    mode: 0o755,
  });
  const options = { gitDir, workTree: gitDir, indexFile: join(gitDir, 'index'), command };
  return new ObjectReader(() => Promise.resolve(options), disposed.signal);
}

function started(): readonly number[] {
  return readFileSync(join(gitDir, 'started'), 'utf8').trim().split('\n').map(Number);
}

async function read(from: ObjectReader, ...names: readonly string[]): Promise<string> {
  return (await from.read(names, 1024 ** 2)).toString('utf8');
}

async function untilEnded(): Promise<void> {
  await waitUntil(() => !started().some(isAlive), 'the process having ended');
}

describe.skipIf(process.platform === 'win32')('a git that reads objects', () => {
  test('answers one question after the other, also those that are asked at once', async () => {
    const asked = reader();
    const [one, other] = [stored('one\n'), stored('other')];
    await asked.start();
    expect(
      await Promise.all([read(asked, one, 'gone'), read(asked, other), read(asked, other, one)]),
    ).toEqual([
      `${one} blob 4\none\n\ngone missing\n`,
      `${other} blob 5\nother\n`,
      `${other} blob 5\nother\n${one} blob 4\none\n\n`,
    ]);
    expect(started()).toHaveLength(1);
  });

  test.each(['', 'missing\n', 'a missing\n', 'ä\0\n\n'])(
    'answers with contents like %j',
    async (contents) => {
      const hash = stored(contents);
      expect(await read(reader(), hash)).toBe(`${hash} blob ${Buffer.byteLength(contents)}\n${contents}\n`);
    },
  );

  test.each(['SIGKILL', 'SIGSTOP'] as const)('is replaced after %s', async (signal) => {
    const asked = reader();
    const hash = stored('one');
    await read(asked, hash);
    process.kill(started()[0] ?? 0, signal);
    await read(asked, hash).catch(() => undefined);
    expect(await read(asked, hash)).toBe(`${hash} blob 3\none\n`);
    expect(started()).toHaveLength(2);
    expect(isAlive(started()[0] ?? 0)).toBe(false);
  });

  test('is ended where it writes too much, and the next one is asked', async () => {
    const asked = reader();
    // What is read last is in its middle, however git's output is cut.
    const large = stored('x'.repeat(2 * 1024 ** 2));
    const output = await asked.read([large, large], 1024 ** 2);
    expect(output.length).toBeGreaterThanOrEqual(1024 ** 2);
    expect(output.subarray(-100).toString()).toBe('x'.repeat(100));
    await untilEnded();
    expect(await read(asked, stored('one'))).toContain('blob 3\none');
  });

  test('finds what was stored and packed since it began', async () => {
    const asked = reader();
    const first = stored('first');
    await read(asked, first);
    const tree = git(['mktree'], `100644 blob ${first}\tfirst\n100644 blob ${stored('later')}\tlater\n`);
    git(['update-ref', 'refs/kept', git(['-c', 'user.name=a', '-c', 'user.email=a', 'commit-tree', tree])]);
    git(['repack', '-adq']);
    git(['prune-packed', '-q']);
    expect(await read(asked, `${tree}:first`, `${tree}:later`)).toMatch(/first\n.*\nlater\n$/);
    expect(started()).toHaveLength(1);
  });

  test.each([
    ['when it is no longer needed', (asked: ObjectReader): void => asked.dispose()],
    ['when nothing is read any more', (): void => disposed.abort()],
    ['when it was not asked for a minute', (): unknown => vi.advanceTimersByTime(60_000)],
  ])('ends %s', async (_when, end) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = reader();
    await read(asked, stored('one'));
    vi.advanceTimersByTime(59_999);
    await read(asked, stored('two'));
    expect(started()).toHaveLength(1);
    end(asked);
    vi.useRealTimers();
    await untilEnded();
  });

  test('is not started any more once nothing is read', async () => {
    const asked = reader();
    disposed.abort();
    await asked.start();
    await expect(read(asked, stored('one'))).rejects.toThrow();
    expect(() => started()).toThrow('ENOENT');
  });
});
