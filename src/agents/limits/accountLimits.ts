// The limits that an agent reported last, which explain its errors, and a notice when one comes near.
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { ReportedLimit } from '../../core/failures/classifyFailure.ts';
import { failureStrings } from '../../core/failures/failureStrings.ts';
import { timeText } from '../../core/failures/timeText.ts';
import { readAccountLimit } from './rateLimitMeta.ts';

export class AccountLimits {
  readonly #clock: Clock;
  #last: ReportedLimit | undefined;
  /** The limits whose nearness was reported: each once until it resets. */
  readonly #reported = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The limit that was reported last, unless it is over. */
  get current(): ReportedLimit | undefined {
    const { resetsAt = Number.POSITIVE_INFINITY } = this.#last ?? {};
    return resetsAt > this.#clock.now() ? this.#last : undefined;
  }

  /** Reads the params of a `session/update`. Returns a text for the user where a limit has come near. */
  read(params: unknown, label: string): string | undefined {
    const limit = readAccountLimit(params);
    if (limit === undefined) return undefined;
    const { isReached, isNear, resetsAt, name, used } = limit;
    this.#last = { isReached, ...(resetsAt === undefined ? {} : { resetsAt }) };
    const id = `${name} ${resetsAt ?? ''}`;
    if (!isNear || used === undefined || this.#reported.has(id)) return undefined;
    this.#reported.add(id);
    const percent = Math.floor(used * 100);
    return resetsAt === undefined
      ? failureStrings.limitNear(label, percent)
      : failureStrings.limitNearUntil(label, percent, timeText(resetsAt, this.#clock.now()));
  }
}
