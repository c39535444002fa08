// What agents change in real files, whoever tells of it: found, kept, undone, and taken back to a checkpoint.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionChanges } from '../../src/core/session/changesSummary.ts';
import type { ToolCallPatch } from '../../src/core/session/toolCall.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { ChangeTracker } from '../../src/changes/changeTracker.ts';
import { CheckpointIndex } from '../../src/changes/checkpointIndex.ts';
import { FolderSnapshots } from '../../src/changes/folderSnapshots.ts';
import type { OpenEditors } from '../../src/changes/openEditors.ts';
import { snapshotLimits, type SnapshotLimits } from '../../src/changes/fileSizes.ts';
import { ShadowRepository } from '../../src/changes/shadowRepository.ts';
import { StoredChanges } from '../../src/changes/storedChanges.ts';
import { resolvePath } from '../../src/files/containedPath.ts';
import { writeDiskFile } from '../../src/files/diskFile.ts';
import { ManualClock } from '../support/clock.ts';
import { MemoryLog } from '../support/log.ts';

const KEY = 'session-1';

let base = '';
let folder = '';
let toDispose: { dispose(): void }[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'parley-tracker-'));
  folder = join(base, 'project');
  mkdirSync(folder);
});

afterEach(async () => {
  for (const item of toDispose) item.dispose();
  toDispose = [];
  await rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

function put(path: string, contents: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), contents);
}

function read(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Editors in which documents are open with unsaved text. */
class FakeEditors implements OpenEditors {
  readonly unsaved = new Map<string, string>();
  /** Paths of documents that cannot be written at the moment. */
  readonly failing = new Set<string>();

  unsavedText(path: string): string | undefined {
    return this.unsaved.get(path);
  }

  async replaceText(path: string, text: string): Promise<boolean> {
    if (this.failing.has(path)) throw new Error('The document cannot be written.');
    if (!this.unsaved.has(path)) return false;
    this.unsaved.set(path, text);
    return true;
  }

  async save(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const text = this.unsaved.get(path);
      if (text === undefined) continue;
      writeFileSync(path, text);
      this.unsaved.delete(path);
    }
  }
}

interface Window {
  readonly store: SessionStore;
  readonly tracker: ChangeTracker;
  readonly editors: FakeEditors;
  readonly clock: ManualClock;
  readonly log: MemoryLog;
}

/** A window on the folder; several of them share the storage as after a reload. */
function openWindow(limits: SnapshotLimits = snapshotLimits, command?: string): Window {
  const store = new SessionStore();
  const clock = new ManualClock();
  const log = new MemoryLog();
  const editors = new FakeEditors();
  const storage = join(base, 'storage');
  const snapshots = new FolderSnapshots({
    makeStore: (of) =>
      new ShadowRepository({ storage, folder: of, limits, ...(command === undefined ? {} : { command }) }),
    log,
  });
  const checkpoints = new CheckpointIndex(join(base, 'checkpoints'));
  const watch = () => ({ dispose: () => undefined });
  const stored = new StoredChanges(join(base, 'changes'));
  const tracker = new ChangeTracker({
    store,
    snapshots,
    checkpoints,
    stored,
    editors,
    disk: { resolve: (path, of) => resolvePath(path, [of]), write: writeDiskFile },
    clock,
    log,
    watch,
  });
  toDispose.push(tracker, snapshots, store);
  store.create(KEY, 'A', folder);
  return { store, tracker, editors, clock, log };
}

/** Marks a checkpoint as a prompt does, on an entry of the transcript. Resolves to the entry's id. */
async function prompt({ store, tracker }: Window, key = KEY): Promise<string> {
  store.dispatch(key, { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'do it' }] });
  const checkpoint = await tracker.beforePrompt(key, folder);
  if (checkpoint !== undefined) store.dispatch(key, { type: 'checkpoint_made', at: 1, checkpoint });
  const entry = store
    .state(key)
    ?.entries.flat()
    .findLast(({ kind }) => kind === 'user');
  return entry?.id ?? '';
}

