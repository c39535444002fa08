// The program that an agent without MCP over HTTP starts: it relays messages between its standard streams and Parley.
import * as z from 'zod/mini';
import { MAX_BODY_BYTES, TOO_LARGE } from '../http/requestGate.ts';
import { readBoundedLines, type RequestId } from './boundedLines.ts';
import { eventData } from './eventData.ts';

/** For what is still to be answered when the input has ended. */
const ANSWER_TIMEOUT_MS = 5_000;

/** The part of a message that an answer needs. */
const messageId = z.looseObject({ id: z.optional(z.union([z.string(), z.number()])) });

const { PARLEY_IDE_URL: url = '', PARLEY_IDE_TOKEN: token = '' } = process.env;
/** What the server asks to be sent back with each request, once it has answered `initialize`. */
let protocolVersion: string | undefined;
const initialized = z.looseObject({ result: z.looseObject({ protocolVersion: z.string() }) });
const running = new Map<string | number, AbortController>();
const cancelled = z.looseObject({
  method: z.literal('notifications/cancelled'),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});

function write(text: string): void {
  // Many readers, Node's readline among them, end lines at these two as well.
  const line = text
    .replaceAll('\n', ' ')
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  process.stdout.write(`${line}\n`);
  if (protocolVersion === undefined) {
    protocolVersion = initialized.safeParse(parsed(text)).data?.result.protocolVersion;
  }
}

function writeError(id: RequestId, reason: string): void {
  write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: `Parley: ${reason}` } }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function relay(line: string): Promise<void> {
  const message = parsed(line);
  const id = messageId.safeParse(message).data?.id;
  const withdrawn = cancelled.safeParse(message).data?.params.requestId;
  if (withdrawn !== undefined) running.get(withdrawn)?.abort();
  const controller = new AbortController();
  if (id !== undefined) running.set(id, controller);
  try {
    const answer = await reached(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(protocolVersion === undefined ? {} : { 'mcp-protocol-version': protocolVersion }),
      },
      body: line,
      signal: controller.signal,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(refusalIn(text) ?? `HTTP ${answer.status}`);
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    for (const each of isStream ? eventData(text) : [text]) if (each.trim() !== '') write(each);
  } catch (error) {
    if (id === undefined || controller.signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    writeError(id, reason);
  } finally {
    if (id !== undefined) running.delete(id);
  }
}

/** Node's own message says neither what failed nor what to do. */
async function reached(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw new Error('the tools of the editor cannot be reached. Its window may be closed or reloaded.');
  }
}

const refusal = z.looseObject({ error: z.looseObject({ message: z.string() }) });

function refusalIn(text: string): string | undefined {
  return refusal.safeParse(parsed(text)).data?.error.message;
}

readBoundedLines(process.stdin, {
  // The server reads no more of a request.
  maxBytes: MAX_BODY_BYTES,
  onLine: (line) => {
    if (line.trim() !== '') void relay(line);
  },
  onTooLong: (id) => writeError(id, TOO_LARGE.reason),
});

// The program ends once its input has ended and all is answered, or given up: an agent that was killed reads nothing.
process.stdin.once('close', () => {
  const timer = setTimeout(() => {
    for (const controller of running.values()) controller.abort();
  }, ANSWER_TIMEOUT_MS);
  timer.unref();
});
