// The prompts, and the edits of queued ones, whose mentions are being read, stored so that a reload or a crash of the
// window gives them back.
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
const storedPrompts = z.object({ prompts: z.array(unsentPrompt) });

export interface UnsentPrompt {
  readonly key: string;
  readonly content: readonly ContentBlock[];
  /** It replaces a queued prompt. */
  readonly isEdit?: true;
}

export class UnsentPrompts implements Disposable {
  readonly #file: StateFile<z.infer<typeof storedPrompts>>;
  readonly #prompts: Set<UnsentPrompt>;
  /** What the window before has not sent, the one sent first at the beginning. */
  readonly left: readonly UnsentPrompt[];

  /** `folder` is absolute. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#file = new StateFile({
      path: join(folder, 'unsent-prompts.json'),
      schema: storedPrompts,
      clock,
      log,
    });
    this.left = this.#file.read()?.prompts ?? [];
    this.#prompts = new Set(this.left);
  }

  /** Stores a prompt at once: the window may end at any moment. */
  add(prompt: UnsentPrompt): void {
    this.#prompts.add(prompt);
    this.#write();
  }

  /** The prompt was sent, or is in the composer again. */
  delete(prompt: UnsentPrompt): void {
    if (this.#prompts.delete(prompt)) this.#write();
  }

  /** Resolves when everything is written, or could not be. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  dispose(): void {
    this.#file.dispose();
  }

  #write(): void {
    this.#file.write({
      prompts: [...this.#prompts].map((prompt) => ({ ...prompt, content: [...prompt.content] })),
    });
    void this.#file.flush();
  }
}
