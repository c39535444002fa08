// Params of requests, and answers, in shapes near to those of ACP.
import { expect, test } from 'vitest';
import { nearCommand, nearRead, nearWrite } from '../../../src/agents/requests/nearParams.ts';
import { promptAnswer } from '../../../src/agents/schema/answerSchema.ts';

const run = { sessionId: 's', command: 'echo' };

test.each([
  [{ args: 'X' }, { args: ['X'] }],
  [{ args: '-n X' }, { command: 'echo -n X', args: [] }],
  [{ command: ['echo', 'X'] }, { args: ['X'] }],
  [
    { command: ['sh', '-c'], args: ['X'] },
    { command: 'sh', args: ['-c', 'X'] },
  ],
  [{ env: { A: 'b', N: 1 } }, { env: ['A:b', 'N:1'] }],
  [{ env: ['A=b', 'C='] }, { env: ['A:b', 'C:'] }],
  [{ cwd: '.' }, { cwd: undefined }],
  [{ cwd: '' }, { cwd: undefined }],
  [{ cwd: 'file:///a%20b/src' }, { cwd: '/a b/src' }],
  [{ output_byte_limit: '10' }, { outputByteLimit: 10 }],
  [{ outputByteLimit: -5 }, { outputByteLimit: undefined }],
  [{ outputByteLimit: 10.5 }, { outputByteLimit: 10 }],
  [{ args: ['X', null] }, { args: ['X'] }],
  [{ args: ['-n', 5, -0.5, true] }, { args: ['-n', '5', '-0.5', 'true'] }],
  // Written in more ways than one.
  [{ args: [1e21] }, { args: [1e21] }],
  [{ args: [['X']] }, { args: [['X']] }],
  [{ env: { A: 'b', Q: null } }, { env: ['A:b'] }],
  [{ env: [null, { name: 'A', value: 5 }, null] }, { env: ['A:5'] }],
  [{ env: [{ name: 'Q' }, { name: 'A', value: 'b' }, { name: 'N', value: 1 }] }, { env: ['A:b', 'N:1'] }],
])('the command %j is run as it is meant', (fields, expected) => {
  const { env } = { env: undefined, ...expected };
  const pairs = env?.map((pair) => ({ name: pair.split(':')[0], value: pair.split(':')[1] }));
  expect(nearCommand({ ...run, ...fields })).toMatchObject({
    ...run,
    ...expected,
    ...(pairs && { env: pairs }),
  });
});

test.each([
  [{ workdir: '/x' }, { cwd: '/x' }],
  [{ working_directory: '/x' }, { cwd: '/x' }],
  [{ cwd: null, dir: 'file:///x' }, { cwd: '/x' }],
  [{ directory: '/x', cwd: '/x' }, { cwd: '/x' }],
  [{ arguments: ['push'] }, { args: ['push'] }],
  [{ args: [], argv: ['push'] }, { args: ['push'] }],
  [{ environment: { A: 'b' } }, { env: [{ name: 'A', value: 'b' }] }],
  [{ env: [], envVars: ['A=b'] }, { env: [{ name: 'A', value: 'b' }] }],
  [{ pty: true, shell: true, args: ['a.txt'] }, { args: ['a.txt'] }],
])('a field under another name is that field: %j', (fields, expected) => {
  expect(nearCommand({ ...run, ...fields })).toMatchObject({ ...run, ...expected, unclear: undefined });
});

test.each([
  [{ cwd: '/x', workdir: '/y' }, 'workdir'],
  [{ args: ['a'], arguments: ['b'] }, 'arguments'],
  [{ env: { A: 'b' }, environment: { A: 'c' } }, 'environment'],
  [{ cmd: 'rm' }, 'cmd'],
  [{ stdin: 'yes' }, 'stdin'],
  [{ user: 'root' }, 'user'],
  [{ shell: true, args: ['*'] }, 'shell'],
  [{ uid: 0 }, 'uid'],
  [{ gid: 0 }, 'gid'],
])('a command is not run without what is said of it: %j', (fields, unclear) => {
  expect(nearCommand({ ...run, ...fields })).toMatchObject({ unclear });
});

