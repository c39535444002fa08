// Calls that their agent calls completed although they failed.
import { expect, test } from 'vitest';
import { createToolCall } from '../../../../src/core/session/toolCall/state.ts';
import { reportsFailure } from '../../../../src/core/session/toolCall/reportedFailure.ts';

function reports(rawOutput: unknown, kind = 'execute', text = ''): boolean {
  const content = text === '' ? [] : [{ type: 'content' as const, content: { type: 'text' as const, text } }];
  return reportsFailure(createToolCall({ toolCallId: 't', status: 'completed', kind, rawOutput, content }));
}

test.each([
  ['the object that Cline sends as text', '{"query":"x","error":"Command was aborted","success":false}'],
  ['a list of results of which one failed', [{ success: true }, { query: 'x', result: '', success: false }]],
  ['an error', { error: 'No such table' }],
  ['an error with its parts', { result: { error: { code: 7 } } }],
  ['an error of MCP', { result: { content: [], isError: true } }],
  ['a call that was aborted', { aborted: true, output: 'tick' }],
  ['an exit code in the first line', 'EXIT_CODE: 3\nSTDERR:\nno'],
  ['an exit code that a signal gave', { exitCode: 143 }],
  ['a return code', { return_code: 1 }],
  ['an exit status', { exitStatus: 1 }],
  ['a code beside what was printed', { code: 1, stdout: '' }],
  ['a signal', { signal: 'SIGKILL' }],
  ['a time that was out', { timedOut: true, exitCode: null }],
  ['a command that was interrupted', { interrupted: true, stdout: '' }],
  [
    'a command that OpenCode ended',
    {
      output: 'tick\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>',
      metadata: { exit: null },
    },
  ],
])('%s has failed', (_what, rawOutput) => {
  expect(reports(rawOutput)).toBe(true);
});

test.each([
  ['success', { success: true, error: 'a word that was found' }],
  ['no error', { error: null, result: { content: [] } }],
  ['an empty error', { error: '', exitCode: 0 }],
  ['the answer of a service that a command printed', '{"success":false,"error":"no such user"}'],
  ['an exit code of zero in the first line', 'EXIT_CODE: 0\nSTDOUT:\nEXIT_CODE: 3'],
  ['text about an aborted command', { output: 'User aborted the command' }],
  ['a code of something else', { code: 7, rows: [] }],
  ['no signal', { signal: null, timedOut: false, interrupted: false, stdout: '', code: 0 }],
  ['an empty signal', { signal: '', exitStatus: 0 }],
  ['nothing', undefined],
])('%s has not', (_what, rawOutput) => {
  expect(reports(rawOutput)).toBe(false);
});

test('the exit code of what is no command says nothing, and neither does the text of a file', () => {
  expect(reports({ exit: 3 }, 'fetch')).toBe(false);
  expect(reports(undefined, 'read', 'EXIT_CODE: 3\n')).toBe(false);
  expect(reports(undefined, 'execute', 'EXIT_CODE: 3\n')).toBe(true);
});

test('the text alone says that a command was ended', () => {
  const ended = 'tick\n<shell_metadata>\nUser aborted the command\n</shell_metadata>';
  expect(reports(undefined, 'execute', ended)).toBe(true);
  expect(reports(undefined, 'execute', 'tick')).toBe(false);
  expect(reports(undefined, 'other', ended)).toBe(false);
});

test('a call of no kind that printed something is a command, and others have no exit code', () => {
  expect(reports({ stdout: 'out', exit_code: 2 }, 'other')).toBe(true);
  expect(reports({ stderr: 'no', exitCode: 1 }, 'other')).toBe(true);
  expect(reports({ stdout: 'out', exit_code: 0 }, 'other')).toBe(false);
  expect(reports({ exit_code: 2 }, 'other')).toBe(false);
  expect(reports({ stdout: 'out', exit_code: 1 }, 'search')).toBe(false);
});

test.each([
  [
    'pages of which one was not found',
    {
      results: [
        { url: 'a', ok: true },
        { url: 'b', error: '404' },
      ],
    },
  ],
  ['a job that had failed', { result: { error: { code: 5 } } }],
  ['a list of runs', [{ success: true }, { success: false }]],
  ['no error in a word', { error: 'none' }],
])('what a call that is no command reads may be about failures: %s', (_what, rawOutput) => {
  for (const kind of ['read', 'fetch', 'other']) expect(reports(rawOutput, kind)).toBe(false);
});

test('what a call that is no command says of itself counts', () => {
  expect(reports({ success: false }, 'fetch')).toBe(true);
  expect(reports({ error: 'Not found' }, 'read')).toBe(true);
  expect(reports({ result: { content: [], isError: true } }, 'other')).toBe(true);
  expect(reports('{"query":"x","success":false}', 'other')).toBe(true);
});
