// How a terminal stands, in words.
import type { Terminal } from '../../../src/core/session/terminalState.ts';
import { durationText } from '../entries/durationText.ts';

/** `running`, or how it ended: by itself without an error, with one, or in a way that is not known. */
export type TerminalState = 'running' | 'succeeded' | 'failed' | 'ended';

/** `isCallFinished`: agents that run commands themselves forget to say that one has ended. */
export function terminalState(terminal: Terminal, isCallFinished: boolean): TerminalState {
  const { endedAt, exit, isForeign } = terminal;
  if (endedAt === undefined) return isForeign && isCallFinished ? 'ended' : 'running';
  if (exit === undefined || (exit.code === null && exit.signal === null)) return 'ended';
  return exit.code === 0 && exit.signal === null ? 'succeeded' : 'failed';
}

/** How it stands at `now` (epoch milliseconds on the host's clock), and how long it has taken. */
export function terminalLabels(terminal: Terminal, state: TerminalState, now: number): string {
  const { endedAt, startedAt } = terminal;
  if (state === 'running') {
    const seconds = Math.floor((now - startedAt) / 1_000);
    return seconds < 1 ? 'Running' : `Running · ${durationText(seconds * 1_000)}`;
  }
  const end = exitLabel(terminal);
  return endedAt === undefined ? end : `${end} · ${durationText(endedAt - startedAt)}`;
}

function exitLabel({ exit }: Terminal): string {
  if (exit?.code !== undefined && exit.code !== null) return `Exit code ${exit.code}`;
  if (exit?.signal !== undefined && exit.signal !== null) return `Stopped by ${exit.signal}`;
  return 'Ended';
}

/** A command line to read: characters that cannot be seen, or change the order of others, are spelled out. */
export function commandWords(command: string): string {
  return command.replace(
    /(?![\n\t])\p{Cc}|[\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `512 bytes`, `99.7 MB`. */
export function sizeLabel(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit] ?? ''}`;
}
