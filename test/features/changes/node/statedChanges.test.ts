// Whose a change is where another program writes a file right before or after the agent: the agent's call states its own part.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
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
  writeFileSync(files.path(name), text);
}

describe('what another program wrote right before the agent', () => {
  test('stays, where the call says what was there, and is listed apart then', async () => {
    const window = await windowWith('a.txt', FIVE);
    program('a.txt', '1\n2\n3\n4\nX\n');
    state(window, 'a.txt', { oldText: '1\n2\n3\n4\nX\n', newText: 'A\n2\n3\n4\nX\n' });
    files.put('a.txt', 'A\n2\n3\n4\nX\n');
    done(window);
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    expect(window.tracker.doubtful(KEY)).toEqual([]);
    await undoAll(window);
    expect(files.read('a.txt')).toBe('1\n2\n3\n4\nX\n');
    expect(others(window)).toEqual(['a.txt']);
  });

  test('stays, where the call states parts of the file, one in the other’s lines', async () => {
    const window = await windowWith('a.txt', '1\r\n2\r\n3\r\n4\r\n5\r\n');
    program('a.txt', '1\r\n2\r\n3\r\n4\r\nX\r\n');
    state(window, 'a.txt', { oldText: '1', newText: 'A' });
    state(window, 'a.txt', { oldText: '3\n4', newText: '3\nD', toolCallId: 'second' });
    files.put('a.txt', 'A\r\n2\r\n3\r\nD\r\nX\r\n');
    done(window, 'second');
    done(window);
    await undoAll(window);
    expect(files.read('a.txt')).toBe('1\r\n2\r\n3\r\n4\r\nX\r\n');
  });

  test('stays as a file, where it made that', async () => {
    const window = await windowWith('other.txt', '');
    program('mine.txt', 'mine\n');
    state(window, 'mine.txt', { oldText: 'mine\n', newText: 'mine\nagent\n' });
    files.put('mine.txt', 'mine\nagent\n');
    done(window);
    await look(window);
    expect(listed(window)).toEqual(['modified mine.txt +1 -0']);
    await undoAll(window);
    expect(files.read('mine.txt')).toBe('mine\n');
  });

  test('stays, where it comes right after the edit', async () => {
    const window = await windowWith('a.txt', FIVE);
    state(window, 'a.txt', { oldText: FIVE, newText: 'A\n2\n3\n4\n5\n' });
    files.put('a.txt', 'A\n2\n3\n4\n5\n');
    program('a.txt', 'A\n2\n3\n4\nX\n');
    done(window);
    await undoAll(window);
    expect(files.read('a.txt')).toBe('1\n2\n3\n4\nX\n');
  });

  test('stays, where only the end of the call says what it changed', async () => {
    const window = await windowWith('a.txt', FIVE);
    program('a.txt', '1\n2\n3\n4\nX\n');
    const path = files.path('a.txt');
    toolCall(window, { toolCallId: 'edit', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    files.put('a.txt', 'A\n2\n3\n4\nX\n');
    toolCall(window, {
      toolCallId: 'edit',
      status: 'completed',
      content: [{ type: 'diff', path, oldText: '1', newText: 'A' }],
    });
    await undoAll(window);
    expect(files.read('a.txt')).toBe('1\n2\n3\n4\nX\n');
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
