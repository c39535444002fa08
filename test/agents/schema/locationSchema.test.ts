// The places of a tool call, in the shape of ACP and in shapes near to it.
import { expect, test } from 'vitest';
import { readSessionUpdate } from '../../../src/agents/schema/updateSchema.ts';

function read(fields: object) {
  const update = { sessionUpdate: 'tool_call', toolCallId: 'c', ...fields };
  const reading = readSessionUpdate({ sessionId: 's', update });
  if (reading.kind !== 'parsed' || reading.update.type !== 'tool_call') throw new Error('not read');
  return { call: reading.update.call, leftOut: reading.leftOut };
}

test.each<[string, unknown, readonly object[]]>([
  ['as ACP has them', [{ path: '/w/a.ts', line: 3 }], [{ path: '/w/a.ts', line: 3 }]],
  ['a path alone', ['/w/a.ts', 'src/b.ts'], [{ path: '/w/a.ts' }, { path: 'src/b.ts' }]],
  ['one path in the place of the list', '/w/a.ts', [{ path: '/w/a.ts' }]],
  ['one place in the place of the list', { path: '/w/a.ts', line: 2 }, [{ path: '/w/a.ts', line: 2 }]],
  ['a URI', ['file:///w/a%20b.ts'], [{ path: '/w/a b.ts' }]],
  ['a URI as the path', [{ path: 'file:///w/a.ts', line: 4 }], [{ path: '/w/a.ts', line: 4 }]],
  ['a URI with a line', [{ uri: 'file:///w/a.ts#L12-L14' }], [{ path: '/w/a.ts', line: 12 }]],
  ['a URI of another machine', [{ uri: 'file://there/a.ts' }], [{ path: 'file://there/a.ts' }]],
  ['a drive', ['file:///c%3A/w/a.ts'], [{ path: 'c:/w/a.ts' }]],
  [
    'a place as LSP has it, which counts from 0',
    [{ uri: 'file:///w/a.ts', range: { start: { line: 6, character: 0 }, end: { line: 7, character: 0 } } }],
    [{ path: '/w/a.ts', line: 7 }],
  ],
  ['names in another spelling', [{ file_path: 'a.ts', line_number: 5 }], [{ path: 'a.ts', line: 5 }]],
  ['a line as text', [{ filePath: 'a.ts', startLine: '9' }], [{ path: 'a.ts', line: 9 }]],
  ['a pair of lines', [{ file: 'a.ts', lines: [2, 8] }], [{ path: 'a.ts', line: 2 }]],
  ['no line that there is', [{ path: 'a.ts', line: 0 }], [{ path: 'a.ts' }]],
])('%s', (_name, locations, expected) => {
  expect(read({ locations }).call.locations).toEqual(expected);
});

test('what names no file is left out with a line in the log, and the rest stays', () => {
  const { call, leftOut } = read({ title: 'Look', locations: [7, { uri: 'https://a.example' }, '', 'a.ts'] });
  expect(call).toMatchObject({ title: 'Look', locations: [{ path: 'a.ts' }] });
  expect(leftOut).toHaveLength(3);
});

test('a change whose file is named by a URI is one of that file', () => {
  const content = [{ type: 'diff', path: 'file:///w/a%23b.ts', oldText: 'a', newText: 'b' }];
  expect(read({ content }).call.content).toEqual([
    { type: 'diff', path: '/w/a#b.ts', oldText: 'a', newText: 'b' },
  ]);
});
