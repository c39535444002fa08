// Undo gives back the bytes, whatever the agent's writes look like when Parley reads the files.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { asFile, asTest } from '../../../support/changes/lineEnds.ts';
import {
  ACP_SESSION,
  changes,
  finishTurn,
  KEY,
  listed,
  look,
  prompt,
  promptToRun,
  toolCall,
  type TrackedWindow,
  turn,
} from '../../../support/changes/trackedFolder.ts';
import { useTrackedFolder } from '../../../support/changes/useTrackedFolder.ts';

const FILES = 60;
const files = useTrackedFolder();

/** A write in two steps: until the second one there is an empty file. */
class TornWrite {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  end(text: string): void {
    writeSync(this.#file, text);
    closeSync(this.#file);
  }
}

function text(index: number): string {
  return Array.from({ length: 200 }, (_, line) => `file ${index}, line ${line}\n`).join('');
}

/** An agent that announces each edit and is writing already when Parley hears of it. Looks happen in between. */
async function edits(window: TrackedWindow, after: (index: number, before: string) => string): Promise<void> {
  await prompt(window);
  const looks: Promise<void>[] = [];
  for (let index = 0; index < FILES; index++) {
    const path = files.path(`f${index}.txt`);
    const before = readFileSync(path, 'utf8');
    const write = new TornWrite(path);
    const newText = asFile(after(index, asTest(before)));
    const content = [{ type: 'diff' as const, path, oldText: before, newText }];
    toolCall(window, {
      toolCallId: `${index}`,
      kind: 'edit',
      status: 'in_progress',
      locations: [{ path }],
      content,
    });
    if (index % 7 === 0) looks.push(look(window));
    // The read of the file is under way.
    for (let step = 0; step < index % 5; step++) await setImmediate();
    write.end(newText);
    toolCall(window, { toolCallId: `${index}`, status: 'completed' });
  }
  await Promise.all(looks);
  await finishTurn(window);
}

describe('an agent that announces an edit and is writing the file already', () => {
  test('changes files: Undo gives back their bytes', async () => {
    for (let index = 0; index < FILES; index++) files.put(`f${index}.txt`, text(index));
    const window = files.openWindow();
    await edits(window, (_, before) => `${before}one more\n`);
    expect(new Set(listed(window).map((line) => line.replace(/.*txt /, '')))).toEqual(new Set(['+1 -0']));
    expect(changes(window)?.files).toHaveLength(FILES);
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    for (let index = 0; index < FILES; index++) expect(files.read(`f${index}.txt`)).toBe(text(index));
  });

  test('writes files as they were: none is listed', async () => {
    for (let index = 0; index < FILES; index++) files.put(`f${index}.txt`, text(index));
    const window = files.openWindow();
    await edits(window, (_, before) => before);
    expect(listed(window)).toEqual([]);
  });

  test('changes files that no snapshot holds: Undo says which it cannot restore, and leaves them', async () => {
    files.put('.gitignore', '*.txt\n');
    for (let index = 0; index < FILES; index++) files.put(`f${index}.txt`, text(index));
    const window = files.openWindow();
    await edits(window, (_, before) => `${before}one more\n`);
    expect(changes(window)?.files).toHaveLength(FILES);
    const result = await window.tracker.review.undo(KEY);
    expect(result?.failed).toHaveLength(FILES);
    expect(result?.failed[0]?.reason).toContain('earlier contents are unknown');
    for (let index = 0; index < FILES; index++)
      expect(files.read(`f${index}.txt`)).toBe(`${text(index)}one more\n`);
  });

  test('writes files that no snapshot holds as they were: none is listed', async () => {
    files.put('.gitignore', '*.txt\n');
    for (let index = 0; index < FILES; index++) files.put(`f${index}.txt`, text(index));
    const window = files.openWindow();
    await edits(window, (_, before) => before);
    expect(listed(window)).toEqual([]);
  });

  test('changes a file that the user saved in the same turn: Undo gives back what they saved', async () => {
    files.put('.gitignore', '*.txt\n');
    files.put('a.txt', 'old\n');
    const window = files.openWindow();
    const path = files.path('a.txt');
    await prompt(window);
    files.put('a.txt', 'mine\n');
    await window.tracker.userSaved(path, 'mine\n');
    const write = new TornWrite(path);
    toolCall(window, { toolCallId: '1', kind: 'edit', status: 'in_progress', locations: [{ path }] });
    await look(window);
    write.end('agent\n');
    toolCall(window, { toolCallId: '1', status: 'completed' });
    await finishTurn(window);
    await window.tracker.review.undo(KEY);
    expect(files.read('a.txt')).toBe('mine\n');
  });
});

test('what the agent writes right after a save of the user is still the agent’s', async () => {
  files.put('a.txt', 'old\n');
  const window = files.openWindow();
  await prompt(window);
  const path = files.path('a.txt');
  toolCall(window, { toolCallId: '1', kind: 'edit', locations: [{ path }] });
  files.put('a.txt', 'mine\n');
  // Before Parley looks at what was saved.
  const saved = window.tracker.userSaved(path, 'mine\n');
  files.put('a.txt', 'mine\nagent\n');
  await saved;
  toolCall(window, { toolCallId: '1', status: 'completed' });
  await finishTurn(window);
  expect(listed(window)).toEqual(['modified a.txt +1 -0']);
  await window.tracker.review.undo(KEY);
  expect(files.read('a.txt')).toBe('mine\n');
});

describe('Undo where kinds of things were changed', () => {
  test('brings back a file that became a folder', async () => {
    files.put('d1', 'file\n');
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(files.path('d1'));
      files.put('d1/a/inner.txt', 'x\n');
      files.put('d1/other.txt', 'x\n');
    });
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(files.read('d1')).toBe('file\n');
    await window.tracker.review.redo(KEY);
    expect(files.read('d1/a/inner.txt')).toBe('x\n');
  });

