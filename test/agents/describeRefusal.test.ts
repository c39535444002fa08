// An agent's error answer as the user meets it: of a class with next steps, or as the agent worded it.
import { describe as describeGroup, expect, test } from 'vitest';
import { describeRefusal } from '../../src/agents/describeRefusal.ts';
import { ResponseError } from '../../src/agents/wire/responseError.ts';
import { MemoryLog } from '../support/log.ts';

const NOW = 1_000_000_000_000;

function describe(
  code: number,
  message: string,
  data?: unknown,
  limit?: { isReached: boolean; resetsAt: number },
  params: object = {},
  canSignIn = true,
) {
  const error = new ResponseError(code, message, data);
  return describeRefusal(error, params, { label: 'A', log: new MemoryLog(), now: NOW, limit, canSignIn })
    .user;
}

test('a limit has its time, and offers to wait for it', () => {
  expect(describe(-32603, 'Internal error', { details: '429 rate limit. Try again in 20s.' })).toEqual({
    code: 'rate-limited',
    message: 'A sent too many requests to its model. Try again soon.',
    detail: '429 rate limit. Try again in 20s.',
    actions: ['try-again', 'switch-model', 'show-log'],
    resetsAt: NOW + 20_000,
  });
});

test('the limit of the account explains an error that says nothing', () => {
  const limit = { isReached: true, resetsAt: NOW + 60_000 };
  expect(describe(-32603, 'Internal error', undefined, limit)).toMatchObject({
    code: 'quota-exhausted',
    resetsAt: NOW + 60_000,
  });
});

test('what the agent said is the detail, once', () => {
  expect(describe(-32603, 'fetch failed', { details: 'fetch failed' }).detail).toBe('fetch failed');
  expect(describe(-32603, 'overloaded', { message: 'Try later' }).detail).toBe('overloaded\nTry later');
});

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded right now' } };
const unclear = { error: { code: 7, message: 'The index is being rebuilt' } };

test.each([
  ['as the message', JSON.stringify(overloaded), undefined, 'Overloaded right now'],
  ['behind words', `529 ${JSON.stringify(overloaded)}`, undefined, '529 Overloaded right now'],
  ['as the data', 'Internal error', overloaded, 'Overloaded right now'],
  ['as JSON in the data', 'Internal error', { details: JSON.stringify(overloaded) }, 'Overloaded right now'],
  ['as a list of one', `Error: [${JSON.stringify(overloaded)}]`, undefined, 'Error: Overloaded right now'],
  [
    'in a sentence',
    `Got ${JSON.stringify(overloaded)} (3 tries)`,
    undefined,
    'Got Overloaded right now (3 tries)',
  ],
  ['that is cut', '{"error":{"message":"Overloaded ri', undefined, '{"error":{"message":"Overloaded ri'],
])('the answer of a server %s is said in its words', (_how, message, data, detail) => {
  expect(describe(-32603, message, data)).toMatchObject({ code: 'overloaded', detail });
});

test.each([
  [JSON.stringify(unclear), undefined],
  ['Internal error', unclear],
  ['Internal error', JSON.stringify(unclear)],
])('an error of no class is in the words of the server that sent it: %s', (message, data) => {
  expect(describe(-32603, message, data).message).toBe('A reported an error: The index is being rebuilt');
});

const page =
  '<!DOCTYPE html>\n<html><head>\n<title>502 Bad Gateway</title>\n</head><body>nginx</body></html>';

test.each([
  ['as the message', page, undefined, '502 Bad Gateway'],
  ['behind words', `Request failed: ${page}`, undefined, 'Request failed: 502 Bad Gateway'],
  ['as the data', 'Internal error', page, '502 Bad Gateway'],
  ['without a title', '<html lang="en"><h1 class="a">Forbidden zone</h1>', undefined, 'Forbidden zone'],
  ['that says nothing', '<html><body></body></html>', undefined, '<html><body></body></html>'],
  ['that a sentence names', 'Missing <title>A</title>', undefined, 'Missing <title>A</title>'],
])('the page of a proxy %s is its heading', (_how, message, data, said) => {
  expect(describe(-32603, message, data).message).toBe(`A reported an error: ${said}`);
});

test.each([
  ['\x1b[31mError:\x1b[0m broken pipe', undefined, 'Error: broken pipe'],
  ['Internal error', '\x1b[1mbroken pipe\x1b[22m', 'broken pipe'],
  ['one [31m of a log', undefined, 'one [31m of a log'],
])('the colors of a terminal are no part of an error: %j', (message, data, said) => {
  expect(describe(-32603, message, data).message).toBe(`A reported an error: ${said}`);
});

test.each(['', 'Unknown error', 'Internal server error'])('%j says nothing beside the data', (message) => {
  const tooLong = { details: 'prompt is too long: 210000 tokens' };
  expect(describe(-32603, message, tooLong).detail).toBe('prompt is too long: 210000 tokens');
  expect(describe(-32603, message, 'The disk is full').message).toBe('A reported an error: The disk is full');
});

