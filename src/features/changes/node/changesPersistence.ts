// Stores what is open in one session, so that the next window goes on with it.
import type { Log } from '../../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { RecordedSession } from './review/sessionRecords.ts';
import { nothingStored, type StoredChanges, type StoredSession } from './storedChanges.ts';

export interface ChangesPersistenceOptions {
  readonly key: string;
  readonly store: SessionStore;
  readonly stored: StoredChanges;
  readonly log: Log;
}

export class ChangesPersistence {
  readonly #options: ChangesPersistenceOptions;
  #saved: StoredSession = nothingStored;
  /** The agent's id of the session whose stored changes were adopted. */
  #adopted: string | undefined;
  /** Whose changes were saved last; a closed session is in the store no longer. */
  #record: RecordedSession | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(options: ChangesPersistenceOptions) {
    this.#options = options;
  }

  /** Resolves when all is stored. */
  get stored(): Promise<void> {
    return this.#storing;
  }

  /** What an earlier window has stored, once the agent has opened the session; undefined before that and after the first call. */
  async adopt(): Promise<StoredSession | undefined> {
    const { store, stored, key } = this.#options;
    const { agent, sessionId, opening } = store.state(key) ?? {};
    const isOpened = agent !== undefined && sessionId !== undefined && opening !== true;
    if (!isOpened || sessionId === this.#adopted) return undefined;
    this.#adopted = sessionId;
    this.#saved = nothingStored;
    return stored.load({ agent, sessionId, key });
  }

  /** Replaces what is stored, where it is not the same. */
  save(session: StoredSession): void {
    const state = this.#options.store.state(this.#options.key);
    const saved = this.#saved;
    const isSame =
      session.files === saved.files &&
      session.others === saved.others &&
      session.settled === saved.settled &&
      session.unlisted === saved.unlisted &&
      session.git === saved.git &&
      session.redo === saved.redo &&
      JSON.stringify(session.lookedAt?.trees) === JSON.stringify(saved.lookedAt?.trees) &&
      [...session.waiting].join('\n') === [...saved.waiting].join('\n');
    // Before it was adopted, what is stored would be lost.
    if (isSame || state?.sessionId === undefined || state.sessionId !== this.#adopted) return;
    this.#record = { agent: state.agent, sessionId: state.sessionId, key: state.key };
    this.#store(session);
  }

  /** What waited for the end of the turn is not reported when the session is opened again. */
  forgetWaiting(): void {
    if (this.#saved.waiting.size > 0) this.#store({ ...this.#saved, waiting: new Set() });
  }

  #store(session: StoredSession): void {
    const { stored, log } = this.#options;
    if (this.#record === undefined) return;
    this.#saved = session;
    this.#storing = stored
      .save(this.#record, session)
      .catch((error: unknown) => log.warn(`Changes could not be stored: ${String(error)}`));
  }
}
