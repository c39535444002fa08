// When many changes are looked for and listed: at first by their names, with no lines yet.
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SessionChanges } from '../../../../../src/core/session/changes/state.ts';
import { folderGit } from '../../../../support/changes/folderGit.ts';
import {
  changes,
  endTurn,
  finishTurn,
  KEY,
  listed,
  look,
  others,
  prompt,
  promptToRun,
  turn,
  type TrackedWindow,
} from '../../../../support/changes/trackedFolder.ts';
import { eventually, useTrackedFolder } from '../../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const { git, commitAll } = folderGit(files);

const COUNT = 600;
const names = Array.from({ length: COUNT }, (_, index) => `part-${index % 7}/file-${index}.txt`);

function putAll(text: string): void {
  for (const name of names) files.put(name, `${text}\n`);
}

/** What is listed, each time that it is another list: how many files, and their lines. */
function listings({ store }: TrackedWindow): readonly string[] {
  const found: string[] = [];
  const said = ({ files }: SessionChanges): string => {
    const sum = (lines: (file: SessionChanges['files'][number]) => number): number =>
      files.reduce((total, file) => total + lines(file), 0);
    return `${files.length} files +${sum(({ added }) => added)} -${sum(({ removed }) => removed)}`;
  };
  store.onChange(({ event }) => {
    const shown = store.state(KEY)?.changes;
    if (event.type.startsWith('changes_') && shown !== undefined) found.push(said(shown));
  });
  return found;
}

test('many changes are listed by their names before their lines are known', async () => {
  putAll('user');
  const window = files.openWindow();
  const seen = listings(window);
  const states: (readonly string[])[] = [];
  window.store.onChange(() => {
    const shown = changes(window)?.files;
    if (shown?.length === COUNT + 1) states.push(shown.map(({ state, name }) => `${state} ${name}`));
  });
  await turn(window, () => {
    for (const [index, name] of names.entries())
      if (index % 5 === 4) rmSync(files.path(name));
      else files.put(name, 'agent\n');
    files.put('new.txt', 'agent\n');
  });
  expect(seen).toEqual([`${COUNT + 1} files +0 -0`, `${COUNT + 1} files +${(COUNT * 4) / 5 + 1} -${COUNT}`]);
  // Rows do not move, and say from the beginning what was done to the file.
  expect(states[0]).toEqual(states.at(-1));
  expect(states[0]).toContain('created new.txt');
  expect(states[0]).toContain('deleted part-4/file-4.txt');
});

test('what is done with a file that was only named so far is done once it was read', async () => {
  putAll('user');
  const window = files.openWindow();
  await promptToRun(window);
  putAll('agent');
  const named = Promise.withResolvers<void>();
  window.store.onChange(() => {
    if (changes(window) !== undefined) named.resolve();
  });
  endTurn(window);
  await named.promise;
  expect(window.tracker.open(KEY)).toEqual([]);
  await window.tracker.whenRead(KEY);
  expect(window.tracker.open(KEY)).toHaveLength(COUNT);
  const { paths } = window.tracker.review.listed(KEY);
  await window.tracker.review.undo(KEY, undefined, { paths });
  expect(changes(window)?.files).toEqual([]);
  expect(files.read(names[0] ?? '')).toBe('user\n');
});

test('what is listed already keeps its lines while more is named', async () => {
  putAll('user');
  files.put('a.txt', 'user\n');
  const window = files.openWindow();
  await turn(window, () => files.put('a.txt', 'agent\n'));
  const seen = listings(window);
  await turn(window, () => putAll('agent'));
  expect(seen).toEqual([`${COUNT + 1} files +1 -1`, `${COUNT + 1} files +${COUNT + 1} -${COUNT + 1}`]);
});

test('what the user has saved meanwhile is not named', async () => {
  putAll('user');
  files.put('mine.txt', 'user\n');
  const window = files.openWindow();
  const seen = listings(window);
  await turn(window, async () => {
    putAll('agent');
    await window.tracker.willSave(files.path('mine.txt'));
    files.put('mine.txt', 'mine\n');
    await window.tracker.userSaved(files.path('mine.txt'), 'mine\n');
  });
  expect(seen).toEqual([`${COUNT} files +0 -0`, `${COUNT} files +${COUNT} -${COUNT}`]);
});

