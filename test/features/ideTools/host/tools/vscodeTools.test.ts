// The tool vscode_tools: the user's choice and answer come before every call, and VS Code may ask in addition.
import { beforeEach, expect, test, vi } from 'vitest';
import type { ServedSession } from '../../../../../src/core/ports/servedSession.ts';
import { ResultPages } from '../../../../../src/features/ideTools/host/mcp/resultPages.ts';
import { vscodeToolsTool } from '../../../../../src/features/ideTools/host/tools/vscodeTools.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';
import { MemoryLog } from '../../../../support/log.ts';

const { fake } = vi.hoisted(() => {
  class LanguageModelTextPart {
    readonly value: string;
    constructor(value: string) {
      this.value = value;
    }
  }
  class LanguageModelPromptTsxPart {
    readonly value: unknown;
    constructor(value: unknown) {
      this.value = value;
    }
  }
  class CancellationTokenSource {
    readonly token = { isCancellationRequested: false };
    cancel(): void {
      this.token.isCancellationRequested = true;
    }
    dispose(): void {}
  }
  const tool = (name: string): object => ({
    name,
    description: 'x'.repeat(5_000),
    inputSchema: {},
    tags: [],
  });
  const lm = {
    tools: [tool('chosen'), tool('other'), tool('parley_askAgent'), tool('ParleyOther')],
    invokeTool: vi.fn<(name: string, options: object, token: object) => Promise<object>>(),
  };
  return { fake: { lm, LanguageModelTextPart, LanguageModelPromptTsxPart, CancellationTokenSource } };
});

vi.mock('vscode', () => fake);

const { invokeTool } = fake.lm;
const closed: string[] = [];
beforeEach(() => {
  closed.length = 0;
  invokeTool.mockReset();
  invokeTool.mockResolvedValue({ content: [new fake.LanguageModelTextPart('done')] });
});

const allowing: ServedSession['askToCall'] = () =>
  Promise.resolve({ close: (status: string) => void closed.push(status) });

function run(
  args: object,
  changes: Partial<ServedSession> = {},
  signal = new AbortController().signal,
): Promise<object> {
  const offersTool = (name: string): boolean => name !== 'other';
  const session = servedSession({ offersTool, askToCall: allowing, ...changes });
  const context = { session, baseline: undefined, pages: new ResultPages(), log: new MemoryLog(), signal };
  return vscodeToolsTool.run(args, context);
}

const invoke = { op: 'invoke', tool: 'chosen', input: { a: 1 } };

test('a chosen tool is called once the user allows it, without the token that would keep VS Code from asking', async () => {
  expect(await run(invoke)).toMatchObject({ items: [{ text: 'done' }] });
  expect(invokeTool.mock.calls[0]?.slice(0, 2)).toEqual([
    'chosen',
    { input: { a: 1 }, toolInvocationToken: undefined },
  ]);
  expect(closed).toEqual(['completed']);
});

test.each(['other', 'parley_askAgent', 'ParleyOther', 'none', '', 'CHOSEN', ' chosen', '__proto__'])(
  'the tool %j is neither called nor asked about',
  async (tool) => {
    const askToCall = vi.fn(allowing);
    await expect(run({ ...invoke, tool }, { askToCall })).rejects.toThrow('no such tool');
    expect([askToCall.mock.calls.length, invokeTool.mock.calls.length]).toEqual([0, 0]);
  },
);

test.each([
  [{ op: 'invoke' }, '`tool` is missing'],
  [{ op: 'call', tool: 'chosen' }, '`op` must be one of list, invoke'],
  [{ ...invoke, input: 'rm -rf' }, '`input` must be of the type record'],
  [{ ...invoke, input: [1] }, '`input` must be of the type record'],
  [{ ...invoke, tool: 'x'.repeat(501) }, '`tool` must be at most 500'],
])('the arguments %j are refused', async (args, message) => {
  await expect(run(args)).rejects.toThrow(message);
  expect(invokeTool).not.toHaveBeenCalled();
});

test('a call that the user rejects is not made', async () => {
  const askToCall = (): Promise<never> => Promise.reject(new Error('This was not allowed.'));
  await expect(run(invoke, { askToCall })).rejects.toThrow('not allowed');
  expect(invokeTool).not.toHaveBeenCalled();
});

test('a tool that the user takes back while they are asked is not called', async () => {
  let isOffered = true;
  const askToCall: ServedSession['askToCall'] = (...asked) => {
    isOffered = false;
    return allowing(...asked);
  };
  await expect(run(invoke, { askToCall, offersTool: () => isOffered })).rejects.toThrow('no such tool');
  expect(invokeTool).not.toHaveBeenCalled();
  expect(closed).toEqual(['failed']);
});

test('what the user rejects in the dialog of VS Code is an error with its reason', async () => {
  invokeTool.mockRejectedValue(new Error(`Canceled ${'x'.repeat(5_000)}`));
  await expect(run(invoke)).rejects.toThrow(/^The tool failed: Canceled x{1900,2000}$/);
  expect(closed).toEqual(['failed']);
});

test('a tool that never answers is cancelled with the call', async () => {
  const asked = Promise.withResolvers<object>();
  invokeTool.mockImplementation((_name, _options, token) => {
    asked.resolve(token);
    return new Promise(() => undefined);
  });
  const withdrawn = new AbortController();
  const running = run(invoke, {}, withdrawn.signal);
  const token = await asked.promise;
  withdrawn.abort();
  await expect(running).rejects.toThrow('cancelled');
  expect(token).toEqual({ isCancellationRequested: true });
  expect(closed).toEqual(['failed']);
});

test('a huge result is bounded, and one that cannot be written out is an error, reported once', async () => {
  const parts = Array.from({ length: 3 }, () => new fake.LanguageModelTextPart('x'.repeat(1_500_000)));
  invokeTool.mockResolvedValueOnce({ content: [...parts, {}] });
  const page = await run({ ...invoke, limit: 500 });
  expect(JSON.stringify(page).length).toBeLessThan(60_000);
  expect(page).toMatchObject({ total: expect.any(Number), nextCursor: expect.any(String) });
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  invokeTool.mockResolvedValueOnce({ content: [new fake.LanguageModelPromptTsxPart(circular)] });
  await expect(run(invoke)).rejects.toThrow('circular');
  expect(closed).toEqual(['completed', 'failed']);
});

test('the list has what was chosen alone, with descriptions cut', async () => {
  const page = await run({ op: 'list' });
  expect(page).toMatchObject({ total: 1, items: [{ tool: 'chosen', description: 'x'.repeat(1_000) }] });
});
