// Tool calls that are read without the schemas: what comes out is what the schemas make of them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readExactCall } from '../../../src/agents/schema/exactCall.ts';
import { reading } from '../../../src/agents/schema/lenient.ts';
import type { Fields } from '../../../src/agents/schema/near/nearFields.ts';
import { toolCallPatch } from '../../../src/agents/schema/toolCallSchema.ts';
import { propertyRuns } from '../../support/cases/fullRun.ts';

function bySchema(update: Fields) {
  return reading(() => toolCallPatch.safeParse(update).data);
}

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    1,
    1.5,
    -1,
    true,
    'Read',
    'done',
    'FAILED',
    'file:///a.ts',
    'a.ts#L3',
    {},
    [],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const path = fc.constantFrom(
  'a.ts',
  '/work/a.ts',
  'C:\\a.ts',
  'a.ts#L3',
  'file:///a.ts',
  'FILE:/b',
  'https://x/y',
  '',
);
const text = fc.string();
/** A value that ACP has, or now and then any other. */
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: odd });
/** An object with some of these fields, and now and then with one that ACP does not have. */
function some(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  const other = fc.dictionary(
    fc.constantFrom('input', 'raw_input', 'uri', 'old_text', 'command', 'error'),
    odd,
    {
      maxKeys: 1,
    },
  );
  return fc
    .tuple(
      fc.record(fields, { requiredKeys: [] }),
      fc.oneof({ weight: 30, arbitrary: fc.constant({}) }, other),
    )
    .map(([known, extra]): Fields => ({ ...known, ...extra }));
}

const item = fc.oneof(
  some({ type: fc.constant('content'), content: some({ type: fc.constant('text'), text: mostly(text) }) }),
  some({ type: fc.constant('diff'), path: mostly(path), oldText: mostly(text), newText: mostly(text) }),
  some({ type: fc.constant('terminal'), terminalId: mostly(text) }),
  odd,
);

const call = some({
  sessionUpdate: fc.constantFrom('tool_call', 'tool_call_update'),
  toolCallId: mostly(text),
  title: mostly(text),
  kind: mostly(fc.constantFrom('read', 'edit', 'switch_mode', 'other', 'write')),
  status: mostly(fc.constantFrom('pending', 'in_progress', 'completed', 'failed', 'cancelled', 'running')),
  content: mostly(fc.array(item, { maxLength: 3 })),
  locations: mostly(fc.array(some({ path: mostly(path), line: mostly(fc.integer()) }), { maxLength: 3 })),
  rawInput: mostly(fc.dictionary(fc.constantFrom('command', 'path', 'x'), odd)),
  rawOutput: odd,
  _meta: mostly(some({ claudeCode: some({ parentToolUseId: mostly(text), toolName: text }) })),
});

it('a call that is read without the schemas is what they make of it', () => {
  let read = 0;
  fc.assert(
    fc.property(call, (update) => {
      const exact = readExactCall(update);
      if (exact === undefined) return;
      read++;
      const { result, leftOut } = bySchema(update);
      expect(exact).toStrictEqual(result);
      expect(leftOut).toEqual([]);
    }),
    propertyRuns(10_000),
  );
  expect(read).toBeGreaterThan(50);
});

it.each<[what: string, update: Fields]>([
  [
    'an announcement',
    {
      toolCallId: 'a',
      title: 'Read a.ts',
      kind: 'read',
      status: 'pending',
      locations: [{ path: 'a.ts', line: 3 }],
      rawInput: { path: 'a.ts' },
    },
  ],
  [
    'a result',
    {
      toolCallId: 'a',
      status: 'completed',
      content: [
        { type: 'content', content: { type: 'text', text: 'x' } },
        { type: 'diff', path: 'a', newText: '' },
      ],
      rawOutput: 'x',
    },
  ],
  [
    'a call of a sub-agent',
    { toolCallId: 'a', _meta: { claudeCode: { toolName: 'Read', parentToolUseId: 'b' } } },
  ],
])('%s needs no schema', (_what, update) => {
  expect(readExactCall(update)).toStrictEqual(bySchema(update).result);
});

it.each<[what: string, update: Fields]>([
  ['a field that ACP does not have', { toolCallId: 'a', input: { command: 'rm' } }],
  [
    'a part with a field that ACP does not have',
    { toolCallId: 'a', locations: [{ path: 'a', file: '.env' }] },
  ],
  [
    'a content with a field that ACP does not have',
    { toolCallId: 'a', content: [{ type: 'diff', path: 'a', newText: '', target: '.env' }] },
  ],
  ['an input that is a text', { toolCallId: 'a', rawInput: 'rm' }],
  ['an id that is a number', { toolCallId: 7 }],
  ['a kind in other letters', { toolCallId: 'a', kind: 'Read' }],
  ['an address in the place of a path', { toolCallId: 'a', locations: [{ path: 'file:///a' }] }],
  ['a key that is no field', JSON.parse('{"toolCallId":"a","__proto__":{"title":"x"}}') as Fields],
])('%s is left to the schemas', (_what, update) => {
  expect(readExactCall(update)).toBeUndefined();
});

it('metadata of Claude that names no call is not reported as left out', () => {
  const update = { toolCallId: 'a', title: 7, _meta: { claudeCode: { toolName: 'Read' } } };
  expect(bySchema(update).leftOut).toHaveLength(1);
});