  test('brings back a folder that became a file, and one that became a link', async () => {
    files.put('one/a.txt', 'a\n');
    files.put('two/b.txt', 'b\n');
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(files.path('one'), { recursive: true });
      rmSync(files.path('two'), { recursive: true });
      files.put('one', 'file\n');
      symlinkSync('one', files.path('two'));
    });
    expect(await window.tracker.review.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect([files.read('one/a.txt'), files.read('two/b.txt')]).toEqual(['a\n', 'b\n']);
  });

  test('leaves a folder that holds something of the user’s, and says so', async () => {
    files.put('.gitignore', '*.log\n');
    files.put('d1', 'file\n');
    const window = files.openWindow();
    await turn(window, () => {
      rmSync(files.path('d1'));
      files.put('d1/inner.txt', 'x\n');
      files.put('d1/mine.log', 'mine\n');
    });
    const result = await window.tracker.review.undo(KEY);
    expect(result?.failed).toMatchObject([{ path: files.path('d1') }]);
    expect(files.read('d1/mine.log')).toBe('mine\n');
    expect(existsSync(files.path('d1/inner.txt'))).toBe(false);
  });
});

test('Undo is doubtful where the agent says that more was in a file than Parley knows of', async () => {
  files.put('a.txt', 'a\n');
  files.put('b.txt', 'b\r\n');
  const window = files.openWindow();
  await prompt(window);
  for (const [name, oldText] of [
    ['a.txt', 'a\nand more\n'],
    ['b.txt', 'b\n'],
    ['new.txt', ''],
  ] as const) {
    const path = files.path(name);
    const content = [{ type: 'diff' as const, path, oldText, newText: 'agent\n' }];
    // Of a kind that may have changed more than it says.
    toolCall(window, { toolCallId: name, kind: 'other', status: 'in_progress', content });
    files.put(name, 'agent\n');
    toolCall(window, { toolCallId: name, status: 'completed' });
  }
  await finishTurn(window);
  expect(changes(window)?.files).toHaveLength(3);
  expect(window.tracker.doubtful(KEY)).toEqual([files.path('a.txt')]);
  expect(window.tracker.doubtful(KEY, files.path('b.txt'))).toEqual([]);
});

test('Undo says where another program changes what it has written', async () => {
  files.put('a.txt', 'a\n');
  const write = async (path: string, bytes: Uint8Array): Promise<void> => {
    writeFileSync(path, bytes);
    writeFileSync(path, 'formatted\n');
  };
  const window = files.openWindow({ write });
  await turn(window, () => files.put('a.txt', 'agent\n'));
  const result = await window.tracker.review.undo(KEY);
  expect(result?.failed).toMatchObject([{ path: files.path('a.txt') }]);
});

describe('Redo', () => {
  test('is still there after the next prompt, and leaves what the agent has changed since', async () => {
    files.put('a.txt', 'a\n');
    files.put('b.txt', 'b\n');
    const window = files.openWindow();
    await turn(window, () => {
      files.put('a.txt', 'agent a\n');
      files.put('b.txt', 'agent b\n');
    });
    await window.tracker.review.undo(KEY);
    await turn(window, () => {
      files.put('b.txt', 'agent again\n');
      files.put('c.txt', 'c\n');
    });
    expect(changes(window)?.canRedo).toBe(true);
    expect((await window.tracker.review.redo(KEY))?.conflicts).toEqual([files.path('b.txt')]);
    expect([files.read('a.txt'), files.read('b.txt')]).toEqual(['agent a\n', 'agent again\n']);
    expect(listed(window)).toEqual(['modified a.txt +1 -1', 'modified b.txt +1 -1', 'created c.txt +1 -0']);
    await window.tracker.review.undo(KEY);
    expect([files.read('a.txt'), files.read('b.txt'), existsSync(files.path('c.txt'))]).toEqual([
      'a\n',
      'b\n',
      false,
    ]);
  });
});

test('the second folder that a session is given is tracked, undone and restored like its own', async () => {
  const second = files.beside('second');
  mkdirSync(second);
  writeFileSync(`${second}/b.txt`, 'b\n');
  files.furtherFolders = [second];
  const window = files.openWindow();
  window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  const entry = await promptToRun(window);
  await window.tracker.whileAgentWrites(ACP_SESSION, `${second}/client.txt`, async () =>
    writeFileSync(`${second}/client.txt`, 'client\n'),
  );
  writeFileSync(`${second}/b.txt`, 'agent\n');
  files.put('a.txt', 'a\n');
  await finishTurn(window);
  expect(changes(window)?.files.map(({ path }) => path)).toEqual([
    files.path('a.txt'),
    `${second}/b.txt`,
    `${second}/client.txt`,
  ]);
  await window.tracker.review.undo(KEY);
  expect(readFileSync(`${second}/b.txt`, 'utf8')).toBe('b\n');
  expect(existsSync(`${second}/client.txt`)).toBe(false);
  await window.tracker.review.redo(KEY);
  await window.tracker.review.restore(KEY, entry, async () => true);
  expect(readFileSync(`${second}/b.txt`, 'utf8')).toBe('b\n');
});
