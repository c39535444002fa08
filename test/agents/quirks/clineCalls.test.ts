// Tool calls of Cline, as they were recorded (test/replay/recordings/cline.ndjson; the recording has cut the patch).
import { expect, test } from 'vitest';
import { readPatch } from '../../../src/agents/quirks/applyPatch.ts';
import { quirksOf } from '../../../src/agents/quirks.ts';
import { readCall } from '../../../src/agents/readCall.ts';
import { createToolCall } from '../../../src/core/session/toolCall/state.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { factsOf } from '../../../src/core/permissions/policy/requestFacts.ts';

const cline = quirksOf('cline');

const PATCH = [
  '*** Begin Patch',
  '*** Update File: hello.txt',
  '@@',
  '-second line',
  '+second line, edited by the fake model',
  '*** End Patch',
].join('\n');

const patched = {
  toolCallId: 'call_qxcztbdiq2rtphobpcfss',
  title: 'apply_patch: {"input":"*** Begin Patch\\n*** Update File: hello.txt\\n@@...',
  kind: 'other',
  status: 'pending',
  rawInput: { input: PATCH },
};

test('a patch is an edit with its diff, for the user and for rules', () => {
  const call = createToolCall(readCall(patched, '/workspace', cline));
  expect(toolCallTitle(call)).toBe('Edit hello.txt');
  expect(call).toMatchObject({
    kind: 'edit',
    locations: [{ path: '/workspace/hello.txt' }],
    content: [
      {
        type: 'diff',
        path: '/workspace/hello.txt',
        oldText: 'second line\n',
        newText: 'second line, edited by the fake model\n',
      },
    ],
    rawInput: { input: PATCH },
  });
  expect(factsOf('cline', call, 'posix')).toMatchObject({
    kind: 'edit',
    paths: ['/workspace/hello.txt'],
    hasChange: true,
  });
});

test('files that are read are its locations', () => {
  const call = readCall(
    {
      toolCallId: 'call_l46docjmv8r99e96s5xao',
      title: 'read_files: {"files":[{"path":"/workspace/hello.txt"}]}',
      kind: 'other',
      rawInput: { files: [{ path: '/workspace/hello.txt' }] },
    },
    '/workspace',
    cline,
  );
  expect(toolCallTitle(createToolCall(call))).toBe('Read hello.txt');
  expect(call).toMatchObject({ kind: 'read', locations: [{ path: '/workspace/hello.txt' }] });
});

test('other agents may mean other things by such an input', () => {
  expect(readCall(patched, '/workspace', quirksOf('another'))).toEqual(patched);
});

test('a patch is read in all of its lines, or not at all', () => {
  const patch = (...lines: readonly string[]): string =>
    ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
  expect(readPatch(patch('*** Add File: a', '+1', '+2', '*** Delete File: b'))).toEqual([
    { kind: 'edit', path: 'a', changes: [{ newText: '1\n2\n' }] },
    { kind: 'delete', path: 'b', changes: [] },
  ]);
  expect(
    readPatch(
      patch('*** Update File: a', '*** Move to: b', '@@ f()', ' x', '', '-y', '@@', '+z', '*** End of File'),
    ),
  ).toEqual([
    { kind: 'move', path: 'a', changes: [] },
    {
      kind: 'move',
      path: 'b',
      changes: [
        { oldText: 'x\n\ny\n', newText: 'x\n\n' },
        { oldText: '', newText: 'z\n' },
      ],
    },
  ]);
  for (const text of [
    '',
    'rm -rf /',
    PATCH.replace('*** End Patch', ''),
    patch('*** Run Command: rm'),
    patch('*** Update File: a', '@@', '?x'),
    patch('*** Add File: a', '+1', ' 2'),
    patch(),
    `${PATCH}\n${PATCH}`,
  ]) {
    expect(readPatch(text)).toBeUndefined();
  }
});
