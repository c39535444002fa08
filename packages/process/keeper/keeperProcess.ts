// The keeper's process as its owner sees it: started when there is something to end, and anew when it is lost.
import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import type { OwnedProcess } from '../ownership.ts';
import { writeMessage, type KeeperMessage } from './keeperMessage.ts';

/** One that ends sooner than this has failed. */
const SHORTEST_RUN_MS = 1_000;
/** Before it is started anew after a failure; doubled with each in succession. */
const RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 30_000;

/** Variables without which Node may not start, and the time zone of what it reads. */
const INHERITED = ['SystemRoot', 'TEMP', 'TMP', 'TZ', 'LD_LIBRARY_PATH'];

export class KeeperProcess {
  readonly #program: string;
  readonly #owned: ReadonlyMap<string, OwnedProcess>;
  #child: ChildProcess | undefined;
  #startedAtMs = 0;
  #failures = 0;

  /** `program` is its file, and `owned` the list that is to be ended, which changes. */
  constructor(program: string, owned: ReadonlyMap<string, OwnedProcess>) {
    this.#program = program;
    this.#owned = owned;
  }

  /** Passes a change of the list on. The keeper runs as long as the list is not empty. */
  changed(message: KeeperMessage): void {
    if (this.#child === undefined) {
      this.#start();
      return;
    }
    const { stdin } = this.#child;
    stdin?.write(writeMessage(message));
    if (this.#owned.size > 0) return;
    this.#child = undefined;
    stdin?.end();
  }

  #start(): void {
    if (this.#child !== undefined || this.#owned.size === 0) return;
    const environment = Object.entries(process.env).filter(([name]) => INHERITED.includes(name));
    this.#startedAtMs = performance.now();
    const child = spawn(process.execPath, [this.#program], {
      // The keeper does not run in the workspace: a folder that a process is in cannot be removed on Windows.
      cwd: dirname(process.execPath),
      // The keeper has no markers: it must be found by nobody who ends other processes.
      env: { ...Object.fromEntries(environment), ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['pipe', 'ignore', 'ignore'],
      // Signals to this process's group are not for the keeper.
      detached: true,
      windowsHide: true,
    });
    this.#child = child;
    child.stdin.on('error', () => {});
    child.once('error', () => this.#lost(child));
    child.once('exit', () => this.#lost(child));
    for (const own of this.#owned.values()) child.stdin.write(writeMessage({ own }));
  }

  #lost(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#failures = performance.now() - this.#startedAtMs < SHORTEST_RUN_MS ? this.#failures + 1 : 0;
    if (this.#failures === 0) {
      this.#start();
      return;
    }
    const delayMs = Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** this.#failures);
    setTimeout(() => this.#start(), delayMs).unref();
  }
}
