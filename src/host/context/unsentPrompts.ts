// The prompts, and the edits of queued ones, whose mentions are being read, stored so that a reload or a crash of the
// window gives them back.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import { contentBlock, type ContentBlock } from '../../core/session/content.ts';
import { StateFile } from '../../files/stateFile.ts';

const unsentPrompt = z.object({
  key: z.string(),
  content: z.array(contentBlock),
  isEdit: z.exactOptional(z.literal(true)),
});
/** Earlier versions had all in one file. */
const storedPrompts = z.object({ prompts: z.array(unsentPrompt) });

export interface UnsentPrompt {
  readonly key: string;
  readonly content: readonly ContentBlock[];
  /** It replaces a queued prompt. */
  readonly isEdit?: true;
}

/** One file a prompt: the windows of one folder share the storage. */
export class UnsentPrompts implements Disposable {
  readonly #folder: string;
  readonly #services: { readonly clock: Clock; readonly log: Log };
  readonly #files = new Map<UnsentPrompt, StateFile<z.infer<typeof unsentPrompt>>>();
  #added = 0;
  /** What the windows before have not sent, the one sent first at the beginning. */
  readonly left: readonly UnsentPrompt[];

  /** `folder` is absolute. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#folder = join(folder, 'unsent-prompts');
    this.#services = { clock, log };
    const stored = namesIn(this.#folder).flatMap((name) => {
      const file = this.#file(name);
      const prompt = file.read();
      return prompt === undefined ? [] : [[prompt, file] as const];
    });
    for (const [prompt, file] of stored) this.#files.set(prompt, file);
    const path = join(folder, 'unsent-prompts.json');
    const earlier = new StateFile({ path, schema: storedPrompts, ...this.#services });
    for (const prompt of earlier.read()?.prompts ?? []) this.add(prompt);
    if (this.#files.size > stored.length) {
      // Not before the prompts are in files of their own.
      void this.flush().then(() => {
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
    file.write({ ...prompt, content: [...prompt.content] });
    void file.flush();
  }

  /** The prompt was sent, or is in the composer again. */
  delete(prompt: UnsentPrompt): void {
    const file = this.#files.get(prompt);
    file?.write(undefined);
    // Until then a flush of all waits for it; from then on its attachments take no memory.
    void file?.flush().then(() => this.#files.delete(prompt));
  }

  /** Resolves when everything is written, or could not be. */
  async flush(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.flush()));
  }

  dispose(): void {
    for (const file of this.#files.values()) file.dispose();
  }

  #file(name: string): StateFile<z.infer<typeof unsentPrompt>> {
    return new StateFile({ path: join(this.#folder, name), schema: unsentPrompt, ...this.#services });
  }
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted();
}
