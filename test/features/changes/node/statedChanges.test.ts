// Whose a change is where a call of the agent states its own part: all that changed at the path, as far as nobody else is known.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asFile } from '../../../support/changes/lineEnds.ts';
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
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const files = useTrackedFolder();
const FIVE = '1\n2\n3\n4\n5\n';

interface StatedCall {
  readonly oldText?: string;
  readonly newText: string;
  readonly toolCallId?: string;
}

function state(window: TrackedWindow, name: string, { toolCallId = 'edit', ...texts }: StatedCall): void {
  const path = files.path(name);
  const content = [{ type: 'diff' as const, path, ...texts }];
  toolCall(window, { toolCallId, kind: 'edit', status: 'in_progress', locations: [{ path }], content });
}

function done(window: TrackedWindow, toolCallId = 'edit', status = 'completed'): void {
  toolCall(window, { toolCallId, status });
}

async function undoAll(window: TrackedWindow): Promise<void> {
  await finishTurn(window);
  expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
}

async function windowWith(name: string, text: string | undefined): Promise<TrackedWindow> {
  if (text !== undefined) files.put(name, text);
  const window = files.openWindow();
  await prompt(window);
  return window;
}

/** What `put` would do, of a program that nobody knows of. */
function program(name: string, text: string): void {
  mkdirSync(dirname(files.path(name)), { recursive: true });
  writeFileSync(files.path(name), asFile(text));
}

describe('what another program wrote between two looks, right before the agent', () => {
  test.each([
    ['the whole file', { oldText: '1\n2\n3\n4\nX\n', newText: 'A\n2\n3\n4\nX\n' }],
    ['a part of it', { oldText: '4\nX', newText: '4\nX' }],
  ])('is undone with it, and Undo asks, where the call states %s', async (_what, stated) => {
    const window = await windowWith('a.txt', FIVE);
    program('a.txt', '1\n2\n3\n4\nX\n');
    state(window, 'a.txt', stated);
    files.put('a.txt', 'A\n2\n3\n4\nX\n');
    done(window);
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +2 -2']);
    expect(window.tracker.doubtful(KEY)).toEqual([files.path('a.txt')]);
    await undoAll(window);
    // What was before is what was seen, whatever a call says.
    expect([files.read('a.txt'), others(window)]).toEqual([FIVE, []]);
  });
});

