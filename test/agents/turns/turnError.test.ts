// Turns that end without an error and without an answer, and what agents say about them in passing.
import { expect, test } from 'vitest';
import { reasonsIn } from '../../../src/agents/schema/reasonMeta.ts';
import { stderrSince } from '../../../src/agents/turns/stderrSince.ts';
import { TurnAnswers } from '../../../src/agents/turns/turnAnswers.ts';
import { turnError, type EndedTurn } from '../../../src/agents/turns/turnError.ts';
import type { UpdateEvent } from '../../../src/core/session/events.ts';

function after(meta: unknown, turn: Partial<EndedTurn> = {}) {
  return turnError({
    label: 'A',
    stopReason: 'end_turn',
    said: reasonsIn(meta),
    hasAnswered: false,
    stderr: '',
    limit: undefined,
    now: 1,
    ...turn,
  });
}

test('a turn that brought nothing has failed, with what the process wrote meanwhile', () => {
  expect(after(undefined)).toEqual({
    error: {
      code: 'no-answer',
      message: 'A ended its turn without an answer.',
      actions: ['try-again', 'show-log', 'check-agent'],
    },
    hasFailed: true,
  });
  expect(after({ quota: { token_count: 0 } }, { stderr: '502 Bad Gateway' })).toMatchObject({
    error: { code: 'no-answer', detail: '502 Bad Gateway' },
  });
  expect(after(undefined, { stopReason: 'a_new_reason' }).hasFailed).toBe(true);
});

test.each([
  ['a text', { error: 'Model not found: gone-model' }],
  ['an error with its parts', { error: { code: 7, message: 'Model not found: gone-model' } }],
  ['a name of its own', { 'vendor.example/errorMessage': 'Model not found: gone-model' }],
  ['a reason that is called nothing else', { stop: { reason: 'Model not found: gone-model' } }],
  ['a list', { failures: [{ message: 'Model not found: gone-model' }] }],
])('the reason in _meta is the error: %s', (_what, meta) => {
  const { error, hasFailed } = after(meta);
  expect(error?.message).toBe('A reported an error: Model not found: gone-model');
  expect(error?.actions).toContain('try-again');
  expect(hasFailed).toBe(true);
});

test('a reason of a known class has the next steps of that class', () => {
  const unauthorized = { error: { message: 'Provider answered 401: the API key is not valid' } };
  expect(after(unauthorized)).toMatchObject({
    error: { code: 'sign-in-expired', detail: 'Provider answered 401: the API key is not valid' },
    hasFailed: true,
  });
  const tooLong = { 'codebuddy.ai/errorMessage': 'Prompt is too long: 212000 tokens > 200000 maximum' };
  const refusal = after(tooLong, { stopReason: 'refusal' });
  expect(refusal.error).toMatchObject({
    code: 'context-exhausted',
    detail: expect.stringContaining('212000'),
  });
  expect(refusal.hasFailed).toBeUndefined();
  expect(after({ error: 'Not this one.' }, { stopReason: 'refusal' }).error).toMatchObject({
    code: 'refused',
    detail: 'Not this one.',
  });
});

test('a sentence beside the error of an odd end is not lost', () => {
  const meta = { reason: 'It may not talk about that.', policy: { error: { message: 'Policy 12 applies' } } };
  expect(after(meta, { stopReason: 'refusal' }).error?.detail).toBe(
    'Policy 12 applies\nIt may not talk about that.',
  );
  expect(after(meta).error?.detail).toBe('It may not talk about that.');
  expect(after(meta, { hasAnswered: true }).error).not.toHaveProperty('detail');
});

test.each(['went_home', 'max_tokens', 'refusal'])(
  'what _meta says of the end %s counts beside an answer, too',
  (stopReason) => {
    const said = { message: 'Your plan allows no more until tomorrow.' };
    const { error, hasFailed } = after(said, { stopReason, hasAnswered: true });
    expect(error?.detail ?? error?.message).toContain('Your plan allows no more until tomorrow.');
    expect(hasFailed).toBeUndefined();
    expect(after(said, { hasAnswered: true })).toEqual({});
    expect(after(said, { stopReason: 'cancelled', hasAnswered: true })).toEqual({});
  },
);

test('what says that all went well is no reason for a failure', () => {
  for (const meta of [
    { status: 'ok', message: 'Turn complete' },
    { result: { success: true, message: 'All 3 steps are done' } },
    [{ state: 'Completed', reason: 'No more work' }],
  ])
    expect(after(meta).error?.code).toBe('no-answer');
  expect(after({ status: 'failed', message: 'The model is gone' }).error?.message).toBe(
    'A reported an error: The model is gone',
  );
});

test('an answer before the end of a turn that failed is no missing answer', () => {
  expect(after(undefined, { hasAnswered: true, stopReason: 'failed' })).toMatchObject({
    error: { message: 'A reported an error: failed' },
    hasFailed: true,
  });
});

test('an answer stays one: an error beside it is reported, and words and names are not', () => {
  expect(after({ error: 'The title was not stored' }, { hasAnswered: true })).toMatchObject({
    error: { message: 'A reported an error: The title was not stored' },
  });
  expect(after({ error: 'x y' }, { hasAnswered: true }).hasFailed).toBeUndefined();
  expect(after({ description: 'All is well', error: null, messageId: 'm 1' }, { hasAnswered: true })).toEqual(
    {},
  );
});

