// Redo of an undo goes on in the next window; what nothing has a copy of is said before, and not offered.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { asFile } from '../../../support/changes/lineEnds.ts';
import {
  ACP_SESSION,
  changes,
  KEY,
  listed,
  look,
  toolCall,
  prompt,
  finishTurn,
  turn,
  type TrackedWindow,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const LARGE = Buffer.alloc(2 * 1024 ** 2);

function openWindow(): TrackedWindow {
  const sessionId = ACP_SESSION.id;
  const window = files.openWindow({ session: { sessionId, isOpened: false } });
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId });
  return window;
}

async function reloaded(window: TrackedWindow): Promise<TrackedWindow> {
  await window.tracker.flush();
  window.tracker.dispose();
  const next = openWindow();
  await look(next);
  return next;
}

test('Redo after a reload gives back what Undo took, and lists it again', async () => {
  files.put('a.txt', '1\n2\n');
  files.put('gone.bin', Buffer.from([0, 1]));
  const first = openWindow();
  await turn(first, () => {
    files.put('a.txt', 'A\n2\n');
    files.put('new/file.txt', 'new\n');
    files.put('gone.bin', Buffer.from([0, 2]));
  });
  const before = listed(first);
  await first.tracker.review.undo(KEY);
  const window = await reloaded(first);
  expect(changes(window)?.canRedo).toBe(true);
  expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect([files.read('a.txt'), files.read('new/file.txt')]).toEqual(['A\n2\n', 'new\n']);
  expect(listed(window)).toEqual(before);
  await window.tracker.review.undo(KEY);
  expect([files.read('a.txt'), existsSync(files.path('new/file.txt'))]).toEqual(['1\n2\n', false]);
});