test('what no call accounts for is not named', async () => {
  putAll('user');
  const window = files.openWindow();
  const seen = listings(window);
  await prompt(window);
  putAll('another program');
  await finishTurn(window);
  expect(seen).toEqual(['0 files +0 -0']);
  expect(others(window)).toHaveLength(COUNT);
});

test('what Git brings is not named', async () => {
  putAll('first');
  const window = files.openWindow();
  git('init', '-q');
  commitAll('first');
  git('checkout', '-q', '-b', 'other');
  putAll('other');
  commitAll('other');
  git('checkout', '-q', 'main');
  const seen = listings(window);
  await turn(window, () => {
    git('checkout', '-q', 'other');
    files.put('a.txt', 'agent\n');
  });
  expect(seen).toEqual(['1 files +1 -0']);
});

test('files that were only touched are listed no longer once they were read', async () => {
  putAll('user');
  const window = files.openWindow();
  const seen = listings(window);
  await turn(window, () => {
    for (const name of names) {
      const { atime, mtimeMs } = statSync(files.path(name));
      utimesSync(files.path(name), atime, (mtimeMs + 5_000) / 1_000);
    }
    files.put('a.txt', 'agent\n');
  });
  expect(seen.at(-1)).toBe('1 files +1 -0');
});

test('where what has changed cannot be read, the list is what it was', async () => {
  putAll('user');
  const command = files.beside('git');
  const full = files.beside('disk-is-full');
  const refusal = `[ -e '${full}' ] && { echo 'fatal: No space left on device' >&2; exit 128; }`;
  writeFileSync(command, `#!/bin/sh\ncase "$*" in *update-index*) ${refusal};; esac\nexec git "$@"\n`, {
    mode: 0o755,
  });
  const window = files.openWindow({ command });
  await turn(window, () => files.put('a.txt', 'agent\n'));
  const seen = listings(window);
  await turn(window, () => {
    putAll('agent');
    writeFileSync(full, '');
  });
  expect(seen).toEqual([`${COUNT + 1} files +1 -0`, '1 files +1 -0']);
  rmSync(full);
  await look(window);
  expect(seen.at(-1)).toBe(`${COUNT + 1} files +${COUNT + 1} -${COUNT}`);
});

describe('while a command goes on writing', () => {
  /** What is listed after so many signs of changes, a short time apart, and all that they began. */
  async function listedAfter(
    window: TrackedWindow,
    entry: string,
    signs: number,
  ): Promise<readonly string[]> {
    for (let sign = 0; sign < signs; sign++) {
      window.reportOnDisk('a.txt');
      window.clock.advance(200);
    }
    await window.tracker.review.textBefore(KEY, entry, files.path('a.txt'));
    return listed(window);
  }

  test('a look waits until nothing has changed for a moment', async () => {
    const window = files.openWindow();
    const entry = await promptToRun(window);
    files.put('a.txt', 'agent\n');
    expect(await listedAfter(window, entry, 10)).toEqual([]);
    window.clock.advance(300);
    await eventually(() => expect(listed(window)).toEqual(['created a.txt +1 -0']));
  });

  test('a look waits for three seconds and no longer', async () => {
    const window = files.openWindow();
    const entry = await promptToRun(window);
    files.put('a.txt', 'agent\n');
    expect(await listedAfter(window, entry, 16)).toEqual(['created a.txt +1 -0']);
  });

  test('its turn may end: then nothing is waited for', async () => {
    const window = files.openWindow();
    const entry = await promptToRun(window);
    files.put('a.txt', 'agent\n');
    window.reportOnDisk('a.txt');
    endTurn(window);
    expect(await listedAfter(window, entry, 1)).toEqual(['created a.txt +1 -0']);
  });
});
