// The prompts, and the edits of queued ones, whose mentions are being read, stored so that a reload or a crash of the
// window gives them back.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import { contentBlock, type ContentBlock } from '../../core/session/content.ts';
import { isMissing } from '../../storage/realPath.ts';
import { StateFile } from '../../files/stateFile.ts';

/** The time until it is looked again whether a window is still reading. */
const LOOK_DELAY_MS = 500;

/** No window reads that long; another program may have the process id of one that is gone. */
const MAX_READING_MS = 10 * 60_000;

const unsentPrompt = z.object({
  key: z.string(),
  content: z.array(contentBlock),
  isEdit: z.exactOptional(z.literal(true)),
  /** The process of the window that reads its mentions. */
  reader: z.exactOptional(z.object({ pid: z.number(), host: z.string(), since: z.number() })),
});
/** Earlier versions had all in one file. */
const storedPrompts = z.object({ prompts: z.array(unsentPrompt) });

export interface UnsentPrompt {
  readonly key: string;
  readonly content: readonly ContentBlock[];
  /** It replaces a queued prompt. */
  readonly isEdit?: true;
}

type StoredPrompt = z.infer<typeof unsentPrompt>;

/** One file a prompt: the windows of one folder share the storage. */
export class UnsentPrompts implements Disposable {
  readonly #folder: string;
  readonly #services: { readonly clock: Clock; readonly log: Log };
  readonly #files = new Map<UnsentPrompt, StateFile<StoredPrompt>>();
  /** The prompts of the windows before that are in files of their own: the name of each, and who reads. */
  readonly #found = new Map<
    UnsentPrompt,
    { readonly name: string; readonly reader: StoredPrompt['reader'] }
  >();
  #added = 0;
  /** Whether a prompt could not be written. */
  #hasFailed = false;
  /** What an earlier version stored gets files of its own. */
  #moving: Promise<void> | undefined;
  #isDisposed = false;
  /** What the windows before have not sent, or are about to send; the one sent first at the beginning. */
  readonly left: readonly UnsentPrompt[];

  /** `folder` is absolute. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#folder = join(folder, 'unsent-prompts');
    this.#services = { clock, log };
    for (const name of namesIn(this.#folder)) {
      const file = this.#file(name);
      const stored = file.read();
      if (stored === undefined) continue;
      const { reader, ...prompt } = stored;
      this.#files.set(prompt, file);
      this.#found.set(prompt, { name, reader });
    }
    const path = join(folder, 'unsent-prompts.json');
    const earlier = new StateFile({ path, schema: storedPrompts, ...this.#services });
    for (const prompt of earlier.read()?.prompts ?? []) this.add(prompt);
    if (this.#files.size > this.#found.size) {
      // Not before the prompts are in files of their own.
      this.#moving = this.#flushAll().then(() => {
        if (this.#hasFailed) return undefined;
        earlier.write(undefined);
        return earlier.flush();
      });
    }
    this.left = [...this.#files.keys()];
  }

  /** Stores a prompt at once: the window may end at any moment. */
  add(prompt: UnsentPrompt): void {
    const file = this.#file(`${Date.now()}-${String(this.#added++).padStart(6, '0')}-${randomUUID()}.json`);
    this.#files.set(prompt, file);
    const reader = { pid: process.pid, host: hostname(), since: this.#services.clock.now() };
    file.write({ ...prompt, content: [...prompt.content], reader });
    void file.flush();
  }

  /** The prompt was sent, or is in the composer again. */
  delete(prompt: UnsentPrompt): void {
    const file = this.#files.get(prompt);
    file?.write(undefined);
    // Until then a flush of all waits for it; from then on its attachments take no memory.
    void file?.flush().then(() => this.#files.delete(prompt));
  }

  /** Resolves once no other window is reading for a prompt that is left: to whether it was not sent there. */
  async isLeft(prompt: UnsentPrompt): Promise<boolean> {
    const found = this.#found.get(prompt);
    if (found === undefined) return true;
    const { clock } = this.#services;
    while (existsSync(join(this.#folder, found.name)) && isReading(found.reader, clock.now())) {
      await new Promise<void>((resolve) => clock.after(LOOK_DELAY_MS, resolve));
      if (this.#isDisposed) return false;
    }
    return existsSync(join(this.#folder, found.name));
  }

  /** Whether the prompt is this window's to give back: false where another one has sent it or given it back. */
  take(prompt: UnsentPrompt): boolean {
    const found = this.#found.get(prompt);
    this.delete(prompt);
    if (found === undefined) return true;
    try {
      rmSync(join(this.#folder, found.name));
      return true;
    } catch (error) {
      return !isMissing(error);
    }
  }

  /** Resolves when everything is written, or could not be. */
  async flush(): Promise<void> {
    await this.#flushAll();
    await this.#moving;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const file of this.#files.values()) file.dispose();
  }

  async #flushAll(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.flush()));
  }

  #file(name: string): StateFile<StoredPrompt> {
    const onError = (): void => {
      this.#hasFailed = true;
    };
    return new StateFile({
      path: join(this.#folder, name),
      schema: unsentPrompt,
      ...this.#services,
      onError,
    });
  }
}

function isReading(reader: StoredPrompt['reader'], now: number): boolean {
  if (reader === undefined || reader.pid === process.pid || reader.host !== hostname()) return false;
  if (now - reader.since > MAX_READING_MS) return false;
  try {
    process.kill(reader.pid, 0);
    return true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted();
}