test('Redo after a reload leaves what was changed since, and is gone once it is done', async () => {
  files.put('a.txt', '1\n');
  files.put('b.txt', '1\n');
  const first = openWindow();
  await turn(first, () => {
    files.put('a.txt', 'A\n');
    files.put('b.txt', 'B\n');
  });
  await first.tracker.review.undo(KEY);
  const second = await reloaded(first);
  files.put('a.txt', 'mine\n');
  const result = await second.tracker.review.redo(KEY);
  expect(result).toEqual({ conflicts: [files.path('a.txt')], failed: [] });
  expect([files.read('a.txt'), files.read('b.txt')]).toEqual(['mine\n', 'B\n']);
  // What the user takes back can be redone after all.
  const third = await reloaded(second);
  expect(changes(third)?.canRedo).toBe(true);
  files.put('a.txt', '1\n');
  expect(await third.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect([files.read('a.txt'), files.read('b.txt')]).toEqual(['A\n', 'B\n']);
  expect(changes(await reloaded(third))?.canRedo).not.toBe(true);
});

test('Redo brings back both parts of an Undo that was canceled and gone on with, also after a reload', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}.txt`);
  for (const name of names) files.put(name, '1\n2\n3\n');
  const first = openWindow();
  await turn(first, () => names.forEach((name) => files.put(name, 'A\n2\n3\n')));
  const controller = new AbortController();
  const progress = { signal: controller.signal, report: () => controller.abort() };
  const canceled = await first.tracker.review.undo(KEY, undefined, undefined, progress);
  const [inBetween, ...rest] = canceled?.left ?? [];
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.length).toBeLessThan(29);
  // What the user changes before they go on is theirs.
  writeFileSync(inBetween ?? '', asFile('A\n2\nmine\n'));
  await first.tracker.userChanged([inBetween ?? '']);
  await first.tracker.review.undo(KEY, undefined, { paths: canceled?.left ?? [], isRest: true });
  expect(new Set(names.map((name) => files.read(name)))).toEqual(new Set(['1\n2\n3\n', '1\n2\nmine\n']));
  const second = await reloaded(first);
  expect(await second.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect(new Set(names.map((name) => files.read(name)))).toEqual(new Set(['A\n2\n3\n', 'A\n2\nmine\n']));
  expect([listed(second).length, changes(second)?.canRedo]).toEqual([30, false]);
});

test('Redo brings back all parts of an Undo that was canceled twice', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `${index}.txt`);
  for (const name of names) files.put(name, '1\n');
  const window = openWindow();
  await turn(window, () => names.forEach((name) => files.put(name, 'A\n')));
  let rest: { readonly paths: readonly string[]; readonly isRest: true } | undefined;
  for (const isLast of [false, false, true]) {
    const controller = new AbortController();
    const report = (): void => (isLast ? undefined : controller.abort());
    const result = await window.tracker.review.undo(KEY, undefined, rest, {
      signal: controller.signal,
      report,
    });
    expect((result?.left?.length ?? 0) > 0).toBe(!isLast);
    rest = { paths: result?.left ?? [], isRest: true };
  }
  expect(new Set(names.map((name) => files.read(name)))).toEqual(new Set(['1\n']));
  expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect(new Set(names.map((name) => files.read(name)))).toEqual(new Set(['A\n']));
  expect(changes(window)?.canRedo).not.toBe(true);
});

test('Redo brings back only the last of two Undos', async () => {
  files.put('a.txt', '1\n');
  files.put('b.txt', '1\n');
  const window = openWindow();
  await turn(window, () => ['a.txt', 'b.txt'].forEach((name) => files.put(name, 'A\n')));
  await window.tracker.review.undo(KEY, files.path('a.txt'));
  await window.tracker.review.undo(KEY, files.path('b.txt'));
  await window.tracker.review.redo(KEY);
  expect([files.read('a.txt'), files.read('b.txt')]).toEqual(['1\n', 'A\n']);
});

test('Redo after a reload of a file that no snapshot holds and a call has named', async () => {
  files.put('.gitignore', '.env\n');
  files.put('.env', 'KEY=1\n');
  chmodSync(files.path('.env'), 0o600);
  await files.age('.env');
  const first = openWindow();
  await prompt(first);
  const path = files.path('.env');
  toolCall(first, { toolCallId: 'edit', kind: 'edit', status: 'in_progress', locations: [{ path }] });
  await look(first);
  files.put('.env', 'KEY=2\n');
  toolCall(first, { toolCallId: 'edit', status: 'completed' });
  await finishTurn(first);
  await first.tracker.review.undo(KEY);
  expect(files.read('.env')).toBe('KEY=1\n');
  const window = await reloaded(first);
  await window.tracker.review.redo(KEY);
  expect(files.read('.env')).toBe('KEY=2\n');
});

test('a new file that is too large to track: Undo cannot be redone, which is known before', async () => {
  files.put('a.txt', '1\n');
  const window = openWindow();
  await turn(window, () => files.put('large.bin', LARGE));
  expect(window.tracker.unredoable(KEY)).toEqual([files.path('large.bin')]);
  await window.tracker.review.undo(KEY);
  expect(existsSync(files.path('large.bin'))).toBe(false);
  expect(changes(window)?.canRedo).not.toBe(true);
});

test('of a large and a small file, the small one can be redone, without a word about the other', async () => {
  files.put('a.txt', '1\n');
  files.put('grown.txt', 'small\n');
  const window = openWindow();
  await turn(window, () => {
    files.put('a.txt', 'A\n');
    files.put('grown.txt', LARGE);
  });
  expect(window.tracker.unredoable(KEY)).toEqual([files.path('grown.txt')]);
  expect(window.tracker.unredoable(KEY, files.path('a.txt'))).toEqual([]);
  await window.tracker.review.undo(KEY);
  expect(files.read('grown.txt')).toBe('small\n');
  expect(await window.tracker.review.redo(KEY)).toEqual({ conflicts: [], failed: [] });
  expect([files.read('a.txt'), files.read('grown.txt')]).toEqual(['A\n', 'small\n']);
});

test('a large file that Undo cannot give back is not asked about', async () => {
  writeFileSync(files.path('large.bin'), LARGE);
  const window = openWindow();
  await turn(window, () => files.put('large.bin', Buffer.alloc(LARGE.length, 1)));
  expect([listed(window).length, window.tracker.unredoable(KEY)]).toEqual([1, []]);
});

describe('what a Restore took of the user can be redone', () => {
  const HOUR = 'an hour of work\n';
  const yes = (): Promise<boolean> => Promise.resolve(true);

  /** A turn, what the user writes after it, and a Restore that takes both. */
  async function restored(): Promise<TrackedWindow> {
    for (const name of ['a', 'b', 'mine']) files.put(`${name}.txt`, `${name}\n`);
    const window = openWindow();
    const entry = await turn(window, () => files.put('a.txt', 'agent\n'));
    files.put('mine.txt', HOUR);
    await window.tracker.review.restore(KEY, entry, yes);
    expect([files.read('a.txt'), files.read('mine.txt')]).toEqual(['a\n', 'mine\n']);
    return window;
  }

  test.each([false, true])(
    'after a later Undo of another file, which is redone first; reload: %s',
    async (isReloaded) => {
      const first = await restored();
      await turn(first, () => files.put('b.txt', 'B\n'));
      await first.tracker.review.undo(KEY);
      const window = isReloaded ? await reloaded(first) : first;
      await window.tracker.review.redo(KEY);
      expect([files.read('b.txt'), files.read('mine.txt')]).toEqual(['B\n', 'mine\n']);
      expect(changes(window)?.canRedo).toBe(true);
      await window.tracker.review.redo(KEY);
      expect([files.read('a.txt'), files.read('mine.txt')]).toEqual(['agent\n', HOUR]);
      expect(changes(window)?.canRedo).not.toBe(true);
    },
  );

  test('after a Restore of a later prompt, and an Undo after that', async () => {
    const window = await restored();
    const entry = await turn(window, () => files.put('b.txt', 'B\n'));
    await window.tracker.review.restore(KEY, entry, yes);
    await turn(window, () => files.put('a.txt', 'other\n'));
    await window.tracker.review.undo(KEY);
    for (const expected of ['a\n', 'a\n', 'a\n']) {
      expect(files.read('a.txt')).toBe(expected);
      await window.tracker.review.redo(KEY);
      files.put('a.txt', 'a\n');
    }
    expect([files.read('b.txt'), files.read('mine.txt')]).toEqual(['B\n', HOUR]);
  });

  test('also where the later Undo cannot be redone, because its file was changed since', async () => {
    const window = await restored();
    await turn(window, () => files.put('b.txt', 'B\n'));
    await window.tracker.review.undo(KEY);
    files.put('b.txt', 'typed\n');
    expect((await window.tracker.review.redo(KEY))?.conflicts).toEqual([files.path('b.txt')]);
    expect([files.read('b.txt'), files.read('mine.txt')]).toEqual(['typed\n', HOUR]);
    files.put('b.txt', 'b\n');
    await window.tracker.review.redo(KEY);
    expect(files.read('b.txt')).toBe('B\n');
  });

  test('but an Undo is replaced by the next one, as ever', async () => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = openWindow();
    await turn(window, () => ['a', 'b'].forEach((name) => files.put(`${name}.txt`, 'agent\n')));
    for (const name of ['a.txt', 'b.txt']) await window.tracker.review.undo(KEY, files.path(name));
    await window.tracker.review.redo(KEY);
    expect([files.read('a.txt'), files.read('b.txt')]).toEqual(['a\n', 'agent\n']);
    expect(changes(window)?.canRedo).not.toBe(true);
  });
});
