// What becomes of the open turns when the CLI has said how it is: a table, of which the first row that holds decides.
import type { RpcState } from '../cli/frames.ts';
import type { CliActivity } from './cliActivity.ts';
import { hasBegun, isAccepted, type TurnState } from './turnState.ts';

/** A CLI from which more is expected must report this many times in a row that it is idle. */
const MIN_IDLE_REPORTS = 3;

export interface TurnFacts {
  /** What `get_state` says; undefined when the CLI did not answer it. */
  readonly report: 'busy' | 'idle' | undefined;
  /** How often in a row it has said that it is idle, this time included. */
  readonly idleReports: number;
  readonly isEveryTurnCancelled: boolean;
  /** It began something after it had been asked to stop. */
  readonly hasRestarted: boolean;
  /** Messages in the queue of the CLI. */
  readonly queuedMessages: number;
  /** A command of the CLI that needs no model runs, and only the user ends that. */
  readonly isCommandRunning: boolean;
  /** The CLI is about to go on, or has yet to begin with a prompt. */
  readonly isMoreExpected: boolean;
}

export type TurnDecision =
  /** The turns go on; the CLI is asked again after a while. */
  | 'watch'
  /** What was cancelled goes on: it is stopped once more. */
  | 'abortAgain'
  | 'endTurns'
  /** The turns end, but the CLI would answer what was cancelled with its next prompt: it is ended too. */
  | 'endTurnsAndCli';

interface Row {
  readonly when: (facts: TurnFacts) => boolean;
  readonly decision: TurnDecision;
}

const DECISIONS: readonly Row[] = [
  { when: ({ report }) => report === undefined, decision: 'watch' },
  {
    when: ({ report, isEveryTurnCancelled, hasRestarted }) =>
      report === 'busy' && isEveryTurnCancelled && hasRestarted,
    decision: 'abortAgain',
  },
  { when: ({ report }) => report === 'busy', decision: 'watch' },
  {
    when: ({ isCommandRunning, isEveryTurnCancelled }) => isCommandRunning && !isEveryTurnCancelled,
    decision: 'watch',
  },
  {
    when: ({ queuedMessages, idleReports }) => queuedMessages > 0 && idleReports < MIN_IDLE_REPORTS,
    decision: 'watch',
  },
  {
    when: ({ isMoreExpected, isEveryTurnCancelled, idleReports }) =>
      isMoreExpected && !isEveryTurnCancelled && idleReports < MIN_IDLE_REPORTS,
    decision: 'watch',
  },
  {
    when: ({ isEveryTurnCancelled, queuedMessages }) => isEveryTurnCancelled && queuedMessages > 0,
    decision: 'endTurnsAndCli',
  },
];

export function decide(facts: TurnFacts): TurnDecision {
  return DECISIONS.find(({ when }) => when(facts))?.decision ?? 'endTurns';
}

/** What the decision needs to know of a turn. */
export interface OpenTurn {
  readonly state: TurnState;
  /** Sent while the CLI was at work: it is in the queue of the CLI. */
  readonly isQueued: boolean;
  readonly isCancelled: boolean;
  /** Its prompt is a slash command, which may need no model. */
  readonly isCommand: boolean;
  /** The model has said something, or ended without. */
  readonly isAnswered: boolean;
}

export interface DecisionContext {
  readonly activity: CliActivity;
  readonly idleReports: number;
  /** Whether the CLI says by `prompt_result` that a prompt needed no model. */
  readonly sendsPromptResults: boolean;
}

/** The facts that a report of the CLI adds up to with what is known of its open turns. */
export function factsOf(
  turns: readonly OpenTurn[],
  state: RpcState | undefined,
  { activity, idleReports, sendsPromptResults }: DecisionContext,
): TurnFacts {
  const report = reportOf(state, activity);
  const isExpected = turns.some(
    (turn) =>
      // It may answer the command when it has done all of it.
      !isAccepted(turn.state) ||
      (!hasBegun(turn.state) &&
        (turn.isQueued ||
          sendsPromptResults ||
          // Some accept a prompt at once and begin with it after a while.
          (!turn.isCommand && !turn.isAnswered && !activity.isWorking))),
  );
  return {
    report,
    idleReports: report === 'idle' ? idleReports + 1 : report === 'busy' ? 0 : idleReports,
    isEveryTurnCancelled: turns.every(({ isCancelled }) => isCancelled),
    hasRestarted: activity.hasRestarted,
    queuedMessages: state?.queuedMessageCount ?? state?.pendingMessageCount ?? 0,
    isCommandRunning: turns.some(
      (turn) =>
        (!isAccepted(turn.state) && (turn.isCommand || !(hasBegun(turn.state) || turn.isAnswered))) ||
        (!hasBegun(turn.state) && sendsPromptResults && turn.isCommand),
    ),
    isMoreExpected: activity.isAboutToContinue || isExpected,
  };
}

function reportOf(state: RpcState | undefined, activity: CliActivity): TurnFacts['report'] {
  if (state === undefined) return undefined;
  const isBusy =
    (state.isStreaming ?? activity.isWorking) ||
    state.isCompacting === true ||
    activity.isRetrying ||
    activity.isCompacting;
  return isBusy ? 'busy' : 'idle';
}
