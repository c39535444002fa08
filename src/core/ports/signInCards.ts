// What panels show of signing in to agents: a feature says it. It is loaded at activation, so it is small.
import { Emitter, type Disposable, type Event } from '../base/lifecycle.ts';
import type { SignInCard } from '../panel/signInCard.ts';

export class SignInCards implements Disposable {
  readonly #changed = new Emitter<string>();
  #read: (agent: string) => SignInCard | undefined = () => undefined;

  /** Fires with the name of an agent whose card changed. */
  readonly onChange: Event<string> = this.#changed.event;

  /** The card of an agent; undefined where nothing is known of it. */
  of(agent: string): SignInCard | undefined {
    return this.#read(agent);
  }

  /** Cards are read with that from now on. */
  readWith(read: (agent: string) => SignInCard): void {
    this.#read = read;
  }

  /** To be called when the card of an agent changed. */
  changed(agent: string): void {
    this.#changed.fire(agent);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
