// A window that tracks a folder, in a process of its own that a test can kill.
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { trackerAnswer, type TrackerAnswer, type TrackerRequest } from './trackerMessages.ts';

const PROGRAM = join(import.meta.dirname, 'trackerProcess.ts');

/** What the process is asked for. */
export type TrackerAction = { readonly what: TrackerRequest['what'] } & Partial<TrackerRequest>;

/** The process of a window. */
export class KillableTracker {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: TrackerAnswer | undefined) => void>();
  #requests = 0;

  constructor(base: string, checkpoints: readonly string[]) {
    this.#child = fork(PROGRAM, [base, ...checkpoints], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child.on('message', (message) => {
      const answer = trackerAnswer.parse(message);
      this.#waiting.get(answer.id)?.(answer);
    });
    this.#child.once('exit', () => {
      for (const resolve of this.#waiting.values()) resolve(undefined);
    });
  }

  /** Resolves to undefined when the process is killed until then. */
  ask({ what, name = '', text = '', line = 0 }: TrackerAction): Promise<TrackerAnswer | undefined> {
    const id = this.#requests++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, what, name, text, line } satisfies TrackerRequest, () => undefined);
    });
  }

  kill(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.kill('SIGKILL');
    });
  }
}
