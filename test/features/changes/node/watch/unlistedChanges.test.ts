// What an agent changes in files that cannot be tracked: it is listed where that is possible, and else the reason is shown, also
// where nothing is listed; and nothing is said of what it left alone.
import { chmodSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { snapshotLimits } from '../../../../../src/snapshots/fileSizes.ts';
import {
  changes,
  endTurn,
  finishTurn,
  KEY,
  listed,
  look,
  others,
  prompt,
  run,
  toolCall,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const large = binary(3_000, 0);
const limits = { ...snapshotLimits, maxFileBytes: 2_000, maxBinaryBytes: 1_000 };

/** No text: it begins with a zero byte. */
function binary(bytes: number, last: number): Buffer {
  const contents = Buffer.alloc(bytes);
  contents.writeUInt8(last, bytes - 1);
  return contents;
}

function openedWindow(): TrackedWindow {
  const window = files.openWindow({ limits });
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  return window;
}

async function reload(window: TrackedWindow): Promise<TrackedWindow> {
  await window.tracker.flush();
  window.tracker.dispose();
  const next = openedWindow();
  await look(next);
  return next;
}

describe('a file that was too large to track and that the agent', () => {
  test.each([
    ['changes', () => files.put('big.bin', binary(3_001, 1)), 'modified big.bin +0 -0'],
    [
      'changes in place, with its size',
      () => files.put('big.bin', binary(3_000, 1)),
      'modified big.bin +0 -0',
    ],
    ['cuts', () => truncateSync(files.path('big.bin'), 10), 'modified big.bin +0 -0'],
    ['deletes', () => rmSync(files.path('big.bin')), 'deleted big.bin +0 -0'],
  ])('%s is listed, and Undo leaves it and says why', async (_name, change, line) => {
    files.put('big.bin', large);
    const first = openedWindow();
    await turn(first, change);
    expect([listed(first), others(first)]).toEqual([[line], []]);
    const window = await reload(first);
    expect(listed(window)).toEqual([line]);
    const result = await window.tracker.review.undo(KEY);
    expect(result?.failed).toMatchObject([{ reason: expect.stringContaining('too large to track') }]);
    await window.tracker.review.keep(KEY);
    expect(changes(window)).toBeUndefined();
  });

  test('makes, changes and changes again is gone after Undo', async () => {
    const window = openedWindow();
    await prompt(window);
    for (const fill of [1, 2, 3]) await run(window, () => files.put('new.bin', binary(3_000, fill)));
    await look(window);
    await run(window, () => files.put('new.bin', binary(3_000, 4)));
    await finishTurn(window);
    expect(listed(window)).toEqual(['created new.bin +0 -0']);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(listed(window)).toEqual([]);
  });

  test('has made stays where another program has changed it since', async () => {
    const window = openedWindow();
    await turn(window, () => files.put('new.bin', large));
    await prompt(window);
    files.put('new.bin', binary(3_000, 7));
    endTurn(window);
    await look(window);
    await turn(window, () => files.put('new.bin', binary(3_000, 8)));
    const result = await window.tracker.review.undo(KEY);
    expect([result?.conflicts.length, result?.failed.length]).toEqual([0, 1]);
    expect(readFileSync(files.path('new.bin'))).toEqual(binary(3_000, 8));
  });

  test('leaves alone is not listed; what another program does to it is listed apart', async () => {
    files.put('big.bin', large);
    const window = openedWindow();
    await prompt(window);
    files.put('clock.txt', '');
    await files.age('clock.txt');
    files.put('big.bin', binary(3_000, 1));
    endTurn(window);
    await look(window);
    const apart = [[], ['big.bin', 'clock.txt']];
    expect([listed(window), others(window)]).toEqual(apart);
    await turn(window, () => undefined);
    expect([listed(window), others(window)]).toEqual(apart);
  });
});

describe.skipIf(process.platform !== 'linux')('a file whose name is not UTF-8', () => {
  const odd = (): Buffer => Buffer.concat([Buffer.from(`${files.folder}/caf`), Buffer.from([0xe9])]);
  const note = '1 file is not tracked, because its name is not UTF-8. Rename it to track it.';
  beforeEach(() => writeFileSync(odd(), 'before\n'));

  test.each([
    ['changes', () => writeFileSync(odd(), 'agent\n')],
    ['deletes', () => rmSync(odd())],
    ['makes executable', () => chmodSync(odd(), 0o755)],
  ])('and that the agent %s has a line with the reason, also after a reload', async (_name, change) => {
    const window = openedWindow();
    await turn(window, change);
    expect(changes(window)).toEqual({ files: [], canRedo: false, unlisted: note });
    expect(changes(await reload(window))?.unlisted).toBe(note);
  });

  test('and that the agent makes has a line with the count, until the next prompt', async () => {
    const window = openedWindow();
    await turn(window, () => {
      writeFileSync(Buffer.concat([odd(), Buffer.from('2')]), 'agent\n');
      writeFileSync(Buffer.concat([odd(), Buffer.from('3')]), 'agent\n');
    });
    expect(changes(window)?.unlisted).toContain('2 files are not tracked');
    await prompt(window);
    expect(changes(window)).toBeUndefined();
  });

  test('and that nobody changes is named beside other files alone', async () => {
    const window = openedWindow();
    await turn(window, () => undefined);
    expect(changes(window)).toBeUndefined();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    expect(changes(window)).toMatchObject({ note });
    expect(changes(window)?.unlisted).toBeUndefined();
  });

  test('and that another program changes has no line', async () => {
    const window = openedWindow();
    await prompt(window);
    writeFileSync(odd(), 'program\n');
    await finishTurn(window);
    expect(changes(window)).toBeUndefined();
  });

  test('keeps nothing else in its folder from being tracked', async () => {
    const window = openedWindow();
    await turn(window, () => files.put('ü.txt', 'agent\n'));
    expect(listed(window)).toEqual(['created ü.txt +1 -0']);
  });
});

describe('a folder that cannot be tracked', () => {
  const tooMany = { limits: { ...snapshotLimits, maxFiles: 1 } };
  const note =
    'project has too many files to track. Only files that tool calls name are tracked. Exclude folders in .gitignore, then reload the window.';
  beforeEach(() => ['a.txt', 'b.txt'].forEach((name) => files.put(name, `${name}\n`)));

  test('has a line with the reason once the agent has run something, and none before', async () => {
    const window = files.openWindow(tooMany);
    await prompt(window);
    toolCall(window, {
      toolCallId: '1',
      kind: 'read',
      status: 'completed',
      locations: [{ path: files.path('a.txt') }],
    });
    await finishTurn(window);
    expect(changes(window)).toBeUndefined();
    await turn(window, () => files.put('a.txt', 'agent\n'));
    expect(changes(window)).toEqual({ files: [], canRedo: false, unlisted: note });
  });

  test('has one during the turn where the agent makes it too large, and beside the files that are listed', async () => {
    rmSync(files.path('b.txt'));
    const window = files.openWindow(tooMany);
    await prompt(window);
    await run(window, () => ['b.txt', 'c.txt', 'd.txt'].forEach((name) => files.put(name, 'agent\n')));
    await look(window);
    expect(changes(window)?.unlisted).toBe(note);
  });
});

test('a prompt that the user sent without its checkpoint has a line once the agent has run something', async () => {
  const command = files.beside('git.sh');
  writeFileSync(
    command,
    `#!/bin/sh\nwhile test -e '${files.beside('slow')}'; do sleep 0.05; done\nexec git "$@"\n`,
  );
  chmodSync(command, 0o755);
  files.put('a.txt', 'a\n');
  writeFileSync(files.beside('slow'), '');
  const window = files.openWindow({ command });
  const began = prompt(window);
  window.tracker.skip(KEY);
  await began;
  await run(window, () => files.put('a.txt', 'agent\n'));
  rmSync(files.beside('slow'));
  await finishTurn(window);
  expect(changes(window)?.unlisted).toMatch(/^This prompt has no checkpoint.* may not be listed\.$/);
  await prompt(window);
  await finishTurn(window);
  expect(changes(window)).toBeUndefined();
});