function endTurn({ store }: Window, key = KEY): void {
  store.dispatch(key, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
}

function toolCall({ store }: Window, call: ToolCallPatch, key = KEY): void {
  store.dispatch(key, { type: 'tool_call', at: 1, call });
}

function changes({ store }: Window, key = KEY): SessionChanges | undefined {
  return store.state(key)?.changes;
}

function listed(window: Window, key = KEY): readonly string[] {
  return (
    changes(window, key)?.files.map(
      ({ name, state, added, removed }) => `${state} ${name} +${added} -${removed}`,
    ) ?? []
  );
}

/** Resolves when the files have been looked at: undoing something that is not there does nothing else. */
async function look({ tracker }: Window, key = KEY): Promise<void> {
  await tracker.undo(key, 'nothing');
}

/** Runs a turn in which `work` is what the agent does. */
async function turn(window: Window, work: () => void | Promise<void>): Promise<string> {
  const entry = await prompt(window);
  await work();
  endTurn(window);
  await look(window);
  return entry;
}

/** Waits for what git has to find first. */
function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000 });
}

const yes = async (): Promise<boolean> => true;

describe('changes', () => {
  test('of an agent that writes to the disk by itself are listed with their lines', async () => {
    put('edited.txt', 'a\nb\nc\n');
    put('deleted.txt', 'x\ny\n');
    put('same.txt', 'same\n');
    const window = openWindow();
    await turn(window, () => {
      put('edited.txt', 'a\nB\nc\nd\n');
      put('src/created.txt', 'new\n');
      rmSync(join(folder, 'deleted.txt'));
    });
    expect(listed(window)).toEqual([
      'deleted deleted.txt +0 -2',
      'modified edited.txt +2 -1',
      'created src/created.txt +1 -0',
    ]);
  });

  test('are found while the turn runs, some time after the tool call that made them', async () => {
    put('a.txt', 'a\n');
    const window = openWindow();
    await prompt(window);
    put('a.txt', 'b\n');
    toolCall(window, { toolCallId: '1', kind: 'edit', status: 'completed' });
    window.clock.advance(10_000);
    await eventually(() => expect(listed(window)).toEqual(['modified a.txt +1 -1']));
  });

  test('of a process that outlives its turn for a moment are the agent’s, later ones are not', async () => {
    put('a.txt', 'a\n');
    put('b.txt', 'b\n');
    const window = openWindow();
    await turn(window, () => undefined);
    put('a.txt', 'late\n');
    window.clock.advance(10_000);
    await eventually(() => expect(listed(window)).toEqual(['modified a.txt +1 -1']));
    put('b.txt', 'mine\n');
    await turn(window, () => undefined);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });

  test('of several turns add up, from the text before the first', async () => {
    put('a.txt', 'one\n');
    const window = openWindow();
    await turn(window, () => put('a.txt', 'two\n'));
    await turn(window, () => put('a.txt', 'three\n'));
    expect(await window.tracker.textWithoutAgent(KEY, join(folder, 'a.txt'))).toBe('one\n');
  });

  test('that the user saved during a turn are not the agent’s', async () => {
    put('mine.txt', 'a\n');
    put('both.txt', '1\n2\n3\n4\n5\n');
    const window = openWindow();
    await prompt(window);
    const save = async (path: string, text: string): Promise<void> => {
      put(path, text);
      await window.tracker.userSaved(join(folder, path));
    };
    await save('mine.txt', 'by me\n');
    await save('both.txt', '1 by me\n2\n3\n4\n5\n');
    put('both.txt', '1 by me\n2\n3\n4\n5 by the agent\n');
    endTurn(window);
    await look(window);
    expect(listed(window)).toEqual(['modified both.txt +1 -1']);
    await window.tracker.undo(KEY);
    expect(read('both.txt')).toBe('1 by me\n2\n3\n4\n5\n');
  });

  test('written through Parley into unsaved text are known without a save', async () => {
    put('a.txt', 'on disk\n');
    const window = openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    const path = join(folder, 'a.txt');
    window.editors.unsaved.set(path, 'typed\n');
    await prompt(window);
    await window.tracker.whileAgentWrites('acp-1', path, async () => {
      window.editors.unsaved.set(path, 'typed\nby the agent\n');
    });
    endTurn(window);
    await look(window);
    expect(listed(window)).toEqual(['modified a.txt +1 -0']);
    await window.tracker.undo(KEY);
    expect(window.editors.unsaved.get(path)).toBe('typed\n');
    expect(read('a.txt')).toBe('on disk\n');
  });

  test('outside the folder are not listed: there they cannot be undone', async () => {
    const window = openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    const outside = join(base, 'outside.txt');
    await prompt(window);
    await window.tracker.whileAgentWrites('acp-1', outside, async () => writeFileSync(outside, 'x\n'));
    endTurn(window);
    await look(window);
    expect(changes(window)).toBeUndefined();
  });

  test('of two agents at once belong to the one whose tool calls name the file', async () => {
    put('one.txt', '1\n');
    put('two.txt', '2\n');
    const window = openWindow();
    window.store.create('session-2', 'B', folder);
    await prompt(window);
    await prompt(window, 'session-2');
    for (const [key, name] of [
      [KEY, 'one.txt'],
      ['session-2', 'two.txt'],
    ] as const) {
      toolCall(window, { toolCallId: '1', kind: 'edit', locations: [{ path: join(folder, name) }] }, key);
    }
    put('one.txt', 'changed\n');
    put('two.txt', 'changed\n');
    await look(window);
    await look(window, 'session-2');
    expect(listed(window)).toEqual(['modified one.txt +1 -1']);
    expect(listed(window, 'session-2')).toEqual(['modified two.txt +1 -1']);
  });
});

