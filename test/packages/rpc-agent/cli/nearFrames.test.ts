// Reasons, and lines of several frames, in the shapes in which CLIs send them.
import { expect, test } from 'vitest';
import { extensionError, rpcMessage } from '../../../../packages/rpc-agent/src/cli/frames.ts';
import { joinedObjects, reasonIn } from '../../../../packages/rpc-agent/src/cli/nearFrames.ts';

test.each<[unknown, string | undefined]>([
  ['No.', 'No.'],
  [{ message: 'No.' }, 'No.'],
  [{ code: 7, error: { detail: 'No.' } }, 'No.'],
  [{ code: 7 }, '{"code":7}'],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the reason in %j is %j', (value, reason) => {
  expect(reasonIn(value)).toBe(reason);
});

test('an error that is an object says why', () => {
  const message = { role: 'assistant', content: [], errorMessage: { message: 'Overloaded' } };
  expect(rpcMessage.parse(message).errorMessage).toBe('Overloaded');
  expect(extensionError.parse({ error: { message: 'Broken' } }).error).toBe('Broken');
  expect(rpcMessage.parse({ role: 'assistant', content: [] }).errorMessage).toBeUndefined();
});

test.each<[string, readonly string[] | undefined]>([
  ['{"a":1}{"b":"}{"}', ['{"a":1}', '{"b":"}{"}']],
  [String.raw`{"a":"\""} {"b":{"c":{}}}`, [String.raw`{"a":"\""}`, '{"b":{"c":{}}}']],
  ['{"a":1}', undefined],
  ['{"a":1}{"b":', undefined],
  ['{"a":1} words {"b":2}', undefined],
  ['words', undefined],
  ['}{', undefined],
])('%s has these objects', (line, objects) => {
  expect(joinedObjects(line)).toEqual(objects);
});
