// Changes queued prompts. A queue that is to go on waits for the changes that are still being read.
import type { ContentBlock } from '../../core/session/content.ts';
import type { PromptQueue } from '../../core/sessionLifecycle/promptQueue.ts';
import { chatStrings } from '../chat/chatStrings.ts';
import { PromptSender, type ReadPrompt } from './promptSender.ts';
import type { RefusedPrompt } from './refusedPrompts.ts';
import type { UnsentPrompts } from './unsentPrompts.ts';

/** What replaces a queued prompt. */
interface QueueEdit {
  readonly key: string;
  readonly id: string;
  readonly content: readonly ContentBlock[];
}

/** The edits of the queues of all sessions. */
export class QueueEdits {
  readonly #queue: Pick<PromptQueue, 'edit' | 'hold' | 'resume'>;
  readonly #sender: PromptSender;
  /** Sessions whose queue goes on once their edits have been read. */
  readonly #resuming = new Set<string>();

  /** `unsent` stores the edits that are being read. */
  constructor(
    queue: Pick<PromptQueue, 'edit' | 'hold' | 'resume'>,
    read: ReadPrompt,
    unsent?: Pick<UnsentPrompts, 'add' | 'delete'>,
  ) {
    this.#queue = queue;
    this.#sender = new PromptSender(read, unsent, { isEdit: true });
  }

  /** Replaces a queued prompt. `refuse` gets it back when it was sent meanwhile, or cannot be read. */
  edit({ key, id, content }: QueueEdit, refuse: (message: RefusedPrompt) => void): void {
    this.#sender.send(key, content, {
      send: (of, blocks) => {
        if (this.#queue.edit(of, id, blocks)) return;
        const message = chatStrings.queuedPromptSent();
        refuse({ type: 'prompt_refused', key, content: [...content], message });
      },
      refuse,
    });
  }

  /** Gives up the changes of a session that are still being read: they are refused. */
  cancel(key: string): void {
    this.#sender.cancel(key);
  }

  /** Pauses the queue, for example while a prompt is edited again. */
  pause(key: string): void {
    this.#resuming.delete(key);
    this.#queue.hold(key);
  }

  /** Resumes the queue when the edits have taken effect or were refused: before that it would send the old text. */
  resume(key: string): void {
    this.#resuming.add(key);
    this.#sender.whenIdle(key, () => {
      if (this.#resuming.delete(key)) this.#queue.resume(key);
    });
  }
}