describe('a reload', () => {
  test('leaves open what was open, with what the user typed in between', async () => {
    put('a.txt', '1\n2\n3\n4\n');
    const window = openWindow();
    window.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
    await turn(window, () => put('a.txt', '1\n2 agent\n3\n4\n'));
    window.tracker.dispose();
    put('a.txt', '1\n2 agent\n3\n4 me\n');
    const reloaded = openWindow();
    const load = async (): Promise<void> => {
      reloaded.store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
      await look(reloaded);
    };
    await eventually(async () => {
      await load();
      expect(listed(reloaded)).toEqual(['modified a.txt +1 -1']);
    });
    await reloaded.tracker.undo(KEY);
    expect(read('a.txt')).toBe('1\n2\n3\n4 me\n');
  });
});

describe('keep and undo', () => {
  test('undo all brings everything back: texts, bytes, modes, links, deleted and new files', async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    put('text.txt', 'a\r\nb\r\n');
    put('bytes.bin', bytes);
    put('run.sh', '#!/bin/sh\n');
    chmodSync(join(folder, 'run.sh'), 0o755);
    put('dir/inside.txt', 'x\n');
    const window = openWindow();
    await turn(window, () => {
      put('text.txt', 'a\r\nB\r\n');
      put('bytes.bin', Buffer.from([9, 0, 9]));
      rmSync(join(folder, 'run.sh'));
      rmSync(join(folder, 'dir'), { recursive: true });
      put('new/folder/file.txt', 'x\n');
      symlinkSync('text.txt', join(folder, 'link'));
    });
    expect(changes(window)?.files).toHaveLength(6);
    expect(await window.tracker.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(read('text.txt')).toBe('a\r\nb\r\n');
    expect(readFileSync(join(folder, 'bytes.bin'))).toEqual(bytes);
    expect(statSync(join(folder, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(read('dir/inside.txt')).toBe('x\n');
    expect(existsSync(join(folder, 'new'))).toBe(false);
    expect(existsSync(join(folder, 'link'))).toBe(false);
    expect(changes(window)?.files).toEqual([]);
  });

  test('one hunk is undone, another kept', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
    put('a.txt', lines.join(''));
    const window = openWindow();
    await turn(window, () => put('a.txt', lines.with(2, 'first\n').with(15, 'second\n').join('')));
    const path = join(folder, 'a.txt');
    await window.tracker.undoLines(KEY, path, { start: 2, end: 3 });
    expect(read('a.txt')).toBe(lines.with(15, 'second\n').join(''));
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    await window.tracker.keepLines(KEY, path, { start: 15, end: 16 });
    expect(changes(window)).toBeUndefined();
    expect(read('a.txt')).toBe(lines.with(15, 'second\n').join(''));
  });

  test('undo leaves what the user typed since, and says so', async () => {
    put('a.txt', '1\n2\n3\n4\n5\n');
    const window = openWindow();
    const path = join(folder, 'a.txt');
    await turn(window, () => put('a.txt', '1\n2 agent\n3\n4\n5 agent\n'));
    window.editors.unsaved.set(path, '1\n2 agent and me\n3\n4\n5 agent\nme\n');
    window.tracker.edited(path);
    await eventually(() => expect(changes(window)?.files).toMatchObject([{ hasConflict: true }]));
    expect(await window.tracker.undo(KEY)).toEqual({ conflicts: [path], failed: [] });
    expect(window.editors.unsaved.get(path)).toBe('1\n2 agent and me\n3\n4\n5\nme\n');
  });

  test('a document with unsaved text from before the agent’s write is a conflict', async () => {
    put('a.txt', '1\n2\n');
    const window = openWindow();
    const path = join(folder, 'a.txt');
    window.editors.unsaved.set(path, '1\n2\nmine\n');
    await turn(window, () => put('a.txt', '1 agent\n2\n'));
    expect(changes(window)?.files).toMatchObject([{ hasConflict: true }]);
    expect(await window.tracker.undo(KEY)).toEqual({ conflicts: [path], failed: [] });
    expect(window.editors.unsaved.get(path)).toBe('1\n2\nmine\n');
    expect(read('a.txt')).toBe('1 agent\n2\n');
  });

  test('undo while the agent still works is not taken for the agent’s doing', async () => {
    put('a.txt', 'a\n');
    const window = openWindow();
    await prompt(window);
    put('a.txt', 'b\n');
    await window.tracker.undo(KEY);
    expect(read('a.txt')).toBe('a\n');
    endTurn(window);
    await look(window);
    expect(changes(window)?.files).toEqual([]);
  });

  test('undo does not write through a link that leads out of the folder', async () => {
    put('dir/a.txt', 'a\n');
    const outside = join(base, 'outside');
    mkdirSync(outside);
    const window = openWindow();
    await turn(window, () => {
      rmSync(join(folder, 'dir'), { recursive: true });
      symlinkSync(outside, join(folder, 'dir'));
    });
    const trouble = await window.tracker.undo(KEY, join(folder, 'dir/a.txt'));
    expect(trouble?.failed).toMatchObject([{ path: join(folder, 'dir/a.txt') }]);
    expect(existsSync(join(outside, 'a.txt'))).toBe(false);
    await window.tracker.undo(KEY);
    expect(read('dir/a.txt')).toBe('a\n');
  });

  test('hundreds of files at once', async () => {
    for (let index = 0; index < 420; index++) put(`f${index}.txt`, `${index}\n`);
    const window = openWindow();
    await turn(window, () => {
      for (let index = 0; index < 420; index++) put(`f${index}.txt`, `${index} changed\n`);
    });
    await turn(window, () => {
      for (let index = 0; index < 420; index++) put(`f${index}.txt`, `${index} changed again\n`);
    });
    expect(changes(window)?.files).toHaveLength(420);
    expect(await window.tracker.undo(KEY)).toEqual({ conflicts: [], failed: [] });
    for (let index = 0; index < 420; index++) expect(read(`f${index}.txt`)).toBe(`${index}\n`);
  }, 60_000);
});

describe('checkpoints', () => {
  test('files go back to before a prompt, and forward again', async () => {
    put('a.txt', 'first\n');
    const window = openWindow();
    await turn(window, () => put('a.txt', 'second\n'));
    const entry = await turn(window, () => {
      put('a.txt', 'third\n');
      put('b.txt', 'new\n');
    });
    const asked: string[][] = [];
    const ask = async (paths: readonly string[]): Promise<boolean> => asked.push([...paths]) > 0;
    await window.tracker.restore(KEY, entry, ask);
    expect(asked).toEqual([[join(folder, 'a.txt'), join(folder, 'b.txt')]]);
    expect(read('a.txt')).toBe('second\n');
    expect(existsSync(join(folder, 'b.txt'))).toBe(false);
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
    expect(changes(window)?.canRedo).toBe(true);
    await window.tracker.redo(KEY);
    expect(read('a.txt')).toBe('third\n');
    expect(read('b.txt')).toBe('new\n');
    expect(listed(window)).toEqual(['modified a.txt +1 -1', 'created b.txt +1 -0']);
    expect(changes(window)?.canRedo).toBe(false);
  });

  test('what the user typed since is saved first, so that redo brings it back', async () => {
    put('a.txt', 'a\n');
    const window = openWindow();
    const entry = await turn(window, () => put('a.txt', 'agent\n'));
    window.editors.unsaved.set(join(folder, 'a.txt'), 'agent\nme\n');
    await window.tracker.restore(KEY, entry, yes);
    expect(read('a.txt')).toBe('a\n');
    await window.tracker.redo(KEY);
    expect(read('a.txt')).toBe('agent\nme\n');
  });

  test('redo leaves what was changed after the restore', async () => {
    put('a.txt', 'a\n');
    put('b.txt', 'b\n');
    const window = openWindow();
    const entry = await turn(window, () => {
      put('a.txt', 'agent\n');
      put('b.txt', 'agent\n');
    });
    await window.tracker.restore(KEY, entry, yes);
    put('a.txt', 'mine since\n');
    const trouble = await window.tracker.redo(KEY);
    expect(trouble).toEqual({ conflicts: [join(folder, 'a.txt')], failed: [] });
    expect(read('a.txt')).toBe('mine since\n');
    expect(read('b.txt')).toBe('agent\n');
  });

  test('an undo can be taken back', async () => {
    put('a.txt', 'a\n');
    const window = openWindow();
    await turn(window, () => put('a.txt', 'agent\n'));
    await window.tracker.undo(KEY);
    expect(changes(window)).toEqual({ files: [], canRedo: true });
    await window.tracker.redo(KEY);
    expect(read('a.txt')).toBe('agent\n');
    expect(listed(window)).toEqual(['modified a.txt +1 -1']);
  });

  test('a redo that could not write a file can be repeated', async () => {
    put('a.txt', 'a\n');
    put('b.txt', 'b\n');
    const window = openWindow();
    const path = join(folder, 'a.txt');
    await turn(window, () => {
      put('a.txt', 'agent\n');
      put('b.txt', 'agent\n');
    });
    await window.tracker.undo(KEY);
    window.editors.failing.add(path);
    const failed = [{ path, reason: 'The document cannot be written.' }];
    expect(await window.tracker.redo(KEY)).toEqual({ conflicts: [], failed });
    expect(read('b.txt')).toBe('agent\n');
    expect(changes(window)?.canRedo).toBe(true);
    window.editors.failing.clear();
    expect(await window.tracker.redo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(read('a.txt')).toBe('agent\n');
    expect(changes(window)?.canRedo).toBe(false);
  });

  test('a redo reports that it cannot read the folder, and can be repeated', async () => {
    put('a.txt', 'a\n');
    const window = openWindow();
    await turn(window, () => put('a.txt', 'agent\n'));
    await window.tracker.undo(KEY);
    const take = vi
      .spyOn(ShadowRepository.prototype, 'takeSnapshot')
      .mockRejectedValue(new Error('disk full'));
    expect((await window.tracker.redo(KEY))?.failed).toMatchObject([{ path: folder }]);
    expect(read('a.txt')).toBe('a\n');
    take.mockRestore();
    expect(await window.tracker.redo(KEY)).toEqual({ conflicts: [], failed: [] });
    expect(read('a.txt')).toBe('agent\n');
  });

  test('nothing is done when the user says no, or while a turn runs', async () => {
    put('a.txt', 'a\n');
    const window = openWindow();
    const entry = await turn(window, () => put('a.txt', 'b\n'));
    expect(await window.tracker.restore(KEY, entry, async () => false)).toBeUndefined();
    await prompt(window);
    expect(await window.tracker.restore(KEY, entry, yes)).toBeUndefined();
    expect(read('a.txt')).toBe('b\n');
  });

  test('survive a reload', async () => {
    put('a.txt', 'a\n');
    const window = openWindow();
    await turn(window, () => put('a.txt', 'b\n'));
    const before = window.store.state(KEY)?.entries.flat()[0];
    window.tracker.dispose();
    const reloaded = openWindow();
    if (before?.kind !== 'user' || before.checkpoint === undefined) throw new Error('no checkpoint');
    reloaded.store.dispatch(KEY, { type: 'prompt_started', at: 1, content: before.content });
    reloaded.store.dispatch(KEY, { type: 'checkpoint_made', at: 1, checkpoint: before.checkpoint });
    endTurn(reloaded);
    const entry = reloaded.store.state(KEY)?.entries.flat()[0]?.id ?? '';
    await reloaded.tracker.restore(KEY, entry, yes);
    expect(read('a.txt')).toBe('a\n');
    await reloaded.tracker.redo(KEY);
    expect(read('a.txt')).toBe('b\n');
  });

  test('a checkpoint that is gone is told of', async () => {
    const window = openWindow();
    const entry = await turn(window, () => undefined);
    rmSync(join(base, 'checkpoints'), { recursive: true });
    expect(await window.tracker.restore(KEY, entry, yes)).toBeUndefined();
    expect(window.store.state(KEY)?.entries.flat().at(-1)).toMatchObject({
      kind: 'notice',
      severity: 'error',
    });
  });
});

describe('where no snapshot can be made', () => {
  const cases = [
    {
      name: 'the folder is too big',
      limits: { ...snapshotLimits, maxFiles: 1 },
      command: undefined,
      note: 'too large to track',
    },
    { name: 'there is no git', limits: snapshotLimits, command: '/no/such/git', note: 'Git was not found' },
  ];
  test.each(cases)(
    '$name: what tool calls name is kept, and the note says so',
    async ({ limits, command, note }) => {
      put('a.txt', 'a\n');
      put('b.txt', 'b\n');
      const window = openWindow(limits, command);
      const entry = await prompt(window);
      toolCall(window, { toolCallId: '1', kind: 'edit', locations: [{ path: join(folder, 'a.txt') }] });
      toolCall(window, {
        toolCallId: '2',
        kind: 'edit',
        content: [{ type: 'diff', path: 'new.txt', newText: '' }],
      });
      // The agent waits for an answer, or thinks, before it writes.
      await look(window);
      put('a.txt', 'changed\n');
      put('b.txt', 'changed\n');
      put('new.txt', 'new\n');
      endTurn(window);
      await look(window);
      expect(listed(window)).toEqual(['modified a.txt +1 -1', 'created new.txt +1 -0']);
      expect(changes(window)?.note).toContain(note);
      await window.tracker.restore(KEY, entry, yes);
      expect(read('a.txt')).toBe('a\n');
      expect(existsSync(join(folder, 'new.txt'))).toBe(false);
      await window.tracker.redo(KEY);
      expect(read('a.txt')).toBe('changed\n');
      await window.tracker.undo(KEY);
      expect(read('a.txt')).toBe('a\n');
    },
  );

  test('an ignored file that a tool call names is covered all the same', async () => {
    put('.gitignore', '.env\n');
    put('.env', 'SECRET=1\n');
    const window = openWindow();
    await prompt(window);
    toolCall(window, { toolCallId: '1', kind: 'edit', locations: [{ path: join(folder, '.env') }] });
    await look(window);
    put('.env', 'SECRET=2\n');
    endTurn(window);
    await look(window);
    expect(listed(window)).toEqual(['modified .env +1 -1']);
    await window.tracker.undo(KEY);
    expect(read('.env')).toBe('SECRET=1\n');
  });

  test('files that are too big are named beside the changes', async () => {
    put('big.txt', 'x'.repeat(5_000));
    put('a.txt', 'a\n');
    const window = openWindow({ ...snapshotLimits, maxFileBytes: 2_000, maxBinaryBytes: 1_000 });
    await turn(window, () => put('a.txt', 'b\n'));
    expect(changes(window)?.note).toContain('big.txt');
  });
});
