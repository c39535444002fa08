// The state of a terminal and its label, and its command line with invisible characters spelled out.
import { visibleText } from '../../../src/core/text/visibleText.ts';
import type { Terminal } from '../../../src/core/session/terminalState.ts';
import { terminalStrings } from './terminalStrings.ts';

/** `running`, or how it ended: with exit code 0, with an error, or in an unknown way. */
export type TerminalState = 'running' | 'succeeded' | 'failed' | 'ended';

/** `isCallFinished`: agents that run commands themselves often do not report that one has ended. */
export function terminalState(terminal: Terminal, isCallFinished: boolean): TerminalState {
  const { endedAt, exit, isForeign } = terminal;
  if (endedAt === undefined) return isForeign && isCallFinished ? 'ended' : 'running';
  if (exit === undefined || (exit.code === null && exit.signal === null)) return 'ended';
  return exit.code === 0 && exit.signal === null ? 'succeeded' : 'failed';
}

/** The state at `now` (epoch milliseconds on the host's clock), and how long the command has taken. */
export function terminalLabel(terminal: Terminal, state: TerminalState, now: number): string {
  const { endedAt, startedAt } = terminal;
  if (state === 'running') {
    const seconds = Math.floor((now - startedAt) / 1_000);
    const label = terminalStrings.running();
    return seconds < 1 ? label : terminalStrings.stateWithDuration(label, seconds * 1_000);
  }
  const end = exitLabel(terminal);
  return endedAt === undefined ? end : terminalStrings.stateWithDuration(end, endedAt - startedAt);
}

function exitLabel({ exit }: Terminal): string {
  if (exit?.code !== undefined && exit.code !== null) return terminalStrings.exitCode(exit.code);
  if (exit?.signal !== undefined && exit.signal !== null) return terminalStrings.stoppedBy(exit.signal);
  return terminalStrings.ended();
}

/** A command line with the characters spelled out that are invisible or change the order of others. */
export function visibleCommand(command: string): string {
  return visibleText(command);
}