test.each([{ args: [{ a: 1 }] }, { cwd: 'src' }, { env: [{ name: 7 }] }, { outputByteLimit: 'all' }])(
  'what could be meant in two ways stays: %j',
  (fields) => {
    expect(nearCommand({ ...run, ...fields })).toMatchObject({ ...run, ...fields });
  },
);

test.each([
  [{ message: { role: 'assistant', content: [{ type: 'text', text: 'In the end' }] } }, 'In the end'],
  [{ message: 'Hello' }, 'Hello'],
  [
    {
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    },
    'one\n\ntwo',
  ],
  [{ text: 'Hi' }, 'Hi'],
  [{ output: { parts: [{ text: 'Hi' }] } }, 'Hi'],
  [{ message: '' }, undefined],
  [{ messageId: 'm 1' }, undefined],
])('the answer to a prompt has a text for the user: %j', (fields, expected) => {
  const read = promptAnswer.parse({ stopReason: 'end_turn', ...fields });
  expect(read.answer).toBe(expected);
  expect(read.said?.errors ?? '').toBe('');
});

test.each([
  [{ result: { error: { message: 'Invalid API key' } } }, 'Invalid API key'],
  [{ response: { status: 500, error: 'overloaded' } }, 'overloaded'],
  [{ error: { message: 'Gone' }, message: 'Gone' }, 'Gone'],
])('what is called an error beside it is no answer: %j', (fields, errors) => {
  const read = promptAnswer.parse({ stopReason: 'end_turn', ...fields });
  expect([read.answer, read.said?.errors]).toEqual([undefined, errors]);
});

test.each(['success', 'end_turn', 'Done.', 'ok'])('a word for how it went is no answer: %s', (word) => {
  expect(promptAnswer.parse({ result: word, message: word }).answer).toBeUndefined();
});

test('a part of a file is that part under any name, and never the whole of it', () => {
  const file = { sessionId: 's', path: '/a' };
  const clear = { ...file, unclear: undefined };
  expect(nearRead({ ...file, start_line: 3, maxLines: '2' })).toMatchObject({ ...clear, line: 3, limit: 2 });
  expect(nearRead({ ...file, line: 3, offset: 0 })).toMatchObject({ ...clear, line: 3 });
  expect(nearRead({ ...file, offset: 3 })).toMatchObject({ unclear: 'offset' });
  expect(nearRead({ ...file, line: 3, end_line: 5 })).toMatchObject({ unclear: 'endLine' });
  expect(nearRead({ ...file, line: 3, startLine: 4 })).toMatchObject({ unclear: 'startLine' });
  expect(nearWrite({ ...file, content: 'x', create: true })).toMatchObject({ ...clear, content: 'x' });
  expect(nearWrite({ ...file, content: 'x', append: true })).toMatchObject({ unclear: 'append' });
  expect(nearWrite({ ...file, content: 'x', mode: 'append' })).toMatchObject({ unclear: 'mode' });
});

test('lines of a file may be texts', () => {
  const read = { sessionId: 's', path: '/a' };
  expect(nearRead({ ...read, line: '3', limit: '1' })).toEqual({ ...read, line: 3, limit: 1 });
  expect(nearRead({ ...read, line: '-3', limit: 'one' })).toEqual({ ...read, line: '-3', limit: 'one' });
});

test.each([
  [{ stopReason: 'refusal', message: 'The policy says no' }, 'refusal', 'The policy says no'],
  [{ stop_reason: 'refusal', reason: 'Not in this country' }, 'refusal', 'Not in this country'],
  [{ stopReason: 'maxTokens' }, 'max_tokens', undefined],
  [{ stop_reason: 'max_tokens' }, 'max_tokens', undefined],
  [{ stopReason: 'a_new_end' }, 'a_new_end', undefined],
  ['done', 'end_turn', undefined],
  [{ stopReason: 7 }, 'end_turn', undefined],
])('the answer %j ends a turn with its reason', (answer, stopReason, reasons) => {
  const read = promptAnswer.parse(answer);
  expect(read.stopReason).toBe(stopReason);
  expect(read.said?.reasons).toBe(reasons);
});
