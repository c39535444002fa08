// Sends the prompts of panels, in the order in which they come: those with mentions wait until these have been read.
import { describeError } from '../../core/errors.ts';
import { holdsMentions } from '../../core/mentions/holdsMentions.ts';
import { MentionError } from '../../core/mentions/mentionError.ts';
import { chatStrings } from '../chat/chatStrings.ts';
import type { ContentBlock } from '../../core/session/content.ts';
import type { RefusedPrompt } from './refusedPrompts.ts';
import type { UnsentPrompt, UnsentPrompts } from './unsentPrompts.ts';

/** Reads the mentions of a prompt. Rejects with an error whose message is for the user; `signal` gives up. */
export type ReadPrompt = (
  key: string,
  content: readonly ContentBlock[],
  signal: AbortSignal,
) => Promise<readonly ContentBlock[]>;

/** What becomes of a prompt. */
export interface PromptOutcomes {
  /** Sends it with its mentions read, or queues it. */
  readonly send: (key: string, content: readonly ContentBlock[]) => void;
  /** Gets it back, with the reason, when something in it cannot be read. */
  readonly refuse: (message: RefusedPrompt) => void;
}

/** The order of the prompts of each session. */
export class PromptSender {
  readonly #read: ReadPrompt;
  readonly #unsent: Pick<UnsentPrompts, 'add' | 'delete'> | undefined;
  readonly #kind: Pick<UnsentPrompt, 'isEdit'>;
  /** By session: what the next prompt waits for, and what gives up reading. */
  readonly #waiting = new Map<string, { readonly done: Promise<void>; readonly abort: AbortController }>();

  /** `unsent` stores what waits. */
  constructor(
    read: ReadPrompt,
    unsent?: Pick<UnsentPrompts, 'add' | 'delete'>,
    kind: Pick<UnsentPrompt, 'isEdit'> = {},
  ) {
    this.#read = read;
    this.#unsent = unsent;
    this.#kind = kind;
  }

  /** Sends a prompt, at once where nothing has to be read for it or for one before it. */
  send(key: string, content: readonly ContentBlock[], { send, refuse }: PromptOutcomes): void {
    const before = this.#waiting.get(key);
    const reads = holdsMentions(content);
    if (before === undefined && !reads) {
      send(key, content);
      return;
    }
    const abort = before?.abort ?? new AbortController();
    const prompt = { key, content, ...this.#kind };
    this.#unsent?.add(prompt);
    const done = this.#sendAfter(before?.done, { key, content, reads, signal: abort.signal, send }).catch(
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
      this.#unsent?.delete(prompt);
      if (this.#waiting.get(key) === entry) this.#waiting.delete(key);
    });
  }

  /** Calls back when no prompt of the session is being read any more, which may be at once. */
  whenIdle(key: string, then: () => void): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) then();
    else void waiting.done.then(() => this.whenIdle(key, then));
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
      readonly send: PromptOutcomes['send'];
    },
  ): Promise<void> {
    const { key, content, reads, signal, send } = prompt;
    // What is mentioned is read now, not when the prompts before it are done.
    const reading = reads ? this.#read(key, content, signal) : Promise.resolve(content);
    const [blocks] = await Promise.all([reading, before]);
    signal.throwIfAborted();
    send(key, blocks);
  }
}
