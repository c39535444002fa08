// What is tracked where a snapshot is not possible, or not of everything, and what the panel says of it.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { snapshotLimits } from '../../../../src/snapshots/fileSizes.ts';
import {
  changes,
  finishTurn,
  KEY,
  listed,
  look,
  prompt,
  promptToRun,
  toolCall,
  turn,
} from '../../../support/changes/trackedFolder.ts';
import { failingWatcher } from '../../../support/changes/limitedWatcher.ts';
import { eventually, useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();

const yes = async (): Promise<boolean> => true;

describe('where no snapshot can be made', () => {
  const cases = [
    {
      name: 'the folder is too big',
      limits: { ...snapshotLimits, maxFiles: 1 },
      command: undefined,
      note: 'too many files to track',
    },
    {
      name: 'the folder has more files than the user has set',
      limits: { ...snapshotLimits, maxFilesOfUser: 1 },
      command: undefined,
      note: 'Raise “parley.changes.maxFiles”',
    },
    { name: 'there is no git', limits: snapshotLimits, command: '/no/such/git', note: 'Git was not found' },
  ];
  test.each(cases)(
    '$name: files that tool calls name are tracked, and the note says so',
    async ({ limits, command, note }) => {
      files.put('a.txt', 'a\n');
      files.put('b.txt', 'b\n');
      await files.age('a.txt');
      const window = files.openWindow({ limits, ...(command === undefined ? {} : { command }) });
      const entry = await prompt(window);
      toolCall(window, { toolCallId: '1', kind: 'edit', locations: [{ path: files.path('a.txt') }] });
      toolCall(window, {
        toolCallId: '2',
        kind: 'edit',
        content: [{ type: 'diff', path: 'new.txt', newText: '' }],
      });
      // The agent waits for an answer, or thinks, before it writes.
      await look(window);
      files.put('a.txt', 'changed\n');
      files.put('b.txt', 'changed\n');
      files.put('new.txt', 'new\n');
      await finishTurn(window);
      expect(listed(window)).toEqual(['modified a.txt +1 -1', 'created new.txt +1 -0']);
      expect(changes(window)?.note).toContain(note);
      await window.tracker.review.restore(KEY, entry, yes);
      expect(files.read('a.txt')).toBe('a\n');
      expect(existsSync(files.path('new.txt'))).toBe(false);
      await window.tracker.review.redo(KEY);
      expect(files.read('a.txt')).toBe('changed\n');
      await window.tracker.review.undo(KEY);
      expect(files.read('a.txt')).toBe('a\n');
    },
  );

  test('what changed while the folder could not be read is found by the next look', async () => {
    const command = files.beside('git.sh');
    const isBroken = files.beside('broken');
    writeFileSync(command, `#!/bin/sh\ntest -e '${isBroken}' && exit 1\nexec git "$@"\n`, { mode: 0o755 });
    files.put('a.txt', 'a\n');
    const window = files.openWindow({ command });
    await promptToRun(window);
    files.put('a.txt', 'changed\n');
    writeFileSync(isBroken, '');
    await look(window);
    expect(listed(window)).toEqual([]);
    rmSync(isBroken);
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });

  test.skipIf(process.platform !== 'linux').each([
    [
      5_000,
      'Prompts wait until all files of project have been checked, because Linux has too few file watches.',
    ],
    [4_999, undefined],
  ])('what to do is said where Linux has no watches left for a folder of %i files', async (count, note) => {
    for (let index = 0; index < count; index++) files.put(`${index % 10}/${index}.txt`, '');
    const watcher = failingWatcher(files.beside('watcher.mjs'), { code: 'ENOSPC', syscall: 'watch' });
    const window = files.openWindow({ watcher });
    await turn(window, () => files.put('0/0.txt', 'agent\n'));
    await eventually(async () => {
      await look(window);
      expect(listed(window)).toEqual(['modified 0/0.txt +1 -0']);
      if (note === undefined) expect(changes(window)?.note).toBeUndefined();
      else expect(changes(window)?.note).toContain(note);
    });
  });

  test('an ignored file that a tool call names is tracked all the same', async () => {
    files.put('.gitignore', '.env\n');
    files.put('.env', 'SECRET=1\n');
    await files.age('.env');
    const window = files.openWindow();
    await prompt(window);
    toolCall(window, { toolCallId: '1', kind: 'edit', locations: [{ path: files.path('.env') }] });
    await look(window);
    files.put('.env', 'SECRET=2\n');
    await finishTurn(window);
    expect(listed(window)).toEqual(['modified .env +1 -1']);
    await window.tracker.review.undo(KEY);
    expect(files.read('.env')).toBe('SECRET=1\n');
  });

  test('files that are too large are named beside the changes', async () => {
    files.put('big.txt', 'x'.repeat(5_000));
    files.put('a.txt', 'a\n');
    const window = files.openWindow({
      limits: { ...snapshotLimits, maxFileBytes: 2_000, maxBinaryBytes: 1_000 },
    });
    await turn(window, () => files.put('a.txt', 'b\n'));
    expect(changes(window)?.note).toContain('big.txt');
  });
});
