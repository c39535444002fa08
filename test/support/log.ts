// A log whose lines a test can read.
import type { Log } from '../../src/core/ports/hostPorts.ts';

export class MemoryLog implements Log {
  readonly lines: string[] = [];

  info(message: string): void {
    this.lines.push(message);
  }

  warn(message: string): void {
    this.lines.push(message);
  }

  error(message: string): void {
    this.lines.push(message);
  }
}
