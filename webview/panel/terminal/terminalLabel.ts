// The state of a terminal and its label, and its command line with the characters spelled out that deceive.
import { visibleText } from '../../../src/core/text/visibleText.ts';
import { withLookAlikesSpelled } from '../../text/lookAlikes.ts';
import type { Terminal } from '../../../src/core/session/terminal/state.ts';
import { terminalStrings } from './terminalStrings.ts';

/** `waiting` for the user, `running`, or how it ended: with exit code 0, with an error, or in an unknown way. */
export type TerminalState = 'waiting' | 'running' | 'succeeded' | 'failed' | 'ended';

/**
 * The phase of the call that a terminal belongs to: agents that run commands themselves announce terminals before they
 * are allowed to, and often do not report that one has ended.
 */
export type CallPhase = 'asked' | 'open' | 'finished';

export function terminalState(terminal: Terminal, phase: CallPhase): TerminalState {
  const { endedAt, exit, isForeign, isInBackground, output } = terminal;
  if (endedAt === undefined) {
    if (isForeign && phase === 'finished') return isInBackground === true ? 'running' : 'ended';
    return isForeign && phase === 'asked' && output === '' ? 'waiting' : 'running';
  }
  if (exit === undefined || (exit.code === null && exit.signal === null)) return 'ended';
  return exit.code === 0 && exit.signal === null ? 'succeeded' : 'failed';
}

/** The state at `now` (epoch milliseconds on the host's clock), and how long the command has taken. */
export function terminalLabel(terminal: Terminal, state: TerminalState, now: number): string {
  const { endedAt, startedAt } = terminal;
  if (state === 'waiting') return terminalStrings.waiting();
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

/** A command line with the characters spelled out that are invisible, change the order of others, or imitate Latin ones. */
export function visibleCommand(command: string): string {
  return withLookAlikesSpelled(visibleText(command));
}
