// Sends the updates of one session in order, and stops reading the CLI while the client falls behind.
import { methods, type AgentContext, type SessionUpdate } from '@agentclientprotocol/sdk';

/** Above so many updates in flight the CLI is not read, until they are fewer than the other. */
const MAX_IN_FLIGHT = 256;
const RESUME_BELOW = 64;

export interface UpdateSenderOptions {
  readonly client: AgentContext;
  /** Stops and starts the reading of what causes updates. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Sends the updates of a session. Until {@link open} they wait: the client does not know the session yet. */
export class UpdateSender {
  readonly #options: UpdateSenderOptions;
  #sessionId: string | undefined;
  #waiting: SessionUpdate[] = [];
  #inFlight = 0;
  #paused = false;
  #fellBehind = false;
  #last: Promise<void> = Promise.resolve();

  constructor(options: UpdateSenderOptions) {
    this.#options = options;
  }

  send(update: SessionUpdate): void {
    const sessionId = this.#sessionId;
    if (sessionId === undefined) {
      this.#waiting.push(update);
      return;
    }
    this.#inFlight++;
    if (this.#inFlight > MAX_IN_FLIGHT && !this.#paused) {
      this.#paused = true;
      this.#fellBehind = true;
      this.#options.pause();
    }
    this.#last = this.#options.client
      .notify(methods.client.session.update, { sessionId, update })
      .catch(() => {
        // The connection has closed, and the program ends with it.
      })
      .then(() => this.#sent());
  }

  /** The client knows the session by this id from now on. */
  open(sessionId: string): void {
    this.#sessionId = sessionId;
    for (const update of this.#waiting.splice(0)) this.send(update);
  }

  /** Whether reading had to wait for the client since this was asked last. */
  fellBehind(): boolean {
    const is = this.#fellBehind;
    this.#fellBehind = this.#paused;
    return is;
  }

  /** Resolves when everything sent so far is in the client's pipe. */
  flushed(): Promise<void> {
    return this.#last;
  }

  #sent(): void {
    this.#inFlight--;
    if (!this.#paused || this.#inFlight > RESUME_BELOW) return;
    this.#paused = false;
    this.#options.resume();
  }
}
