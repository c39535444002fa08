// Reports that what a prompt mentions is being read, where that takes a moment.
import { Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';

/** What is read sooner is not reported: the text would only flash. */
const NOTICE_DELAY_MS = 300;

interface Reading {
  count: number;
  isReported: boolean;
  readonly timer: Disposable;
}

export class ReadingNotices implements Disposable {
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  /** By session. */
  readonly #readings = new Map<string, Reading>();

  /** Fires when something is read for a session for long, and when nothing is any more. */
  readonly onChange: Event<void> = this.#changed.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether something is being read for a session, and takes a moment. */
  isReading(key: string): boolean {
    return this.#readings.get(key)?.isReported === true;
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

  dispose(): void {
    for (const { timer } of this.#readings.values()) timer.dispose();
    this.#changed.dispose();
  }

  #begin(key: string): Reading {
    const reading: Reading = {
      count: 0,
      isReported: false,
      timer: this.#clock.after(NOTICE_DELAY_MS, () => {
        reading.isReported = true;
        this.#changed.fire();
      }),
    };
    this.#readings.set(key, reading);
    return reading;
  }

  #end(key: string, { timer, isReported }: Reading): void {
    timer.dispose();
    this.#readings.delete(key);
    if (isReported) this.#changed.fire();
  }
}
