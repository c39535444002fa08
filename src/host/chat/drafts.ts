// What stands in the composer of each session, kept over a reload or a crash of the window.
import { join } from 'node:path';
import * as z from 'zod';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import { StateFile } from '../../files/stateFile.ts';

/** Drafts that are kept; those changed longest ago are forgotten. */
const MOST = 100;

/** Characters of all drafts together; the last one is kept whatever its length. */
const MOST_CHARACTERS = 1_000_000;

const keptDrafts = z.object({ drafts: z.array(z.tuple([z.string(), z.string()])) });

/** The drafts by session key. */
export class Drafts implements Disposable {
  readonly #file: StateFile<z.infer<typeof keptDrafts>>;
  /** The one changed last at the end; read when first asked for. */
  #drafts: Map<string, string> | undefined;
  readonly #told = new Set<string>();

  /** `folder` is absolute. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#file = new StateFile({ path: join(folder, 'drafts.json'), schema: keptDrafts, clock, log });
  }

  /** What stood in the composer of a session last; empty when nothing did. */
  of(key: string): string {
    return this.#all().get(key) ?? '';
  }

  /** Whether the draft is of this window. */
  isTold(key: string): boolean {
    return this.#told.has(key);
  }

  /** What stands in the composer of a session now. */
  set(key: string, text: string): void {
    this.#told.add(key);
    const drafts = this.#all();
    drafts.delete(key);
    if (text !== '') drafts.set(key, text);
    forgetOldest(drafts);
    this.#file.write({ drafts: [...drafts] });
  }

  /** A session that did not come back leaves its draft to the one in its place. */
  move(from: string, to: string): void {
    const text = this.of(from);
    if (text === '' || from === to) return;
    this.set(from, '');
    this.set(to, text);
  }

  /** Writes at once; resolves when it is written, or could not be. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  dispose(): void {
    this.#file.dispose();
  }

  #all(): Map<string, string> {
    this.#drafts ??= new Map(this.#file.read()?.drafts);
    return this.#drafts;
  }
}

function forgetOldest(drafts: Map<string, string>): void {
  let characters = [...drafts.values()].reduce((sum, text) => sum + text.length, 0);
  for (const [oldest, text] of drafts) {
    if (drafts.size <= 1 || (drafts.size <= MOST && characters <= MOST_CHARACTERS)) return;
    drafts.delete(oldest);
    characters -= text.length;
  }
}
