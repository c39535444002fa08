// Tells of a command's output a few times a second, however fast it prints, and of no more than can be kept.
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import { joinPieces, KEPT_OUTPUT, type OutputPiece } from '../../core/session/terminalState.ts';

/** Milliseconds between two reports. */
const INTERVAL = 50;
/** The same after a report longer than {@link FLOOD}: nobody can read along, and the panel has other things to do. */
const FLOOD_INTERVAL = 250;
/** In UTF-16 code units. */
const FLOOD = 65_536;

const NOTHING: OutputPiece = { data: '', skippedBytes: 0 };

/** Gathers text and hands it on. */
export class OutputReporter implements Disposable {
  readonly #clock: Clock;
  readonly #report: (piece: OutputPiece) => void;
  #waiting = NOTHING;
  #timer: Disposable | undefined;
  #interval = INTERVAL;

  constructor(clock: Clock, report: (piece: OutputPiece) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  append(data: string): void {
    // Of half of the limit twice as much is left: of what waits, as much as is kept of all.
    this.#waiting = joinPieces(this.#waiting, { data, skippedBytes: 0 }, KEPT_OUTPUT / 2);
    this.#timer ??= this.#clock.after(this.#interval, () => this.flush());
  }

  /** Hands on at once what is waiting. */
  flush(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const piece = this.#waiting;
    this.#waiting = NOTHING;
    this.#interval = piece.data.length > FLOOD ? FLOOD_INTERVAL : INTERVAL;
    if (piece.data !== '' || piece.skippedBytes > 0) this.#report(piece);
  }

  /** Forgets what is waiting. */
  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#waiting = NOTHING;
  }
}