test.each([
  ['Invalid params', { reason: 'MCP server “slow” failed to start' }, 'MCP server “slow” failed to start'],
  ['Invalid params', { details: 'The folder is gone' }, 'The folder is gone'],
  ['Parse error', 'Line 7 of the transcript', 'Line 7 of the transcript'],
  ['Invalid params', { field: 'cwd' }, 'Invalid params'],
  ['Invalid params: cwd', { reason: 'It is relative' }, 'Invalid params: cwd'],
])('%j with the data %j reads %j', (message, data, said) => {
  expect(describe(-32602, message, data).message).toBe(`A reported an error: ${said}`);
});

test('an error of no class is as the agent worded it', () => {
  expect(describe(-32603, 'The disk is read-only')).toMatchObject({
    code: 'agent-error',
    message: 'A reported an error: The disk is read-only',
  });
});

test('R29 -32000 is a sign-in, whatever its text, where the agent names ways of signing in', () => {
  expect(describe(-32000, '429 rate limit').code).toBe('sign-in-needed');
});

describeGroup('without a way of signing in -32000', () => {
  const code = (message: string, data?: unknown): string =>
    describe(-32000, message, data, undefined, {}, false).code;

  test.each([
    ['Authentication required', undefined],
    ['', undefined],
    ['Set ANTHROPIC_API_KEY: no API key', undefined],
    ['Server error', { message: 'not logged in' }],
    ['HTTP 401', undefined],
  ])('is a sign-in where its words are about that: %s', (message, data) => {
    expect(code(message, data)).toBe('sign-in-needed');
  });

  test.each([
    ['Model overloaded, try again in 20s', 'overloaded'],
    ['Server error: database is locked', 'agent-error'],
    ['Internal server error', 'agent-error'],
    ['Cannot change the model while a plan is active', 'agent-error'],
    ['The author of this file is unknown', 'agent-error'],
    ['Request exceeds the maximum of 200000 tokens', 'agent-error'],
    ['The model is not available for your account plan', 'agent-error'],
    ['logged in users: 3', 'agent-error'],
  ])('is the error that its words name: %s', (message, expected) => {
    expect(code(message)).toBe(expected);
  });
});

const prompt = { sessionId: 's-1', prompt: [] };

test.each([
  [-32603, 'Session not found: s-1', undefined],
  [-32602, 'Invalid params', JSON.stringify({ error: 'Session not found: s-1' })],
  [-32603, 'Internal error', { details: 'Unknown session "s-1"' }],
  [404, 'session s-1 does not exist', undefined],
  [-32001, "No such session: 's-1'", undefined],
  [-32600, 'Internal error', { message: 'Session `s-1` was not found in this process' }],
  // Gemini CLI.
  [
    -32603,
    'Internal error',
    { details: 'Invalid session identifier "s-1".\n  Searched for sessions in /a.' },
  ],
  [-32602, 'Invalid sessionId: s-1', undefined],
  [-32602, 'Invalid params', 'unrecognized thread_id s-1'],
])('a session that the agent does not know is gone, by any code and in any words: %s %s %s', (...said) => {
  expect(describe(said[0], said[1], said[2], undefined, prompt).code).toBe('session-gone');
});

test.each([
  [-32603, 'Session is already open in another process', prompt],
  [-32601, 'session/prompt: method not found', prompt],
  [-32603, 'The file was not found in the folder of this session', prompt],
  [-32602, 'Session option not found: model', { sessionId: 's-1', configId: 'model' }],
  [-32602, 'Invalid session options: model', prompt],
  [-32603, 'Invalid session folder', prompt],
  [-32603, 'Session not found', {}],
] as const)('another refusal is not about the session: %s %s', (code, message, params) => {
  expect(describe(code, message, undefined, undefined, params).code).toBe('agent-error');
});

test('what the message already says is not said again in the detail', () => {
  expect(describe(-32603, 'Device code failed.', 'Device code failed.')).not.toHaveProperty('detail');
  expect(
    describe(-32603, 'Internal error', { details: 'Device code failed.\nAsk the admin.' }),
  ).toMatchObject({
    message: 'A reported an error: Device code failed.',
    detail: 'Ask the admin.',
  });
  expect(describe(-32603, 'Device code failed', 'In line 3').detail).toBe('In line 3');
});

test.each([
  ['a sentence', 'Session s1 was archived by your admin. Ask ops@x.example', undefined],
  ['more than the standard message', 'Resource not found: session s1 expired after 30 days', undefined],
  ['data', 'Resource not found', { reason: 'It expired.' }],
])('a session that is gone has the reason of its agent: %s', (_what, message, data) => {
  const error = describe(-32002, message, data, undefined, { sessionId: 's1' });
  expect(error.code).toBe('session-gone');
  expect(error.detail).toMatch(/archived by your admin|expired/);
});

test.each(['Resource not found', 'Resource not found: s1', 'Session not found'])(
  '%s is no reason',
  (message) => {
    const error = describe(-32002, message, undefined, undefined, { sessionId: 's1' });
    expect(error).toMatchObject({ code: 'session-gone' });
    expect(error.detail).toBeUndefined();
  },
);
