// Whoever touches the same files, and whenever the window is killed: Undo, Keep, Redo and Restore give the right bytes, or
// leave a file and say so.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFullRun, propertyRuns } from '../../../support/cases/fullRun.ts';
import { KillableTracker, type TrackerAction } from '../../../support/changes/killableTracker.ts';
import type { TrackerAnswer } from '../../../support/changes/trackerMessages.ts';
import { lineNumber, LINES, NAMES, TrackedLines } from '../../../support/changes/trackedLines.ts';
import { TrackedFolder } from '../../../support/changes/trackedFolder.ts';

interface Checkpoint {
  readonly id: string;
  readonly tracker: KillableTracker;
  readonly bytes: ReadonlyMap<string, string | undefined>;
  readonly without: TrackedLines['without'];
}

interface Redo {
  readonly tracker: KillableTracker;
  readonly before: ReadonlyMap<string, string | undefined>;
  readonly after: ReadonlyMap<string, string | undefined>;
  readonly without: TrackedLines['without'];
}

interface Step {
  readonly by: string;
  readonly file: string;
  readonly index: number;
  /** How long an action of the window runs until it is killed, where it is. */
  readonly ms: number;
}

const ACTORS = [
  'agent agent agentClient agentDelete agentFormatter user userFormatter program git',
  'look prompt keep undo undoLine redo restore kill killPrompt killUndo killWrite killRestore killRedo',
].flatMap((line) => line.split(' '));

const step: fc.Arbitrary<Step> = fc.record({
  by: fc.constantFrom(...ACTORS),
  file: fc.constantFrom(...NAMES),
  index: fc.nat(LINES - 1),
  ms: fc.nat(60),
});

class Run {
  readonly #files = new TrackedFolder().open();
  readonly #lines = new TrackedLines(this.#files);
  readonly #checkpoints: Checkpoint[] = [];
  #tracker = new KillableTracker(this.#files.base, []);
  #redo: Redo | undefined;
  #calls = 0;
  /** The files that calls of this turn have named. */
  readonly #named = new Set<string>();

  constructor() {
    this.#git('init', '-q');
    this.#git('add', '-A');
    this.#git('commit', '-q', '-m', 'start');
  }

  async begin(): Promise<void> {
    const { bytes, without } = { bytes: this.#lines.bytes(), without: this.#lines.without };
    this.#named.clear();
    const { checkpoint } = await this.#ask({ what: 'prompt' });
    if (checkpoint !== undefined) {
      this.#checkpoints.push({ id: checkpoint, tracker: this.#tracker, bytes, without });
    }
  }

  async do({ by, file, index, ms }: Step): Promise<void> {
    switch (by) {
      case 'agent':
        return this.#call(file, () => this.#files.put(file, this.#lines.edited(file, 'agent', index)));
      case 'agentDelete':
        return this.#call(file, () => rmSync(this.#files.path(file), { force: true }));
      case 'agentClient':
        await this.#ask({ what: 'write', name: file, text: this.#lines.edited(file, 'agent', index) });
        return;
      case 'agentFormatter':
        // A save participant changes what the agent wrote before the write is answered.
        return this.#call(file, async () => {
          await this.#ask({ what: 'write', name: file, text: this.#lines.edited(file, 'agent', index) });
          this.#files.put(file, this.#lines.edited(file, 'agent', (index + 1) % LINES));
        });
      case 'user':
        return this.#save(file, index);
      case 'userFormatter':
        return this.#save(file, index, (index + 1) % LINES);
      case 'program':
        // Nothing says whose a write is while the agent says that it writes the file.
        if (this.#named.has(file)) await this.#newTurn();
        else await this.#ask({ what: 'look' });
        this.#files.put(file, this.#lines.edited(file, 'program', index));
        this.#lines.written(file);
        await this.#ask({ what: 'look' });
        return;
      case 'git':
        await this.#newTurn();
        this.#pull(file, index);
        await this.#ask({ what: 'look' });
        return;
      case 'look':
        await this.#ask({ what: 'look' });
        return;
      case 'prompt':
        return this.#newTurn();
      case 'keep':
        await this.#ask({ what: 'keepLine', name: file, line: lineNumber(index) });
        this.#lines.kept(file, index);
        return;
      case 'undo':
        await this.undo();
        return this.begin();
      case 'undoLine':
        await this.#ask({ what: 'end' });
        await this.#undo({ what: 'undoLine', name: file, line: lineNumber(index) });
        return this.begin();
      case 'redo':
        await this.#ask({ what: 'end' });
        await this.#repeat();
        return this.begin();
      case 'restore':
        await this.#ask({ what: 'end' });
        await this.#restore(this.#checkpoints[index % this.#checkpoints.length]);
        return this.begin();
      default:
        return this.#kill(by, file, index, ms);
    }
  }

  async undo(): Promise<void> {
    await this.#ask({ what: 'end' });
    await this.#undo({ what: 'undo' });
  }

  async dispose(): Promise<void> {
    await this.#tracker.kill();
    this.#files.dispose();
  }

  async #undo(action: TrackerAction): Promise<void> {
    const before = this.#lines.bytes();
    const without = this.#lines.without;
    const { left, others } = await this.#ask(action);
    const after = this.#lines.bytes();
    if (action.what === 'undo') expect(this.#lines.faults(before, new Set([...left, ...others]))).toEqual([]);
    if (NAMES.some((name) => before.get(name) !== after.get(name)))
      this.#redo = { tracker: this.#tracker, before, after, without };
  }