describe('all that changed is the agent’s', () => {
  test('where it wrote what it had read before over a change: Undo gives that back, and asks', async () => {
    const window = await windowWith('a.txt', FIVE);
    program('a.txt', '1\n2\n3\n4\nX\n');
    await look(window);
    state(window, 'a.txt', { oldText: FIVE, newText: 'A\n2\n3\n4\n5\n' });
    files.put('a.txt', 'A\n2\n3\n4\n5\n');
    done(window);
    await look(window);
    expect(window.tracker.doubtful(KEY)).toEqual([files.path('a.txt')]);
    await undoAll(window);
    expect(files.read('a.txt')).toBe('1\n2\n3\n4\nX\n');
  });

  test('also where that change came between two turns', async () => {
    const window = await windowWith('a.txt', FIVE);
    await finishTurn(window);
    program('a.txt', '1\n2\n3\n4\nX\n');
    await prompt(window);
    state(window, 'a.txt', { oldText: FIVE, newText: 'A\n2\n3\n4\n5\n' });
    files.put('a.txt', 'A\n2\n3\n4\n5\n');
    done(window);
    await undoAll(window);
    expect(files.read('a.txt')).toBe('1\n2\n3\n4\nX\n');
  });

  test('where a command of it ran, where a call does not say what it changes, and where one failed', async () => {
    const window = await windowWith('a.txt', FIVE);
    await run(window, () => {
      state(window, 'a.txt', { oldText: '1', newText: 'A' });
      files.put('a.txt', 'A\n2\n3\n4\nformatted\n');
      done(window);
    });
    await undoAll(window);
    expect(files.read('a.txt')).toBe(FIVE);
    await prompt(window);
    const path = files.path('a.txt');
    state(window, 'a.txt', { oldText: '1', newText: 'A', toolCallId: 'one' });
    toolCall(window, { toolCallId: 'two', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    files.put('a.txt', 'A\n2\n3\n4\nsilent\n');
    done(window, 'one');
    done(window, 'two');
    await undoAll(window);
    expect(files.read('a.txt')).toBe(FIVE);
    await prompt(window);
    state(window, 'a.txt', { oldText: '1', newText: 'A', toolCallId: 'three' });
    files.put('a.txt', 'A\n2\n3\n4\nhalf\n');
    done(window, 'three', 'failed');
    await undoAll(window);
    expect(files.read('a.txt')).toBe(FIVE);
  });

  test('where a look found the file while it was written', async () => {
    const window = await windowWith('a.txt', FIVE);
    state(window, 'a.txt', { oldText: FIVE, newText: 'A\n2\n3\n4\n5\n' });
    files.put('a.txt', '');
    await look(window);
    files.put('a.txt', 'A\n2\n');
    await look(window);
    files.put('a.txt', 'A\n2\n3\n4\n5\n');
    done(window);
    await undoAll(window);
    expect([files.read('a.txt'), others(window)]).toEqual([FIVE, []]);
  });

  test.each([
    ['a formatter that runs with the edit', "const a = 'x'\n", "const b = 'x'\n", 'const b = "x";\n'],
    ['a call that states one of its parts', 'a\nb\n', 'A\nb\n', 'A\nB\n'],
    ['one that states the first of many places', 'a\nx\na\n', 'b\nx\na\n', 'b\nx\nb\n'],
  ])('where more changed than it states: %s', async (_what, oldText, newText, now) => {
    const window = await windowWith('a.txt', oldText);
    state(window, 'a.txt', { oldText, newText });
    files.put('a.txt', now);
    done(window);
    await look(window);
    expect(others(window)).toEqual([]);
    await undoAll(window);
    expect(files.read('a.txt')).toBe(oldText);
  });

  test('where it cuts what it states', async () => {
    const text = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join('');
    const window = await windowWith('a.txt', text);
    state(window, 'a.txt', {
      oldText: text.slice(0, 90),
      newText: text.slice(0, 90).replace('line 2', 'two'),
    });
    files.put('a.txt', text.replace('line 2\n', 'two\n').replace('line 29', 'last'));
    done(window);
    await undoAll(window);
    expect(files.read('a.txt')).toBe(text);
  });

  test('where the agent replaces a file and does not say what was in it', async () => {
    const window = await windowWith('a.txt', FIVE);
    state(window, 'a.txt', { newText: 'all\nnew\n' });
    files.put('a.txt', 'all\nnew\n');
    done(window);
    await undoAll(window);
    expect(files.read('a.txt')).toBe(FIVE);
  });
});

test('Undo asks where the agent says that other text of the same length was there', async () => {
  const window = await windowWith('a.txt', '1\n5\n');
  program('a.txt', '1\nX\n');
  // Nothing says what of this the agent has done: a command of it runs, too.
  await run(window, () => {
    state(window, 'a.txt', { oldText: '1\nX\n', newText: 'A\nX\n' });
    files.put('a.txt', 'A\nX\n');
    done(window);
  });
  endTurn(window);
  await look(window);
  expect(window.tracker.doubtful(KEY)).toEqual([files.path('a.txt')]);
  rmSync(files.path('a.txt'));
  await look(window);
  expect(changes(window)?.files).toHaveLength(1);
});

describe('what the user does with a part of a change is no sign that other text was there before it', () => {
  const changed = 'ONE\n2\n3\n4\nFIVE\n';

  test.each([
    [
      'keeps',
      (window: TrackedWindow, path: string) =>
        window.tracker.review.keepLines(KEY, path, { start: 4, end: 5 }),
    ],
    [
      'undoes, and the agent changes it again,',
      async (window: TrackedWindow, path: string) => {
        await window.tracker.review.undoLines(KEY, path, { start: 4, end: 5 });
        await prompt(window);
        state(window, 'a.txt', { oldText: 'ONE\n2\n3\n4\n5\n', newText: 'ONE\n2\n3\n4\nV\n' });
        files.put('a.txt', 'ONE\n2\n3\n4\nV\n');
        done(window);
        await finishTurn(window);
      },
    ],
    [
      'removes in an editor',
      async (window: TrackedWindow, path: string) => {
        files.put('a.txt', 'ONE\nFIVE\n');
        await window.tracker.userSaved(path, 'ONE\nFIVE\n');
        await turn(window, () => files.put('a.txt', 'UNO\nFIVE\n'));
      },
    ],
  ])('which the user %s', async (_what, act) => {
    const window = await windowWith('a.txt', FIVE);
    state(window, 'a.txt', { oldText: FIVE, newText: changed });
    files.put('a.txt', changed);
    done(window);
    await finishTurn(window);
    await act(window, files.path('a.txt'));
    expect(listed(window)).toHaveLength(1);
    expect(window.tracker.doubtful(KEY)).toEqual([]);
  });
});
