// Sessions that begin where another one is: forks in the agent, and new ones that are given a transcript.
import type { Clock } from '../../ports/hostPorts.ts';
import { linksFrom, type RewoundParts } from '../../session/branches/branchLink.ts';
import type { WholeForks } from '../../session/branches/forkAbility.ts';
import type { SessionEvent } from '../../session/events.ts';
import { emptySession, type SessionState } from '../../session/model.ts';
import { sessionTitle } from '../../session/selectors.ts';
import type { AttachmentRegistry } from '../attachmentRegistry.ts';
import { transcriptContext } from './transcriptContext.ts';
import type { SessionOpening } from '../sessionOpening.ts';
import type { SessionRequests } from '../sessionRequests.ts';
import type { SessionForks } from './sessionForks.ts';
import { sessionLifecycleStrings } from '../sessionLifecycleStrings.ts';
import type { SessionStore } from '../sessionStore.ts';

export interface SessionCopiesOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly attachments: AttachmentRegistry;
  readonly requests: SessionRequests;
  readonly forks: () => Promise<SessionForks>;
  readonly wholeForks: WholeForks;
  readonly opening: SessionOpening;
  readonly newKey: () => string;
  /** Opens a session in its agent. */
  readonly open: (key: string) => void;
  /** Adds a session that continues the one with the agent's id `parent`, and opens it. */
  readonly create: (agent: string, cwd: string, parent: string | undefined) => string;
}

export class SessionCopies {
  readonly #options: SessionCopiesOptions;

  constructor(options: SessionCopiesOptions) {
    this.#options = options;
  }

  /** The agents whose copies end nowhere but at the end. */
  get wholeForks(): Pick<WholeForks, 'has' | 'onChange'> {
    return this.#options.wholeForks;
  }

  /**
   * Copies a session, in its agent and here; with an entry's id, up to before the prompt of that entry. Resolves to the
   * key of the copy, or to undefined where the agent cannot; rejects with a ParleyError when it refuses. `rewound`: it is a
   * rewind of the session.
   */
  async fork(key: string, entryId?: string, rewound?: RewoundParts): Promise<string | undefined> {
    const { store, attachments, opening, newKey } = this.#options;
    const state = store.state(key);
    if (state === undefined) return undefined;
    const copy = newKey();
    const [forks] = await Promise.all([this.#options.forks(), opening.ensureOpen(key)]);
    const attached = attachments.attached(key);
    const source = store.state(key);
    if (attached === undefined || source === undefined) return undefined;
    const isForked = await forks.fork(attached, source, {
      key: copy,
      provisionalTitle: entryId === undefined ? titleOfCopy(state) : undefined,
      before: entryId,
      rewound,
    });
    return isForked ? copy : undefined;
  }

  /**
   * A new session with the same agent, folder and options, in which the prompt with that entry id is to be sent anew. It
   * is given the transcript before the prompt, if there is any. Resolves to its key.
   */
  async startAt(key: string, entryId: string, rewound?: RewoundParts): Promise<string | undefined> {
    const { store, requests, newKey, open } = this.#options;
    const { promptCut } = await import('../../session/branches/promptCut.ts');
    const state = store.state(key);
    const cut = state === undefined ? undefined : promptCut(state, entryId);
    if (state === undefined || cut === undefined) return undefined;
    const { agent, cwd, sessionId, branch, chosenOptions } = state;
    const next = newKey();
    store.add({
      ...emptySession(next, agent, cwd),
      branch: [
        ...linksFrom(
          { key, prompt: cut.promptsBefore, own: 0, ...(rewound === undefined ? {} : { rewound }) },
          branch,
        ),
      ],
      ...(chosenOptions === undefined ? {} : { chosenOptions }),
    });
    if (cut.promptsBefore > 0) {
      if (sessionId !== undefined) requests.continues(next, sessionId);
      const content = [transcriptContext({ ...state, entries: cut.entries })];
      this.#dispatch(next, { type: 'context_attached', at: this.#now(), content });
    }
    open(next);
    return next;
  }

  /**
   * A new session with the same agent and folder that is given the transcript of this one with its first prompt.
   * Returns its key. What waited in the queue comes along, held.
   */
  continueInNew(key: string): string | undefined {
    const { store, create } = this.#options;
    const state = store.state(key);
    if (state === undefined) return undefined;
    const next = create(state.agent, state.cwd, state.sessionId);
    this.#dispatch(next, { type: 'context_attached', at: this.#now(), content: [transcriptContext(state)] });
    if (state.queue.length > 0) {
      this.#dispatch(next, { type: 'queue_changed', at: this.#now(), queue: state.queue, held: true });
      this.#dispatch(key, { type: 'queue_changed', at: this.#now(), queue: [], held: false });
    }
    return next;
  }

  #now(): number {
    return this.#options.clock.now();
  }

  #dispatch(key: string, event: SessionEvent): void {
    this.#options.store.dispatch(key, event);
  }
}

/** What a copy of all of a session is called until its agent names it. */
function titleOfCopy(source: SessionState): string {
  const title = sessionTitle(source);
  const { forkOf, forkOfUntitled } = sessionLifecycleStrings;
  return title === undefined ? forkOfUntitled() : forkOf(title);
}
