// What agents and model services say when they fail, and what kind of failure it is.
import { describe, expect, test } from 'vitest';
import { classifyFailure } from '../../../src/core/failures/classifyFailure.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const SECOND = 1_000;
const HOUR = 3_600_000;

function classify(
  message: string,
  data?: unknown,
  code = -32603,
  limit?: { isReached: boolean; resetsAt?: number },
) {
  return classifyFailure({ code, message, data }, limit, NOW);
}

test('a name in the data says nothing where its value says that it is not so', () => {
  expect(classify('Bad request', { refusal: null, rateLimited: false })).toBeUndefined();
  expect(classify('Bad request', { refusal: 'no' })).toEqual({ class: 'refused' });
});

describe('the texts of services', () => {
  test.each([
    ['429 Too Many Requests', 'rate-limited'],
    ['Rate limit reached for requests per minute', 'rate-limited'],
    ['{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}', 'rate-limited'],
    ['You exceeded your current quota, please check your plan and billing details.', 'quota-exhausted'],
    ['Claude AI usage limit reached|1795700000', 'quota-exhausted'],
    ["You've hit your session limit · resets 3pm", 'quota-exhausted'],
    ["You're out of extra usage · resets 3pm", 'quota-exhausted'],
    ['You have exhausted your capacity on this model. Your quota will reset after 11h9m.', 'quota-exhausted'],
    ['You have exceeded your premium request allowance.', 'quota-exhausted'],
    ['You have reached your weekly usage limit.', 'quota-exhausted'],
    ['Your credit balance is too low to access the Anthropic API.', 'quota-exhausted'],
    [
      'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
      'overloaded',
    ],
    ['503 Service Unavailable', 'overloaded'],
    ['The model is currently overloaded with other requests', 'overloaded'],
    ['prompt is too long: 204857 tokens > 200000 maximum', 'context-exhausted'],
    ["This model's maximum context length is 128000 tokens.", 'context-exhausted'],
    ['Your input exceeds the context window of this model.', 'context-exhausted'],
    ['The input token count (1050000) exceeds the maximum number of tokens allowed', 'context-exhausted'],
    ['invalid x-api-key', 'auth-required'],
    ['Incorrect API key provided: sk-…', 'auth-required'],
    ['Invalid API key · Please run /login', 'auth-required'],
    ['OAuth token has expired. Please obtain a new token.', 'auth-required'],
    ['API key not valid. Please pass a valid API key.', 'auth-required'],
    ['request to https://x failed, reason: connect ECONNREFUSED 127.0.0.1:1', 'transport-lost'],
    ['fetch failed', 'transport-lost'],
    ['getaddrinfo EAI_AGAIN api.openai.com', 'transport-lost'],
    ['stream disconnected before completion', 'transport-lost'],
    ['Output blocked by content filtering policy: content filter', 'refused'],
    ['The response was flagged by our safety system', 'refused'],
  ] as const)('%s', (message, expected) => {
    expect(classify(message)?.class).toBe(expected);
    expect(classify('Internal error', { details: message })?.class).toBe(expected);
  });

  test.each([
    'The disk is read-only',
    'Invalid params',
    'ENOENT: no such file or directory, open 429.txt',
    'Found 503 matches in 529 files',
    'Session not found',
    'Tool call failed: the test exited with code 1',
  ])('%s is none of them', (message) => {
    expect(classify(message)).toBeUndefined();
  });
});