test.each(['cancelled', 'max_tokens', 'max_turn_requests', 'refusal'])('%s says itself why', (stopReason) => {
  expect(after(undefined, { stopReason })).toEqual({});
});

test('what counts as an answer: text, a tool call, a mode, a request; not a thought, the commands or usage', () => {
  const content = { type: 'text', text: 'x' } as const;
  const isAnswer = (event: UpdateEvent): boolean => {
    const answers = new TurnAnswers();
    answers.begin('s');
    answers.reported('s', event);
    return answers.end('s');
  };
  expect(isAnswer({ type: 'message_chunk', at: 1, role: 'agent', content })).toBe(true);
  expect(isAnswer({ type: 'tool_call', at: 1, call: { toolCallId: 't' } })).toBe(true);
  expect(isAnswer({ type: 'current_mode', at: 1, modeId: 'plan' })).toBe(true);
  expect(isAnswer({ type: 'message_chunk', at: 1, role: 'thought', content })).toBe(false);
  expect(isAnswer({ type: 'message_chunk', at: 1, role: 'user', content })).toBe(false);
  expect(isAnswer({ type: 'commands', at: 1, commands: [] })).toBe(false);
  expect(isAnswer({ type: 'usage', at: 1, usage: { used: 1 } })).toBe(false);
  const answers = new TurnAnswers();
  answers.begin('s');
  answers.requested({ sessionId: 'other' });
  answers.requested({ sessionId: 's' });
  expect(answers.end('s')).toBe(true);
});

test('what was written since is what the tail did not hold before', async () => {
  expect(await stderrSince('a\nb', () => 'a\nb\nc')).toBe('c');
  expect(await stderrSince('a\nb\nc', () => 'b\nc\nd\ne')).toBe('d\ne');
  expect(await stderrSince('a', () => 'a')).toBe('');
  expect(await stderrSince('a', () => 'x\ny')).toBe('x\ny');
});

test('a silent turn says with which word it ended, and a reason within a reason', () => {
  expect(after(undefined, { stopReason: 'rate_limited', stderr: '429' }).error?.detail).toBe(
    'stopReason: rate_limited\n429',
  );
  const { error } = after(
    { reason: { code: 429, text: 'Try in 5 minutes' } },
    { stopReason: 'rate_limited' },
  );
  expect(`${error?.message} ${error?.detail}`).toContain('Try in 5 minutes');
  expect(after({ details: { model: 'some-model', note: ['Ask later, please'] } }).error?.message).toContain(
    'Ask later, please',
  );
});

test.each([
  ['blanks', ' \n\n ', false],
  ['nothing', '', false],
  ['a letter', ' a', true],
])('an answer of %s', (_what, text, isAnswer) => {
  const answers = new TurnAnswers();
  answers.begin('s');
  answers.reported('s', { type: 'message_chunk', role: 'agent', content: { type: 'text', text }, at: 1 });
  expect(answers.end('s')).toBe(isAnswer);
});

const LATER = Date.parse('2026-03-04T12:00:00Z');
const LIMIT_TEXT = 'You’ve hit your limit · resets 11:30pm (Europe/Berlin)';

test.each([
  ['with the time of another zone', LIMIT_TEXT, undefined, true],
  ['with seconds since 1970', `Claude AI usage limit reached|${LATER / 1_000}`, undefined, true],
  ['with a duration', '5-hour limit reached, resets in 2h', undefined, true],
  ['of extra usage', 'You’re out of extra usage · resets 11:30pm (Europe/Berlin)', undefined, true],
  [
    'of a model',
    'You have exhausted your capacity on this model. It resets after 11h9m17s.',
    undefined,
    true,
  ],
  ['without a time', 'You have reached your usage limit.', undefined, false],
  ['without a time, beside a report of the limit', 'You have reached your usage limit.', true, true],
  ['within an answer about limits', `The message says: ${LIMIT_TEXT}`, undefined, false],
  ['that is not reached', 'Your usage limit resets in 2h', undefined, false],
])('an answer that is the message of a limit %s', (_what, onlyText, isReached, isLimit) => {
  const limit = isReached === undefined ? undefined : { isReached };
  const found = after(undefined, { hasAnswered: true, onlyText, limit, now: LATER - 3_600_000 });
  expect(found.error?.code).toBe(isLimit ? 'quota-exhausted' : undefined);
  expect(found.hasFailed).toBe(isLimit ? true : undefined);
});

test.each([
  ['one text in pieces', ['You ', 'have'], 'You have'],
  ['nothing', [], undefined],
  ['a long text', ['x'.repeat(301)], undefined],
])('all that a turn brought: %s', (_what, pieces, expected) => {
  const answers = new TurnAnswers();
  const say = (text: string): void =>
    answers.reported('s', { type: 'message_chunk', role: 'agent', content: { type: 'text', text }, at: 1 });
  answers.begin('s');
  pieces.forEach(say);
  expect(answers.onlyText('s')).toBe(expected);
  answers.reported('s', { type: 'tool_call', at: 1, call: { toolCallId: 't' } });
  say('x');
  expect(answers.onlyText('s')).toBeUndefined();
});
