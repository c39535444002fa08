// One line of an agent as a message: what some libraries write where there is no id.
import { expect, test } from 'vitest';
import { readWireMessage } from '../../../src/agents/wire/wireMessage.ts';
import { startProcessorTimer } from '../../support/clock.ts';

test.each(['session/update', 'elicitation/complete', '$/cancel_request'])(
  '%s with the id null is the notification that it is',
  (method) => {
    const params = { sessionId: 's' };
    const { message } = readWireMessage(JSON.stringify({ jsonrpc: '2.0', id: null, method, params }));
    expect(message).toEqual({ jsonrpc: '2.0', method, params });
  },
);

test.each([null, true, {}, [1]])('what asks for something needs another id than %j', (id) => {
  const request = { method: 'session/request_permission', params: { sessionId: 's' } };
  expect(readWireMessage(JSON.stringify({ jsonrpc: '2.0', id, ...request }))).toEqual({
    problem: expect.stringMatching(/neither a string nor a number/),
    refused: request,
  });
  // What agents call so besides waits for no answer.
  const other = readWireMessage(JSON.stringify({ id, method: 'window/log', params: {} }));
  expect(other).not.toHaveProperty('refused');
  expect(other.problem).toBeDefined();
});

test('an id may be a fraction', () => {
  const message = { jsonrpc: '2.0', id: 1.5, method: 'fs/read_text_file', params: {} };
  expect(readWireMessage(JSON.stringify(message))).toEqual({ message });
});

test.each([
  [{ code: 'ERR_X', message: { text: 'words in an object' }, data: 42 }, 'words in an object'],
  [{ code: -1, message: ['one', { message: 'two' }] }, 'one\n\ntwo'],
  [{ code: -1, message: 7 }, 'Unknown error'],
  [{ message: '<html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>' }, '502 Bad Gateway'],
  ['<!DOCTYPE html>\n<title>\n Too many requests </title><p>x', 'Too many requests'],
  [{ message: '<html><p>Down for <b>now</b></html>' }, 'Down for now'],
  [{ message: 'The tag <html> is not closed' }, 'The tag <html> is not closed'],
])('the error %j has its words', (error, message) => {
  expect(readWireMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, error })).message).toMatchObject({
    error: { message },
  });
});

test.each([
  ['numbers that are none', '{"method":"session/update","params":{"a":NaN,"b":-Infinity,"c":" NaN, "}}'],
  ['a comma at an end', '{"method":"session/update","params":{"a":null,"b":null,"c":" NaN, ",},}'],
])('%s are read as they were meant', (_what, line) => {
  expect(readWireMessage(line).message).toMatchObject({ params: { a: null, b: null, c: ' NaN, ' } });
});

test('control characters in a text are parts of it', () => {
  const line = '{"method":"session/update","params":{"text":"a\tb\u0001 \\"NaN,}\\" c"}}';
  expect(readWireMessage(line).message).toMatchObject({ params: { text: 'a\tb\u0001 "NaN,}" c' } });
});

test.each(['{"method":"x","params":{"a":undefined}}', '{method:"x"}', '{"method":"x","params":{"a":NaNa}}'])(
  'what was meant by %s is not guessed',
  (line) => {
    expect(readWireMessage(line).problem).toMatch(/not JSON/);
  },
);

test('an id that is too large for a number is none', () => {
  expect(readWireMessage('{"id":1e999,"method":"fs/read_text_file","params":{}}')).toEqual({
    problem: expect.stringMatching(/neither a string nor a number/),
    refused: { method: 'fs/read_text_file', params: {} },
  });
  expect(readWireMessage('{"id":1e999,"result":{}}').problem).toMatch(/neither a request nor a response/);
});

test('a line that is cut off in a text with many quotes is refused at once', () => {
  const line = `{"method":"session/update","params":{"text":"${'\\\\"'.repeat(200_000)}`;
  const usedMs = startProcessorTimer();
  expect(readWireMessage(line).problem).toMatch(/not JSON/);
  expect(usedMs()).toBeLessThan(2_000);
});
