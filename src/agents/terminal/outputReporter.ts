// Reports a command's output a few times a second, however fast it prints, and never more than the limit.
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import { joinPieces, OUTPUT_LIMIT_BYTES, type OutputPiece } from '../../core/session/terminal/state.ts';

const REPORT_INTERVAL_MS = 50;
/** After a report longer than {@link FLOOD_LENGTH}: nobody can read along, and the panel has other work. */
const FLOOD_INTERVAL_MS = 250;
/** In UTF-16 code units. */
const FLOOD_LENGTH = 65_536;

const NOTHING: OutputPiece = { data: '', skippedBytes: 0 };

/** Gathers text and hands it on. */
export class OutputReporter implements Disposable {
  readonly #clock: Clock;
  readonly #report: (piece: OutputPiece) => void;
  #waiting = NOTHING;
  #timer: Disposable | undefined;
  #intervalMs = REPORT_INTERVAL_MS;

  constructor(clock: Clock, report: (piece: OutputPiece) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  append(data: string): void {
    // Cutting to half of the limit leaves up to twice that: so no more waits here than the session stores.
    this.#waiting = joinPieces(this.#waiting, { data, skippedBytes: 0 }, OUTPUT_LIMIT_BYTES / 2);
    this.#timer ??= this.#clock.after(this.#intervalMs, () => this.flush());
  }

  /** Hands on at once what is waiting. */
  flush(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const piece = this.#waiting;
    this.#waiting = NOTHING;
    this.#intervalMs = piece.data.length > FLOOD_LENGTH ? FLOOD_INTERVAL_MS : REPORT_INTERVAL_MS;
    if (piece.data !== '' || piece.skippedBytes > 0) this.#report(piece);
  }

  /** Forgets what is waiting. */
  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#waiting = NOTHING;
  }
}