  async #repeat(): Promise<void> {
    const redo = this.#redo?.tracker === this.#tracker ? this.#redo : undefined;
    this.#redo = undefined;
    const now = this.#lines.bytes();
    const { isDone, left } = await this.#ask({ what: 'redo' });
    expect(isDone).toBe(redo !== undefined);
    if (redo === undefined) return;
    const undone = NAMES.filter((name) => redo.before.get(name) !== redo.after.get(name));
    const redone = undone.filter((name) => now.get(name) === redo.after.get(name));
    expect(left.toSorted()).toEqual(undone.filter((name) => !redone.includes(name)).toSorted());
    const expected = new Map([...now, ...redone.map((name) => [name, redo.before.get(name)] as const)]);
    expect(Object.fromEntries(this.#lines.bytes())).toEqual(Object.fromEntries(expected));
    this.#lines.restored(redone, redo.without);
  }

  async #restore(checkpoint: Checkpoint | undefined): Promise<void> {
    if (checkpoint === undefined) return;
    const before = this.#lines.bytes();
    const without = this.#lines.without;
    const { isDone, left } = await this.#ask({ what: 'restore', name: checkpoint.id });
    expect([left, Object.fromEntries(this.#lines.bytes())]).toEqual([
      [],
      Object.fromEntries(checkpoint.bytes),
    ]);
    if (!isDone) return;
    this.#redo = { tracker: this.#tracker, before, after: this.#lines.bytes(), without };
    this.#lines.restored(NAMES, checkpoint.tracker === this.#tracker ? checkpoint.without : undefined);
  }

  /** Kills the window, in the midst of what it does or in between. */
  async #kill(by: string, file: string, index: number, ms: number): Promise<void> {
    const text = this.#lines.edited(file, 'agent', index);
    const actions: Readonly<Record<string, TrackerAction>> = {
      killPrompt: { what: 'prompt' },
      killUndo: { what: 'undo' },
      killWrite: { what: 'write', name: file, text },
      killRedo: { what: 'redo' },
      killRestore: { what: 'restore', name: this.#checkpoints[0]?.id ?? '' },
    };
    const action = actions[by];
    if (by !== 'killWrite') await this.#ask({ what: 'end' });
    if (action !== undefined) {
      void this.#tracker.ask(action);
      await setTimeout(ms);
    }
    await this.#tracker.kill();
    this.#lines.killed();
    this.#tracker = new KillableTracker(
      this.#files.base,
      this.#checkpoints.map(({ id }) => id),
    );
    await this.begin();
  }

  async #newTurn(): Promise<void> {
    await this.#ask({ what: 'end' });
    await this.begin();
  }

  /** The agent announces a change of a file, and makes it itself. */
  async #call(name: string, work: () => void | Promise<void>): Promise<void> {
    const line = this.#calls++;
    this.#named.add(name);
    await this.#ask({ what: 'call', name, line, text: 'in_progress' });
    await work();
    await this.#ask({ what: 'call', name, line, text: 'completed' });
  }

  /** Another line is that of a formatter, which runs before a file is saved. */
  async #save(name: string, index: number, formatted?: number): Promise<void> {
    await this.#ask({ what: 'willSave', name });
    this.#files.put(name, this.#lines.edited(name, 'user', index));
    if (formatted !== undefined) this.#files.put(name, this.#lines.edited(name, 'formatter', formatted));
    this.#lines.written(name);
    await this.#ask({ what: 'saved', name, text: this.#files.read(name).replace(/^\uFEFF/, '') });
  }

  /** Commits what is there, and brings another line of a file by git. */
  #pull(name: string, index: number): void {
    if (!existsSync(this.#files.path(name))) return;
    this.#git('add', '-A');
    this.#git('commit', '-q', '--allow-empty', '-m', 'mine');
    const blob = this.#git('hash-object', '-w', '--stdin', '--no-filters', {
      input: this.#lines.edited(name, 'git', index),
    });
    this.#git('update-index', '--cacheinfo', `100644,${blob},${name}`);
    const tree = this.#git('write-tree');
    this.#git('reset', '-q');
    this.#git('merge', '-q', '--ff-only', this.#git('commit-tree', '-p', 'HEAD', '-m', 'theirs', tree));
    this.#lines.written(name);
  }

  async #ask(action: TrackerAction): Promise<TrackerAnswer> {
    const answer = await this.#tracker.ask(action);
    if (answer === undefined || answer.error !== undefined)
      throw new Error(`${action.what}: ${answer?.error ?? 'no answer'}`);
    return answer;
  }

  #git(...args: readonly (string | { readonly input: string })[]): string {
    const words = args.filter((each) => typeof each === 'string');
    const input = args.flatMap((each) => (typeof each === 'string' ? [] : each.input))[0] ?? '';
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    const user = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com', '-c', 'core.autocrlf=false'];
    const options = { cwd: this.#files.folder, env, input, stdio: 'pipe', encoding: 'utf8' } as const;
    return execFileSync('git', [...user, ...words], options).trim();
  }
}

/** Each case starts processes of windows and of git. */
const TIMEOUT_MS = isFullRun ? 600_000 : 60_000;

/** A step in the file whose format is the plainest. */
function plain(by: string, index: number): Step {
  return { by, file: 'plain.txt', index, ms: 0 };
}

test('Undo, Keep, Redo and Restore are exact or say what they leave', { timeout: TIMEOUT_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const run = new Run();
      try {
        await run.begin();
        for (const each of steps) await run.do(each);
        await run.undo();
      } finally {
        await run.dispose();
      }
    }),
    {
      ...propertyRuns(40),
      examples: [
        // The user saves over what the agent has just written, before anybody has looked, and the agent goes on.
        [[plain('agent', 0), plain('user', 2), plain('agentClient', 4), plain('userFormatter', 1)]],
        [[plain('agent', 0), plain('look', 0), plain('killUndo', 0), plain('agent', 1), plain('git', 3)]],
      ],
    },
  );
});
