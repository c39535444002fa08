// What commands printed and how they ended, in the forms of recorded agents.
import { describe, expect, test } from 'vitest';
import { commandOutput, exitCodeOf } from '../../../../src/core/session/toolCall/commandOutput.ts';
import { reportsFailure } from '../../../../src/core/session/toolCall/reportedFailure.ts';
import { createToolCall } from '../../../../src/core/session/toolCall/state.ts';

const qwen = (output: string, code: string): string =>
  `Command: for i in 1 2; do echo $i; done\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}\nSignal: (none)\nProcess Group PGID: 31903`;

describe('the output of a command', () => {
  test.each([
    ['Copilot', 'tick 1\n<shellId: 1 completed with exit code 3>', 'tick 1'],
    ['Copilot without output', '<shellId: 0 completed with exit code 0>', ''],
    ['Qwen Code', qwen('one\n\ntwo', '0'), 'one\n\ntwo'],
    ['Qwen Code without output', qwen('(empty)', '0'), ''],
    ['OpenCode', 'one\n\n<shell_metadata>\n</shell_metadata>', 'one'],
    [
      'OpenCode that says why',
      'one\n\n<bash_metadata>\nTerminated after 120000 ms\n</bash_metadata>',
      'one\nTerminated after 120000 ms',
    ],
    ['Claude', '```console\n# one\n  two\n```', '# one\n  two'],
    ['Cline', '[Command exited with code 3]\ntick 1\n', 'tick 1\n'],
  ])('of %s comes without what the agent puts around it', (_agent, text, output) => {
    expect(commandOutput(text)).toBe(output);
  });

  test.each(['# heading\n* star\n  indented\n', 'Command: x', '<shellId: 3>', 'a\n```\nb\n```\nc', ''])(
    'that only resembles an envelope stays: %j',
    (text) => {
      expect(commandOutput(text)).toBe(text);
    },
  );
});

describe('the exit code of a command', () => {
  const call = (rawOutput: unknown, text?: string) =>
    createToolCall({
      toolCallId: 'c',
      kind: 'execute',
      status: 'completed',
      content: text === undefined ? [] : [{ type: 'content', content: { type: 'text', text } }],
      rawOutput,
    });

  test.each([
    ['OpenCode', { output: 'x', metadata: { exit: 3 } }],
    ['Copilot', { content: 'x', contents: [{ type: 'shell_exit', shellId: '1', exitCode: 3 }] }],
    ['Qwen Code', { type: 'shell_result', exitCode: 3, signal: null }],
    ['Codex', { stdout: '', exit_code: 3 }],
    ['an agent that has it as text', { stdout: '', exitCode: '3' }],
    ['one that has that deeper', { metadata: { exit: ' 3' } }],
    [
      'Cline',
      [{ query: 'x', result: '[Command exited with code 3]\n', error: 'Command exited with code 3' }],
    ],
  ])('of %s comes from its raw output and marks failure', (_agent, rawOutput) => {
    expect(exitCodeOf(call(rawOutput))).toBe(3);
    expect(reportsFailure(call(rawOutput))).toBe(true);
  });

  test('comes from the text where the raw output has none', () => {
    expect(exitCodeOf(call(undefined, 'x\n<shellId: 1 completed with exit code 3>'))).toBe(3);
    expect(exitCodeOf(call('', qwen('x', '7')))).toBe(7);
  });

  test('of none or of zero is no failure, and neither is that of another kind of call', () => {
    expect(reportsFailure(call({ exitCode: 0 }))).toBe(false);
    expect(reportsFailure(call({ exitCode: null, code: 'rejected' }))).toBe(false);
    expect(reportsFailure(call('exit 3'))).toBe(false);
    expect(reportsFailure({ ...call({ exit: 3 }), kind: 'fetch' })).toBe(false);
  });
});
