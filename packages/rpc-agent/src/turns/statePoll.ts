// Asks a CLI how it is, at once or after a while.
import { stateIn, type RpcState } from '../cli/frames.ts';
import type { RpcCli } from '../cli/rpcCli.ts';

export class StatePoll {
  readonly #cli: Pick<RpcCli, 'request'>;
  readonly #onState: (state: RpcState | undefined) => void;
  #asking = false;
  #timer: NodeJS.Timeout | undefined;

  /** `onState` is called with each state; undefined when the CLI refused to say. */
  constructor(cli: Pick<RpcCli, 'request'>, onState: (state: RpcState | undefined) => void) {
    this.#cli = cli;
    this.#onState = onState;
  }

  /** Asks now, unless an answer is awaited already. */
  ask(): void {
    if (this.#asking) return;
    this.#asking = true;
    const report = (state: RpcState | undefined): void => {
      this.#asking = false;
      this.#onState(state);
    };
    this.#cli.request('get_state').then(
      (data) => report(stateIn(data)),
      () => report(undefined),
    );
  }

  /** Asks after so many milliseconds; what was to be asked before then is not. */
  askAfter(milliseconds: number): void {
    this.stop();
    this.#timer = setTimeout(() => this.ask(), milliseconds);
  }

  /** Does not ask what was to be asked after a while. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
