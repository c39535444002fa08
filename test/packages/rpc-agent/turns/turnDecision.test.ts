// What becomes of the open turns when the CLI has said how it is: each row of the table, and the facts it looks at.
import { describe, expect, test } from 'vitest';
import { IDLE } from '../../../../packages/rpc-agent/src/turns/cliActivity.ts';
import {
  decide,
  factsOf,
  type OpenTurn,
  type TurnDecision,
  type TurnFacts,
} from '../../../../packages/rpc-agent/src/turns/turnDecision.ts';
import {
  afterAcceptance,
  afterBeginning,
  type TurnState,
} from '../../../../packages/rpc-agent/src/turns/turnState.ts';

const IDLE_ONCE: TurnFacts = {
  report: 'idle',
  idleReports: 1,
  isEveryTurnCancelled: false,
  hasRestarted: false,
  queuedMessages: 0,
  isCommandRunning: false,
  isMoreExpected: false,
};

describe('the decision', () => {
  test.each<[string, Partial<TurnFacts>, TurnDecision]>([
    ['a CLI that did not answer is asked again', { report: undefined }, 'watch'],
    ['a busy CLI goes on', { report: 'busy', idleReports: 0 }, 'watch'],
    [
      'a busy CLI that is being stopped is waited for',
      { report: 'busy', isEveryTurnCancelled: true },
      'watch',
    ],
    [
      'a CLI that began something after it was asked to stop is stopped again',
      { report: 'busy', isEveryTurnCancelled: true, hasRestarted: true },
      'abortAgain',
    ],
    [
      'a CLI that began something while one turn is not cancelled goes on',
      { report: 'busy', hasRestarted: true },
      'watch',
    ],
    ['an idle CLI has ended the turns', {}, 'endTurns'],
    [
      'a command of the CLI goes on, however often it is idle',
      { isCommandRunning: true, idleReports: 99 },
      'watch',
    ],
    [
      'a cancelled command of the CLI ends',
      { isCommandRunning: true, isEveryTurnCancelled: true },
      'endTurns',
    ],
    ['an idle CLI with a queue is about to begin', { queuedMessages: 1, idleReports: 2 }, 'watch'],
    ['an idle CLI with a queue does not begin any more', { queuedMessages: 1, idleReports: 3 }, 'endTurns'],
    [
      'a stopped CLI with a queue may still begin with it',
      { queuedMessages: 1, idleReports: 2, isEveryTurnCancelled: true },
      'watch',
    ],
    [
      'a stopped CLI that keeps its queue is ended',
      { queuedMessages: 1, idleReports: 3, isEveryTurnCancelled: true },
      'endTurnsAndCli',
    ],
    ['a CLI that has yet to begin is waited for', { isMoreExpected: true, idleReports: 2 }, 'watch'],
    ['a CLI that never begins has ended the turns', { isMoreExpected: true, idleReports: 3 }, 'endTurns'],
    [
      'nothing is expected of a CLI after a cancellation',
      { isMoreExpected: true, isEveryTurnCancelled: true },
      'endTurns',
    ],
  ])('%s', (_sentence, facts, decision) => {
    expect(decide({ ...IDLE_ONCE, ...facts })).toBe(decision);
  });
});

const BEGUN: OpenTurn = {
  state: 'begun',
  isQueued: false,
  isCancelled: false,
  isCommand: false,
  isAnswered: false,
};
const CONTEXT = { activity: IDLE, idleReports: 0, sendsPromptResults: false };
const IDLE_STATE = { isStreaming: false };

describe('the facts', () => {
  test('a CLI that does not say whether it streams is busy while it works', () => {
    const activity = { ...IDLE, isWorking: true };
    expect(factsOf([BEGUN], {}, { ...CONTEXT, activity }).report).toBe('busy');
    expect(factsOf([BEGUN], IDLE_STATE, { ...CONTEXT, activity }).report).toBe('idle');
    expect(factsOf([BEGUN], {}, CONTEXT).report).toBe('idle');
    expect(factsOf([BEGUN], IDLE_STATE, CONTEXT).report).toBe('idle');
    expect(factsOf([BEGUN], { ...IDLE_STATE, isCompacting: true }, CONTEXT).report).toBe('busy');
    expect(factsOf([BEGUN], undefined, CONTEXT).report).toBeUndefined();
  });

  test.each(['isRetrying', 'isCompacting'] as const)('a CLI that %s is busy', (kind) => {
    const activity = { ...IDLE, [kind]: true };
    expect(factsOf([BEGUN], IDLE_STATE, { ...CONTEXT, activity }).report).toBe('busy');
  });

  test('idle reports are counted in a row', () => {
    const context = { ...CONTEXT, idleReports: 1 };
    expect(factsOf([BEGUN], IDLE_STATE, context).idleReports).toBe(2);
    expect(factsOf([BEGUN], undefined, context).idleReports).toBe(1);
    expect(factsOf([BEGUN], { isStreaming: true }, context).idleReports).toBe(0);
  });

  test('both names of the queue are read', () => {
    expect(factsOf([BEGUN], { ...IDLE_STATE, queuedMessageCount: 2 }, CONTEXT).queuedMessages).toBe(2);
    expect(factsOf([BEGUN], { ...IDLE_STATE, pendingMessageCount: 1 }, CONTEXT).queuedMessages).toBe(1);
  });

  test.each<[string, Partial<OpenTurn>, boolean, Partial<TurnFacts>]>([
    [
      'a prompt without an answer is a command that runs',
      { state: 'sent' },
      false,
      { isCommandRunning: true },
    ],
    [
      'a prompt that has begun without an answer may go on',
      { state: 'begunUnanswered' },
      false,
      { isCommandRunning: false, isMoreExpected: true },
    ],
    [
      'a command of the CLI that has begun without an answer runs',
      { state: 'begunUnanswered', isCommand: true },
      false,
      { isCommandRunning: true },
    ],
    ['an accepted prompt has yet to begin', { state: 'accepted' }, false, { isMoreExpected: true }],
    [
      'an accepted prompt with an answer of the model has begun',
      { state: 'accepted', isAnswered: true },
      false,
      { isMoreExpected: false },
    ],
    [
      'an accepted command may be done with',
      { state: 'accepted', isCommand: true },
      false,
      { isMoreExpected: false, isCommandRunning: false },
    ],
    [
      'an accepted command runs until its result where the CLI sends one',
      { state: 'accepted', isCommand: true },
      true,
      { isMoreExpected: true, isCommandRunning: true },
    ],
    [
      'a queued prompt has yet to begin',
      { state: 'accepted', isQueued: true },
      false,
      { isMoreExpected: true },
    ],
    ['a prompt that has begun expects nothing more', {}, true, { isMoreExpected: false }],
  ])('%s', (_sentence, turn, sendsPromptResults, expected) => {
    const facts = factsOf([{ ...BEGUN, ...turn }], IDLE_STATE, { ...CONTEXT, sendsPromptResults });
    expect(facts).toMatchObject(expected);
  });
});

test.each<[TurnState, TurnState, TurnState]>([
  ['sent', 'accepted', 'begunUnanswered'],
  ['begunUnanswered', 'begun', 'begunUnanswered'],
  ['accepted', 'accepted', 'begun'],
  ['begun', 'begun', 'begun'],
])('a turn that is %s is %s after its acceptance and %s after its beginning', (state, accepted, begun) => {
  expect(afterAcceptance[state]).toBe(accepted);
  expect(afterBeginning[state]).toBe(begun);
});
