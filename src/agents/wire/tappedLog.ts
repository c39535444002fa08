// The traffic of one connection, for the file of `parley.trace` and for whoever looks at it now.
import type { WireTap } from '../../core/ports/wireTaps.ts';
import type { Redactor } from '../../core/secrets/redactor.ts';
import type { TrafficLog, WireDirection } from './wireLog.ts';

export class TappedLog implements TrafficLog {
  readonly #file: TrafficLog | undefined;
  readonly #tap: () => WireTap | undefined;

  /** `tap` is asked for each line; that is all that a line costs while nobody looks. */
  constructor(file: TrafficLog | undefined, tap: () => WireTap | undefined) {
    this.#file = file;
    this.#tap = tap;
    tap()?.connected();
  }

  redactWith(redactor: Redactor): void {
    this.#file?.redactWith(redactor);
  }

  message(direction: WireDirection, line: string): void {
    this.#file?.message(direction, line);
    this.#tap()?.line(direction === 'a2c' ? 'in' : 'out', line, true);
  }

  raw(direction: WireDirection, text: string): void {
    this.#file?.raw(direction, text);
    this.#tap()?.line(direction === 'a2c' ? 'in' : 'out', text, false);
  }

  async flush(): Promise<void> {
    await this.#file?.flush();
  }

  dispose(): void {
    this.#file?.dispose();
  }
}
