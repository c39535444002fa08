// Sends the prompts of panels, in the order in which they come: those with mentions wait until these have been read.
import { describeError } from '../../core/errors.ts';
import { holdsMentions } from '../../core/mentions/holdsMentions.ts';
import { MentionError } from '../../core/mentions/mentionError.ts';
import { chatStrings } from '../chat/chatStrings.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { ContentBlock } from '../../core/session/content.ts';

/** Reads the mentions of a prompt. Rejects with an error whose message is for the user; `signal` gives up. */
export type ReadPrompt = (
  key: string,
  content: readonly ContentBlock[],
  signal: AbortSignal,
) => Promise<readonly ContentBlock[]>;

export interface PromptSenderOptions {
  /** Sends a prompt, or queues it. */
  readonly send: (key: string, content: readonly ContentBlock[]) => void;
  readonly read: ReadPrompt;
}

/** The order of the prompts of each session. */
export class PromptSender {
  readonly #options: PromptSenderOptions;
  /** By session: what the next prompt waits for, and what gives up reading. */
  readonly #waiting = new Map<string, { readonly done: Promise<void>; readonly abort: AbortController }>();

  constructor(options: PromptSenderOptions) {
    this.#options = options;
  }

  /**
   * Sends a prompt at once where nothing has to be read for it or for one before it. A prompt of which something cannot be
   * read is not sent: `refuse` gets it back, with the reason.
   */
  send(key: string, content: readonly ContentBlock[], refuse: (message: HostMessage) => void): void {
    const before = this.#waiting.get(key);
    const reads = holdsMentions(content);
    if (before === undefined && !reads) {
      this.#options.send(key, content);
      return;
    }
    const abort = before?.abort ?? new AbortController();
    const done = this.#sendAfter(before?.done, { key, content, reads, signal: abort.signal }).catch(
      (error: unknown) => {
        const message = abort.signal.aborted
          ? chatStrings.promptStopped()
          : chatStrings.promptNotSent(
              error instanceof MentionError ? error.message : describeError(error).message,
            );
        refuse({ type: 'prompt_refused', key, content: [...content], message });
      },
    );
    const entry = { done, abort };
    this.#waiting.set(key, entry);
    void done.then(() => {
      if (this.#waiting.get(key) === entry) this.#waiting.delete(key);
    });
  }

  /** Gives up reading for the prompts of a session that were not sent yet: they are refused. */
  cancel(key: string): void {
    this.#waiting.get(key)?.abort.abort();
    this.#waiting.delete(key);
  }

  async #sendAfter(
    before: Promise<void> | undefined,
    prompt: {
      readonly key: string;
      readonly content: readonly ContentBlock[];
      readonly reads: boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<void> {
    const { key, content, reads, signal } = prompt;
    // What is mentioned is read now, not when the prompts before it are done.
    const reading = reads ? this.#options.read(key, content, signal) : Promise.resolve(content);
    const [blocks] = await Promise.all([reading, before]);
    signal.throwIfAborted();
    this.#options.send(key, blocks);
  }
}
