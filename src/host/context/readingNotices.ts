// Reports that what a prompt mentions is being read, where that takes a moment.
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';

/** What is read sooner is not reported: the text would only flash. */
const NOTICE_DELAY_MS = 300;

/** Called with true once for a session that reads for long, and with false when nothing is read for it any more. */
type ReportReading = (key: string, isReading: boolean) => void;

interface Reading {
  count: number;
  isReported: boolean;
  readonly timer: Disposable;
}

export class ReadingNotices {
  readonly #clock: Clock;
  readonly #report: ReportReading;
  /** By session. */
  readonly #readings = new Map<string, Reading>();

  constructor(clock: Clock, report: ReportReading) {
    this.#clock = clock;
    this.#report = report;
  }

  /** The result of the work, which reads for a session. */
  async during<T>(key: string, work: Promise<T>): Promise<T> {
    const reading = this.#readings.get(key) ?? this.#begin(key);
    reading.count++;
    try {
      return await work;
    } finally {
      if (--reading.count === 0) this.#end(key, reading);
    }
  }

  #begin(key: string): Reading {
    const reading: Reading = {
      count: 0,
      isReported: false,
      timer: this.#clock.after(NOTICE_DELAY_MS, () => {
        reading.isReported = true;
        this.#report(key, true);
      }),
    };
    this.#readings.set(key, reading);
    return reading;
  }

  #end(key: string, { timer, isReported }: Reading): void {
    timer.dispose();
    this.#readings.delete(key);
    if (isReported) this.#report(key, false);
  }
}
