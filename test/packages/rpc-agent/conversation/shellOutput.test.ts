// The output of commands as terminals of the client (R70).
import { expect, test } from 'vitest';
import { toolResult, type RpcFrame } from '../../../../packages/rpc-agent/src/cli/frames.ts';
import { ShellOutput } from '../../../../packages/rpc-agent/src/conversation/shellOutput.ts';
import { CliToolCalls } from '../../../../packages/rpc-agent/src/conversation/cliToolCalls.ts';

function result(text: string, details?: object): ReturnType<typeof toolResult.parse> {
  return toolResult.parse({ content: [{ type: 'text', text }], details });
}

/** What a client shows after these states of the output. */
function shown(...states: string[]): string {
  const output = new ShellOutput('t');
  return states
    .map((state) => output.more(result(state))?._meta['terminal_output_delta'])
    .map((delta) =>
      typeof delta === 'object' && delta !== null && 'data' in delta ? String(delta.data) : '',
    )
    .join('');
}

test('only what is new is sent', () => {
  expect(shown('one\n', 'one\n', 'one\ntwo\n')).toBe('one\ntwo\n');
});

test('an output whose beginning is cut off goes on', () => {
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');
  expect(shown(lines(0, 100), lines(50, 120))).toBe(lines(0, 120));
});

test('an output that has nothing to do with the one before begins again', () => {
  expect(shown('abc', 'xyz')).toBe('abc\n…\nxyz');
});

test('spaces at the end may get lost on the way', () => {
  expect(shown('one\ntwo\n', 'one\ntwo\n\nWall time: 1 s')).toBe('one\ntwo\n\nWall time: 1 s');
  expect(shown('one\n\n', 'one\nWall time: 1 s')).toBe('one\n\nWall time: 1 s');
});

test.each([
  ['in details', result('x', { exitCode: 7 }), true, 7],
  ['in words', result('x\n\nCommand exited with code 3'), true, 3],
  ['not, as it went well', result('x'), false, 0],
  ['not, as it was stopped', result('Command aborted'), true, null],
])('the exit code is reported %s', (_, last, failed, code) => {
  expect(new ShellOutput('t').end(last, failed)._meta['terminal_exit']).toEqual({
    terminal_id: 't',
    exit_code: code,
    signal: null,
  });
});

test.each([
  ['one\n\n\nWall time: 0.06 seconds', 'one\n'],
  ['tick\n\n\nWall time: 2.42 seconds\n\nCommand exited with code 3', 'tick\n'],
  ['x\n\nCommand exited with code 3', 'x\n'],
  ['Wall time: it is noon', 'Wall time: it is noon'],
])('what the CLI adds to the end of an output is not shown: %j', (text, output) => {
  const delta = new ShellOutput('t').end(result(text), false)._meta['terminal_output_delta'];
  expect(delta).toEqual({ terminal_id: 't', data: output });
});

test('R70 a command is a terminal from its start to its exit', () => {
  const updates: unknown[] = [];
  const calls = new CliToolCalls({ cwd: '/w', terminals: true, send: (update) => updates.push(update) });
  const frame = (type: string, fields: object): RpcFrame => ({
    type,
    toolCallId: 't',
    toolName: 'bash',
    args: { command: 'ls' },
    ...fields,
  });
  calls.started(frame('tool_execution_start', {}));
  calls.progressed(frame('tool_execution_update', { partialResult: result('a\n') }));
  calls.ended(frame('tool_execution_end', { result: result('a\nb\n') }));
  const content = [{ type: 'terminal', terminalId: 't' }];
  expect(updates).toMatchObject([
    { sessionUpdate: 'tool_call', status: 'pending' },
    { status: 'in_progress', content, _meta: { terminal_info: { terminal_id: 't', cwd: '/w' } } },
    { _meta: { terminal_output_delta: { terminal_id: 't', data: 'a\n' } } },
    {
      status: 'completed',
      content,
      _meta: { terminal_output_delta: { data: 'b\n' }, terminal_exit: { exit_code: 0 } },
    },
  ]);
});
