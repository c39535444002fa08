// A hostile repository: nothing of it runs, nothing outside is read or written, and its own files are left alone.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { withoutElectron } from '../../packages/process/environment.ts';
import { PipedProcess } from '../../packages/process/pipedProcess.ts';
import { realClock } from '../support/agentHarness.ts';
import { makeHostileRepository, ODD_NAMES } from '../support/hostile/hostileRepository.ts';
import { KEY, listed, look, turn } from '../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../support/changes/useTrackedFolder.ts';

describe.skipIf(process.platform === 'win32')('In a hostile repository', () => {
  const files = useTrackedFolder();
  let outside: string;
  let marker: string;

  beforeEach(() => {
    outside = files.beside('outside');
    marker = files.beside('PWNED');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret'), 'the secret\n');
    makeHostileRepository(files.folder, { marker, outside });
  });

  /** All of its own repository, by name. */
  function gitFiles(): Record<string, string> {
    const folder = files.path('.git');
    const names = readdirSync(folder, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      names
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path, readFileSync(path, 'base64')]),
    );
  }

  test('a turn is tracked and undone, and nothing of the repository runs', async () => {
    const before = gitFiles();
    const window = files.openWindow();
    await turn(window, () => {
      files.put('README.md', 'bye\n');
      for (const name of ODD_NAMES) files.put(name, 'changed\n');
    });
    await eventually(() => expect(listed(window)).toContain('modified README.md +1 -1'));
    expect(listed(window).length).toBeGreaterThan(ODD_NAMES.length);
    const undone = await window.tracker.review.undo(KEY);
    await look(window);
    expect(files.read('README.md')).toBe('hello\n');
    expect(undone?.failed).toEqual([]);
    for (const name of ODD_NAMES) expect(files.read(name), JSON.stringify(name)).toBe('odd\n');
    expect(gitFiles()).toEqual(before);
    expect(existsSync(marker)).toBe(false);
    expect(existsSync(files.path('PWNED'))).toBe(false);
    expect(readdirSync(outside)).toEqual(['secret']);
  });

  test('snapshots do not read links without end', async () => {
    const window = files.openWindow();
    await turn(window, () => files.put('README.md', 'bye\n'));
    await eventually(() => expect(listed(window)).not.toEqual([]));
    const storage = files.beside('storage');
    const size = Number(execFileSync('du', ['-sk', storage], { encoding: 'utf8' }).split('\t')[0]);
    expect(size).toBeLessThan(5_000);
  });

  test.each(['git', 'node', 'npx', 'sh'])(
    'F13 a program %s of its own is not what is started',
    async (command) => {
      const args = command === 'sh' ? ['-c', 'exit 0'] : ['--version'];
      const started = await PipedProcess.start(
        { command, args, env: withoutElectron(process.env), cwd: files.folder },
        { clock: realClock, grace: { inputMs: 2_000, signalMs: 1_000 } },
      );
      started.stdout.resume();
      expect((await started.exited).code).toBe(0);
      expect(existsSync(marker)).toBe(false);
    },
  );
});
