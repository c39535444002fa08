// Makes in the background the texts to search that are missing or of an older version, so that no search waits for them.
import type { Clock } from '../core/ports/hostPorts.ts';
import type { HistoryIndex } from './historyIndex.ts';
import type { SearchTexts } from './searchTexts.ts';

/** What takes longer is followed by a pause as long as it. */
const LONG_MS = 20;

export interface TextRenewalOptions {
  readonly index: HistoryIndex;
  readonly texts: SearchTexts;
  readonly clock: Clock;
  /** Whether a window has the session open: then that writes its text. */
  readonly isOpen: (key: string) => boolean;
}

export class TextRenewal {
  readonly #options: TextRenewalOptions;
  #running: Promise<void> | undefined;
  #isDisposed = false;

  constructor(options: TextRenewalOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  async #run(): Promise<void> {
    const { index, texts, clock, isOpen } = this.#options;
    for (const [key, { size, found }] of index.entries()) {
      if (this.#isDisposed) return;
      if (isOpen(key) || typeof found === 'string') continue;
      const began = performance.now();
      await texts.renew(key, size);
      const tookMs = performance.now() - began;
      if (tookMs > LONG_MS) await new Promise<void>((resolve) => clock.after(tookMs, resolve));
    }
  }
}