describe('the codes of services', () => {
  test.each([
    [{ status: 429 }, 'rate-limited'],
    [{ error: { statusCode: 529 } }, 'overloaded'],
    [{ response: { status: '401' } }, 'auth-required'],
    [{ httpStatus: 402 }, 'quota-exhausted'],
    [{ cause: { code: 503 } }, 'overloaded'],
    [{ errorKind: 'billing_error' }, 'quota-exhausted'],
    [{ errorKind: 'authentication_failed' }, 'auth-required'],
    [{ errorKind: 'transport_lost' }, 'transport-lost'],
    [{ codexErrorInfo: 'usageLimitExceeded' }, 'quota-exhausted'],
    [{ codexErrorInfo: { httpConnectionFailed: { httpStatusCode: null } } }, 'transport-lost'],
    [{ codexErrorInfo: 'contextWindowExceeded' }, 'context-exhausted'],
  ])('%o', (data, expected) => {
    expect(classify('Internal error', data)?.class).toBe(expected);
  });

  test('as the code of the error', () => {
    expect(classify('Something', undefined, 429)?.class).toBe('rate-limited');
  });

  test('what the text says is more specific than the status', () => {
    expect(classify('insufficient_quota', { status: 429 })?.class).toBe('quota-exhausted');
  });

  test('deep, circular-looking and huge data ends', () => {
    const deep = Array.from({ length: 50 }).reduce<object>((inner) => ({ inner }), { status: 429 });
    expect(classify('No', deep)).toBeUndefined();
    expect(
      classify(
        'No',
        Array.from({ length: 100_000 }, (_, index) => ({ index })),
      ),
    ).toBeUndefined();
    expect(classify('x'.repeat(1_000_000))).toBeUndefined();
  });
});

describe('when it is over', () => {
  test.each([
    ['Rate limit exceeded. Please try again in 20s.', 20 * SECOND],
    ['Rate limit exceeded, retry after 1.5 seconds', 1.5 * SECOND],
    ['Too many requests, try again in 2h 30m', 2.5 * HOUR],
    ['Weekly limit reached. Try again in 1 day and 2 hours.', 26 * HOUR],
    ['Rate limit: try again in 250 ms', 250],
  ])('%s', (message, wait) => {
    expect(classify(message)?.resetsAt).toBe(NOW + wait);
  });

  test.each([
    [{ retryAfter: 30 }, NOW + 30 * SECOND],
    [{ headers: { 'retry-after': '12' } }, NOW + 12 * SECOND],
    [{ retry_after_ms: 500 }, NOW + 500],
    [{ resetsAt: (NOW + HOUR) / 1000 }, NOW + HOUR],
    [{ error: { resets_at: new Date(NOW + HOUR).toISOString() } }, NOW + HOUR],
    [{ resets_in_seconds: 60 }, NOW + 60 * SECOND],
  ])('%o', (data, expected) => {
    expect(classify('Rate limit exceeded', data)?.resetsAt).toBe(expected);
  });

  test("Claude's text with a time in seconds", () => {
    const seconds = NOW / 1000 + 600;
    expect(classify(`Claude AI usage limit reached|${seconds}`)).toEqual({
      class: 'quota-exhausted',
      resetsAt: NOW + 600 * SECOND,
    });
  });

  test('a time that is past is none, and other failures have none', () => {
    expect(classify('Rate limit exceeded', { resetsAt: NOW / 1000 - 60 })).toEqual({ class: 'rate-limited' });
    expect(classify('fetch failed, retrying in 20s')).toEqual({ class: 'transport-lost' });
  });

  test.each([
    { resetsAt: 1_800_000_000_000_000_000 },
    { retryAfter: 1e300 },
    { retryAfter: '9'.repeat(400) },
    `try again in ${'9'.repeat(400)} days`,
  ])('what is later than any date is no time: %o', (data) => {
    expect(classify('Rate limit exceeded', data)).toEqual({ class: 'rate-limited' });
  });

  test('the limit that the agent reported explains an error that says nothing', () => {
    const limit = { isReached: true, resetsAt: NOW + HOUR };
    const expected = { class: 'quota-exhausted', resetsAt: NOW + HOUR };
    expect(classify('Internal error', undefined, -32603, limit)).toEqual(expected);
    expect(classify('429 rate limit', undefined, -32603, limit)).toEqual(expected);
    expect(classify('fetch failed', undefined, -32603, limit)).toEqual({ class: 'transport-lost' });
    expect(classify('Internal error', undefined, -32603, { isReached: false })).toBeUndefined();
  });
});
