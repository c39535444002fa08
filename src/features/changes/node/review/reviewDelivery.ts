// What becomes of the prompts that carry comments: a comment counts as sent only when its prompt has reached the agent.
import { DisposableStore, type Disposable } from '../../../../core/base/lifecycle.ts';
import type { ContentBlock } from '../../../../core/session/content.ts';
import type { QueuedPrompt } from '../../../../core/session/turn/state.ts';
import type { ReviewComment } from '../../core/review/reviewComment.ts';
import type { SessionStore } from '../../../../core/sessionLifecycle/sessionStore.ts';
import type { ReviewComments } from './reviewComments.ts';

/** A prompt with comments, from when it is queued. */
interface Delivery {
  readonly key: string;
  readonly prompt: string;
  /** The comments with their text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether its comments became drafts again. */
  isReturned: boolean;
  /** By which the prompt is recognized in the transcript, as what is attached goes before it. */
  last: ContentBlock | undefined;
  /** How many entries there were when its turn began; undefined while none runs. */
  entriesAtStart?: number | undefined;
  /** Whether the agent got it during a turn, in which it may not come to read it. */
  isSteered?: boolean;
}

/** Follows the prompts in queues and turns. */
export class ReviewDelivery implements Disposable {
  readonly #store: SessionStore;
  readonly #comments: ReviewComments;
  readonly #owned = new DisposableStore();
  readonly #deliveries = new Map<string, Delivery>();

  constructor(store: SessionStore, comments: ReviewComments) {
    this.#store = store;
    this.#comments = comments;
    this.#owned.add(comments.onChange((key) => this.#adopt(key)));
    this.#owned.add(
      store.onEvent('queue_changed', ({ key, state }) => {
        for (const { id, content } of state.queue) {
          const delivery = this.#deliveries.get(id);
          if (delivery === undefined) continue;
          delivery.last = content.at(-1);
          // It was put back after it could not be handed to the agent.
          this.#requeue(delivery);
        }
        // One that is taken out to be sent begins its turn before anything else is done.
        queueMicrotask(() => this.#returnRemoved(key));
      }),
    );
    this.#owned.add(
      store.onEvent('prompt_started', ({ key, event, state }) => {
        for (const delivery of this.#deliveries.values()) {
          if (delivery.last === undefined || event.content.at(-1) !== delivery.last) continue;
          this.#requeue(delivery);
          if (delivery.key === key) delivery.entriesAtStart = state.entriesMade;
          // The session that continues this one has sent it.
          else this.#done(delivery);
        }
      }),
    );
    this.#owned.add(
      store.onEvent('steered', ({ key, event }) => {
        const delivery = this.#deliveries.get(event.prompt.id);
        if (delivery === undefined) return;
        this.#requeue(delivery);
        delivery.isSteered = true;
        comments.markSent(key, delivery.prompt);
      }),
    );
    this.#owned.add(
      store.onEvent(['turn_ended', 'turn_failed'], ({ key, event, previous }) => {
        for (const delivery of this.#of(key)) {
          if (delivery.isSteered === true) this.#endSteering(delivery);
          const { entriesAtStart } = delivery;
          if (entriesAtStart === undefined) continue;
          delivery.entriesAtStart = undefined;
          // An agent that did nothing at all has not read it; what it can be tried again with stays known.
          const isUnread = event.type === 'turn_failed' && previous.entriesMade === entriesAtStart;
          if (isUnread) this.#return(delivery);
          else this.#done(delivery);
        }
      }),
    );
    for (const key of comments.sessions()) this.#adopt(key);
  }

  /** The prompt was queued with these comments. */
  follow(key: string, { id, content }: QueuedPrompt, comments: readonly ReviewComment[]): void {
    // What is sent once more is not awaited in an earlier prompt.
    for (const [prompt, { texts, isReturned }] of this.#deliveries) {
      if (isReturned && comments.some((comment) => texts.has(comment.id))) this.#deliveries.delete(prompt);
    }
    const last = content.at(-1);
    this.#deliveries.set(id, { key, prompt: id, texts: textsOf(comments), isReturned: false, last });
    this.#comments.markQueued(key, [...textsOf(comments).keys()], id);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #of(key: string): readonly Delivery[] {
    return [...this.#deliveries.values()].filter((delivery) => delivery.key === key);
  }

  /** Comments that were stored while their prompt waited: it waits again, or was sent. */
  #adopt(key: string): void {
    const waiting = this.#comments
      .list(key)
      .filter(({ prompt }) => prompt !== undefined && !this.#deliveries.has(prompt));
    for (const [prompt, comments] of Map.groupBy(waiting, (comment) => comment.prompt ?? '')) {
      const queued = this.#queued(prompt);
      if (queued === undefined) {
        this.#comments.markSent(key, prompt);
        continue;
      }
      const last = queued.content.at(-1);
      this.#deliveries.set(prompt, { key, prompt, texts: textsOf(comments), isReturned: false, last });
    }
  }

  #done({ key, prompt }: Delivery): void {
    this.#comments.markSent(key, prompt);
    this.#deliveries.delete(prompt);
  }

  /** The comments are drafts again. */
  #return(delivery: Delivery): void {
    delivery.isReturned = true;
    this.#comments.markUnsent(delivery.key, delivery.prompt);
  }

  /** The prompt is sent after all, with those of its comments that are still drafts and say the same. */
  #requeue(delivery: Delivery): void {
    const { key, prompt, texts, isReturned } = delivery;
    if (!isReturned) return;
    delivery.isReturned = false;
    const drafts = this.#comments
      .list(key)
      .filter(({ id, state, text }) => state === 'draft' && texts.get(id) === text);
    const ids = drafts.map(({ id }) => id);
    this.#comments.markQueued(key, ids, prompt);
  }

  /** What the agent did not read in its turn waits again, with those of its comments that still say the same. */
  #endSteering(delivery: Delivery): void {
    const { key, prompt, texts } = delivery;
    delivery.isSteered = false;
    if (this.#queued(prompt) === undefined) {
      this.#done(delivery);
      return;
    }
    const sent = this.#comments.list(key).filter(({ id, state, text, prompt: other }) => {
      return state === 'sent' && other === undefined && texts.get(id) === text;
    });
    const ids = sent.map(({ id }) => id);
    this.#comments.markQueued(key, ids, prompt);
  }

  #returnRemoved(key: string): void {
    for (const delivery of this.#of(key)) {
      const { prompt, entriesAtStart, isReturned, isSteered } = delivery;
      const isUnderWay = entriesAtStart !== undefined || isSteered === true;
      const isWaiting = isReturned || isUnderWay || this.#queued(prompt) !== undefined;
      if (!isWaiting) this.#return(delivery);
    }
  }

  /** It may wait in the session that continues this one. */
  #queued(prompt: string): QueuedPrompt | undefined {
    for (const key of this.#store.keys()) {
      const found = this.#store.state(key)?.queue.find(({ id }) => id === prompt);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function textsOf(comments: readonly ReviewComment[]): ReadonlyMap<string, string> {
  return new Map(comments.map(({ id, text }) => [id, text]));
}
