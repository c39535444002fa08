// What is known of signing in to each agent, besides what its handshake and its status say.
import { Emitter, type Disposable, type Event } from '../../../core/base/lifecycle.ts';
import type { UserError } from '../../../core/errors.ts';

/**
 * - `running`: by a method, which the user can cancel;
 * - `ending-turns`: signed in; the process is renewed when the turns that run in it have ended;
 * - `failed`: the last attempt;
 * - `done`: signed in, and the agent has not asked for it again.
 */
export type SignInProgress =
  | { readonly state: 'running' | 'ending-turns'; readonly methodId: string }
  | { readonly state: 'failed'; readonly methodId: string | undefined; readonly error: UserError }
  | { readonly state: 'done'; readonly methodId: string };

export interface SignInState {
  /** Whether the user asked to see the methods. */
  readonly isOpen: boolean;
  readonly progress?: SignInProgress;
}

const CLOSED: SignInState = { isOpen: false };

export class SignInStates implements Disposable {
  readonly #states = new Map<string, SignInState>();
  readonly #changed = new Emitter<string>();

  /** Fires with the name of an agent whose state changed. */
  readonly onChange: Event<string> = this.#changed.event;

  of(agentName: string): SignInState {
    return this.#states.get(agentName) ?? CLOSED;
  }

  /** Hides the methods, unless the agent requires a sign-in; forgets how the last attempt ended. */
  close(agentName: string): void {
    this.#set(agentName, CLOSED);
  }

  /** Shows the methods, and how an attempt that runs or failed is going. */
  open(agentName: string): void {
    const { progress } = this.of(agentName);
    const isOver = progress === undefined || progress.state === 'done';
    this.#set(agentName, { isOpen: true, ...(isOver ? {} : { progress }) });
  }

  setProgress(agentName: string, progress: SignInProgress | undefined): void {
    const { isOpen } = this.of(agentName);
    this.#set(agentName, { isOpen, ...(progress === undefined ? {} : { progress }) });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(agentName: string, state: SignInState): void {
    this.#states.set(agentName, state);
    this.#changed.fire(agentName);
  }
}
