// Sends one session's events to one webview, one message a frame and the end of a turn at once, and a snapshot whenever it
// asks. A window that is busy gets the next message when it has the last one, and after a pause in which it does what the
// user asks of it: else messages pile up in front of all that it does.
import { coalesce } from '../../core/session/coalesce.ts';
import type { SessionEvent } from '../../core/session/events.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import { sessionParts } from '../../core/panel/sessionParts.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { SessionChange, SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';

/** Between two messages: one frame. */
const FRAME_MS = 16;
/** A message of which nobody says for so long that it has arrived holds back no other one. */
const DELIVERY_TIMEOUT_MS = 2_000;
/** A window that takes a message only after so long has more to do than to show this session. */
const BUSY_MS = 50;
const LONGEST_PAUSE_MS = 500;

export interface ViewBridgeOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Hands a message to the webview; the result settles when it has it. A webview that is gone asks again when it is back. */
  readonly post: (message: HostMessage) => PromiseLike<unknown>;
}

/** Mirrors the shown session into a webview. */
export class ViewBridge implements Disposable {
  readonly #options: ViewBridgeOptions;
  readonly #owned = new DisposableStore();
  #key: string | undefined;
  /** Whether the webview has asked for the session; before that nothing is sent. */
  #listening = false;
  #pending: SessionEvent[] = [];
  #pendingTo = 0;
  /** When events were last sent, in epoch milliseconds. */
  #sentAt = -Infinity;
  /** When the last message arrived, in epoch milliseconds, and how long a busy window gets no other after it. */
  #arrivedAt = -Infinity;
  #pauseMs = 0;
  #timer: Disposable | undefined;
  /** Stands for the message that has not arrived yet. */
  #sending: Disposable | undefined;

  constructor(options: ViewBridgeOptions) {
    this.#options = options;
    this.#owned.add(options.store.onChange((change) => this.#collect(change)));
  }

  /** The key of the shown session. */
  get key(): string | undefined {
    return this.#key;
  }

  /** Whether the webview is there and has asked for the session. */
  get isListening(): boolean {
    return this.#listening;
  }

  /** Shows another session. */
  show(key: string): void {
    if (this.#key === key) return;
    this.#key = key;
    if (this.#listening) this.sendSnapshot();
  }

  /** Sends the whole session; events after it follow by themselves. */
  sendSnapshot(): void {
    this.#listening = true;
    this.#forgetPending();
    const snapshot = this.#key === undefined ? undefined : this.#options.store.snapshot(this.#key);
    if (snapshot === undefined) return;
    for (const part of sessionParts(snapshot)) void this.#options.post(part);
  }

  /** Stops sending until the webview asks again. */
  pause(): void {
    this.#listening = false;
    this.#forgetPending();
  }

  dispose(): void {
    this.#forgetPending();
    this.#owned.dispose();
  }

  #collect(change: SessionChange): void {
    if (!this.#listening || change.key !== this.#key) return;
    this.#pending.push(change.event);
    this.#pendingTo = change.seq;
    if (this.#sending !== undefined) return;
    if (endsTurn(change.event)) this.#flush();
    else this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= this.#options.clock.after(this.#waitMs(), () => this.#flush());
  }

  /** Until the frame of the last message is over, and the pause of a busy window; what comes later waits for nothing. */
  #waitMs(): number {
    const now = this.#options.clock.now();
    // The clock may have been set back.
    const frame = Math.min(this.#sentAt + FRAME_MS - now, FRAME_MS);
    const pause = Math.min(this.#arrivedAt + this.#pauseMs - now, this.#pauseMs);
    return Math.max(frame, pause, 0);
  }

  #flush(): void {
    const { length } = this.#pending;
    const events = coalesce(this.#pending);
    const to = this.#pendingTo;
    this.#forgetPending();
    if (this.#key === undefined || length === 0) return;
    this.#sentAt = this.#options.clock.now();
    this.#send({ type: 'events', key: this.#key, from: to - length + 1, to, events });
  }

  #send(message: HostMessage): void {
    const { clock, post } = this.#options;
    const ended = (pauseMs: number): void => {
      if (this.#sending !== sending) return;
      sending.dispose();
      this.#sending = undefined;
      this.#arrivedAt = clock.now();
      this.#pauseMs = pauseMs;
      // After the end of a turn nothing piles up: the pause would only keep its last words back.
      if (this.#pending.some(endsTurn)) this.#flush();
      else if (this.#pending.length > 0) this.#schedule();
    };
    const sending = clock.after(DELIVERY_TIMEOUT_MS, () => ended(0));
    this.#sending = sending;
    const sentAt = clock.now();
    const arrived = (): void => ended(pauseAfter(clock.now() - sentAt));
    post(message).then(arrived, arrived);
  }

  #forgetPending(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#sending?.dispose();
    this.#sending = undefined;
    this.#pending = [];
  }
}

/** How long a window gets no message that took `tookMs` for the last one: as long, so that half of its time is its own. */
function pauseAfter(tookMs: number): number {
  return tookMs > BUSY_MS ? Math.min(tookMs, LONGEST_PAUSE_MS) : 0;
}

function endsTurn({ type }: SessionEvent): boolean {
  return type === 'turn_ended' || type === 'turn_failed';
}
