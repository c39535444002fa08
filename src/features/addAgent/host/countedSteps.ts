// The steps of an install: one of unknown length says for how many seconds it has been running.
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { addAgentStrings } from './addAgentStrings.ts';

/** Reports a step to the user; `percent` of the whole, as far as it is known. */
export type ReportStep = (message: string, percent?: number) => void;

const SECOND_MS = 1_000;

/** Reports each second what runs, until the next step or its end. */
export class CountedSteps implements Disposable {
  readonly #clock: Clock;
  readonly #report: ReportStep;
  #timer: Disposable | undefined;

  constructor(clock: Clock, report: ReportStep) {
    this.#clock = clock;
    this.#report = report;
  }

  readonly report: ReportStep = (message, percent) => {
    this.dispose();
    this.#report(message, percent);
    if (percent === undefined) this.#count(message, 1);
  };

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #count(message: string, seconds: number): void {
    this.#timer = this.#clock.after(SECOND_MS, () => {
      this.#report(addAgentStrings.stepFor(message, seconds));
      this.#count(message, seconds + 1);
    });
  }
}
