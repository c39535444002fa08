// An ACP agent that answers as fast as its output is read: `chunks N` in markdown, `tools N` in tool calls,
// `entries N` in turns of both, and floods: `tokens N` in chunks of a word, `nasty N` in updates that are hard to
// render, `unbroken N` in one chunk of that many characters without a blank. `paced N` is `chunks N` at 2,000 a second.
// `children N` is that many sub-agents that work at once.
//
// Plain NDJSON without the SDK, so that what is measured is the client. Started with Node 24 by Parley and by the floor.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { closingText, markdownChunks } from './markdownText.ts';
import { nastyUpdates } from './nastyUpdates.ts';

/** Lines written before waiting for the pipe. */
const BATCH = 64;

/** The same where updates are paced, and how many there are then. */
const PACED_BATCH = 20;
const PACED_PER_SECOND = 2_000;

const request = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.unknown(),
});
const promptParams = z.object({
  sessionId: z.string(),
  prompt: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});
const cancelParams = z.object({ sessionId: z.string() });

type Update = Readonly<Record<string, unknown>>;

const cancelled = new Set<string>();
let sessions = 0;

function line(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

async function stream(
  sessionId: string,
  updates: Iterable<Update>,
  isPaced: boolean,
): Promise<'end_turn' | 'cancelled'> {
  cancelled.delete(sessionId);
  const batch = isPaced ? PACED_BATCH : BATCH;
  const began = performance.now();
  let sent = 0;
  let lines: string[] = [];
  for (const update of updates) {
    if (cancelled.has(sessionId)) return 'cancelled';
    if (lines.length === batch) {
      await write(lines.join(''));
      sent += lines.length;
      lines = [];
      const dueMs = began + (1_000 * sent) / PACED_PER_SECOND - performance.now();
      if (isPaced && dueMs > 1) await delay(dueMs);
    }
    const { child = sessionId, ...reported } = update;
    lines.push(line({ method: 'session/update', params: { sessionId: child, update: reported } }));
  }
  await write(lines.join(''));
  return 'end_turn';
}

function textUpdate(text: string): Update {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
}

/** The two updates of a tool call that is done at once; the kinds take turns. */
function toolCall(number: number): Update[] {
  const path = `/workspace/src/module${number}.ts`;
  const toolCallId = `call-${number}`;
  const text = (value: string) => ({ type: 'content', content: { type: 'text', text: value } });
  const begun = { sessionUpdate: 'tool_call', toolCallId, status: 'in_progress' };
  const done = { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' };
  switch (number % 4) {
    case 0:
      return [
        {
          ...begun,
          kind: 'execute',
          title: `npm test -- module${number}`,
          rawInput: { command: 'npm test' },
        },
        { ...done, content: [text(`✓ module${number} (12 tests)\n✓ total (3 tests)\n`)] },
      ];
    case 1:
      return [
        { ...begun, kind: 'read', title: `Read module${number}.ts`, locations: [{ path, line: number }] },
        { ...done, content: [text(`export const value${number} = ${number};\n`.repeat(5))] },
      ];
    case 2:
      return [
        {
          ...begun,
          kind: 'search',
          title: `Search for value${number}`,
          rawInput: { query: `value${number}` },
        },
        { ...done, content: [text(`${path}:1: export const value${number} = ${number};`)] },
      ];
    default: {
      const oldText = `export const value = ${number};\n`;
      const newText = `export const value = ${number + 1};\n`;
      return [
        { ...begun, kind: 'edit', title: `Edit module${number}.ts`, locations: [{ path }] },
        { ...done, content: [{ type: 'diff', path, oldText, newText }] },
      ];
    }
  }
}

/** A word of an answer that never ends, and now and then a new paragraph. */
function* tokens(count: number): Generator<Update> {
  for (let number = 1; number <= count; number++) {
    yield textUpdate(number % 100 === 0 ? `\n\n${number}: ` : `word${number % 10} `);
  }
}

/** What each sub-agent does: a call, and an answer in chunks. */
const CHILD_CHUNKS = 60;

/** Sub-agents that work at once. `child` is the session of an update that is not that of the user. */
function* children(count: number): Generator<Update> {
  const names = Array.from({ length: count }, (_, index) => `child-${index}-of-${count}-${sessions}`);
  for (const [index, sessionId] of names.entries()) {
    const state = { state: 'running' };
    yield { sessionUpdate: 'subagent_update', sessionId, title: `Look at module${index}.ts`, state };
  }
  const texts = markdownChunks(CHILD_CHUNKS);
  for (const [index, text] of texts.entries()) {
    for (const child of names) {
      if (index % 10 === 0) for (const update of toolCall(index)) yield { child, ...update };
      yield { child, ...textUpdate(text) };
    }
  }
  for (const sessionId of names) {
    yield { sessionUpdate: 'subagent_update', sessionId, state: { state: 'idle', stopReason: 'end_turn' } };
  }
  yield textUpdate(closingText(count, 'children'));
}

/** A flood and its end, which says when it was sent (epoch milliseconds). */
function* flood(kind: 'tokens' | 'nasty' | 'unbroken', count: number): Generator<Update> {
  if (kind === 'tokens') yield* tokens(count);
  else if (kind === 'nasty') yield* nastyUpdates(count);
  else yield textUpdate('A'.repeat(count));
  // The end has to be a message of its own: what came before it may have left a link or code open.
  yield { sessionUpdate: 'tool_call', toolCallId: 'end', title: 'End', status: 'completed' };
  yield textUpdate(`Sent at ${Date.now()}. ${closingText(count, kind)}`);
}

function answer(words: string): Iterable<Update> {
  const [, kind, digits] =
    /\b(chunks|paced|tools|entries|children|tokens|nasty|unbroken) (\d+)\b/.exec(words) ?? [];
  const count = Number(digits);
  if (kind === 'chunks' || kind === 'paced') return markdownChunks(count).map(textUpdate);
  if (kind === 'children') return children(count);
  if (kind === 'tools') {
    const calls = Array.from({ length: count }, (_, index) => toolCall(index + 1));
    return [...calls.flat(), textUpdate(closingText(count, kind))];
  }
  if (kind === 'entries') {
    const text = markdownChunks(60).join('');
    const pairs = Array.from({ length: count / 2 }, (_, index) => [textUpdate(text), ...toolCall(4 * index)]);
    return [...pairs.flat(), textUpdate(closingText(count, kind))];
  }
  if (kind === 'tokens' || kind === 'nasty' || kind === 'unbroken') return flood(kind, count);
  return [
    textUpdate(
      'Ask for `chunks N`, `tools N`, `entries N`, `paced N`, `tokens N`, `nasty N` or `unbroken N`.',
    ),
  ];
}

async function result(method: string, params: unknown): Promise<object | undefined> {
  switch (method) {
    case 'initialize':
      return { protocolVersion: 1, agentInfo: { name: 'stream', version: '1' }, agentCapabilities: {} };
    case 'session/new':
      return { sessionId: `stream-${++sessions}` };
    case 'session/prompt': {
      const { sessionId, prompt } = promptParams.parse(params);
      const words = prompt.map(({ text }) => text ?? '').join(' ');
      return { stopReason: await stream(sessionId, answer(words), /\bpaced \d/.test(words)) };
    }
    default:
      return undefined;
  }
}

async function handle(text: string): Promise<void> {
  const { id, method, params } = request.parse(JSON.parse(text));
  if (method === undefined) return;
  if (method === 'session/cancel') cancelled.add(cancelParams.parse(params).sessionId);
  if (id === undefined) return;
  const value = await result(method, params);
  await write(
    line(value === undefined ? { id, error: { code: -32601, message: method } } : { id, result: value }),
  );
}

createInterface({ input: process.stdin })
  .on('line', (text) => void handle(text))
  .on('close', () => process.exit(0));
