// The updates of one session on their way to the client: in order, and no more of them than the client can take.
import { methods, type AgentContext, type SessionUpdate } from '@agentclientprotocol/sdk';

/** Above this many updates under way, the CLI is not read on; below the other, it is again. */
const MANY = 256;
const FEW = 64;

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
  #underWay = 0;
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
    this.#underWay++;
    if (this.#underWay > MANY && !this.#paused) {
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

  /** Resolves when everything sent so far has been taken by the client's pipe. */
  flushed(): Promise<void> {
    return this.#last;
  }

  #sent(): void {
    this.#underWay--;
    if (!this.#paused || this.#underWay > FEW) return;
    this.#paused = false;
    this.#options.resume();
  }
}
