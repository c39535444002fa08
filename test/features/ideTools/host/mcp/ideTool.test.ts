// What agents are answered about arguments that cannot be used, and about what takes too long.
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { defineTool, fields, required } from '../../../../../src/features/ideTools/host/mcp/ideTool.ts';
import { ResultPages } from '../../../../../src/features/ideTools/host/mcp/resultPages.ts';
import { within } from '../../../../../src/features/ideTools/host/mcp/toolError.ts';
import { MemoryLog } from '../../../../support/log.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';

const tool = defineTool({
  name: 'diagnostics',
  title: 'Test',
  description: 'A test',
  isReadOnly: true,
  args: z.object({ op: z.enum(['a', 'b']), line: z.optional(fields.line) }),
  run: (args) => Promise.resolve({ args }),
});
const context = {
  session: servedSession(),
  baseline: undefined,
  pages: new ResultPages(),
  log: new MemoryLog(),
  signal: new AbortController().signal,
};

test.each([
  [{}, '`op` must be one of a, b.'],
  [undefined, '`op` must be one of a, b.'],
  [{ op: 'c' }, '`op` must be one of a, b.'],
  [{ op: 'a', line: 0 }, '`line` must be at least 1.'],
  [{ op: 'a', line: 1e300 }, '`line` must be at most'],
  [{ op: 'a', line: '1' }, '`line` must be of the type number.'],
  [[], 'The arguments must be of the type object.'],
])('the arguments %j are refused', async (args, message) => {
  await expect(tool.run(args, context)).rejects.toThrow(message);
});

test('another session than the own is refused, whatever the argument is called', async () => {
  const own = { ...context, session: servedSession({ id: () => 'own' }) };
  for (const [name, value] of [
    ['sessionId', 'other'],
    ['session_id', 'own '],
    ['session', 5],
    ['SessionID', { toString: 'own' }],
  ] as const) {
    const answer = tool.run({ op: 'a', [name]: value }, own);
    await expect(answer, name).rejects.toThrow(`call again without \`${name}\``);
  }
  for (const value of ['own', '', null]) {
    expect(await tool.run({ op: 'a', sessionId: value, note: 'other' }, own)).toEqual({ args: { op: 'a' } });
  }
});

test('the arguments are described, with positions from 1', () => {
  expect(tool.inputSchema()).toMatchObject({
    type: 'object',
    properties: { op: { enum: ['a', 'b'] }, line: { minimum: 1, description: 'Line, from 1' } },
    required: ['op'],
  });
});

test('what an operation needs is named', () => {
  expect(() => required(undefined, 'path', 'file')).toThrow('`path` is missing: `op` "file" needs it.');
});

test('what never answers ends with an error that says so', async () => {
  const { signal } = new AbortController();
  const never = new Promise<never>(() => undefined);
  await expect(within(never, { milliseconds: 1, signal, what: 'The server' })).rejects.toThrow(
    'The server did not answer within 0.001 seconds.',
  );
});

test('what the agent does not wait for any more ends at once', async () => {
  const aborted = AbortSignal.abort();
  const never = new Promise<never>(() => undefined);
  await expect(within(never, { milliseconds: 60_000, signal: aborted, what: 'It' })).rejects.toThrow(
    'cancelled',
  );
});
