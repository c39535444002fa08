// The draft in the composer of each session, stored so that it survives a reload or a crash of the window.
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import { StateFile } from '../../files/stateFile.ts';

/** Further drafts are forgotten, those changed longest ago first. */
const MAX_DRAFTS = 100;

/** Of all drafts together; the last one is stored whatever its length. */
const MAX_CHARACTERS = 1_000_000;

const storedDrafts = z.object({ drafts: z.array(z.tuple([z.string(), z.string()])) });

/** The drafts by session key. */
export class Drafts implements Disposable {
  readonly #file: StateFile<z.infer<typeof storedDrafts>>;
  /** The one changed last at the end; read when first asked for. */
  #drafts: Map<string, string> | undefined;
  readonly #changedHere = new Set<string>();

  /** `folder` is absolute. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#file = new StateFile({ path: join(folder, 'drafts.json'), schema: storedDrafts, clock, log });
  }

  /** What stood in the composer of a session last; empty when nothing did. */
  of(key: string): string {
    return this.#all().get(key) ?? '';
  }

  /** Whether the draft was changed in this window. */
  isFromThisWindow(key: string): boolean {
    return this.#changedHere.has(key);
  }

  /** What stands in the composer of a session now. */
  set(key: string, text: string): void {
    this.#changedHere.add(key);
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
    if (drafts.size <= 1 || (drafts.size <= MAX_DRAFTS && characters <= MAX_CHARACTERS)) return;
    drafts.delete(oldest);
    characters -= text.length;
  }
}
