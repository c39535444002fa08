// What the APIs of models have in common: a request with messages and tools, and an answer with text and a call.
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { OfferedTool, ToolCall } from '../modelToolCalls.ts';

export interface ModelRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  /** How hard the model shall think, as far as the request says so. */
  readonly effort?: string | undefined;
  /** Number of images in all messages. */
  readonly images: number;
  readonly messages: readonly {
    readonly role: 'user' | 'assistant' | 'tool' | 'other';
    readonly text: string;
  }[];
  readonly tools: readonly OfferedTool[];
}

/** What the model says in one request. */
export interface Answer {
  readonly thought?: string;
  readonly text: string;
  readonly toolCall?: ToolCall | undefined;
  /** Milliseconds between two pieces. */
  readonly pace?: number;
  /** An HTTP status instead of an answer. */
  readonly status?: number;
}

export interface ModelDialect {
  /** `path`: that of the address of the request. */
  readonly speaks: (path: string) => boolean;
  readonly read: (body: unknown, path: string) => ModelRequest;
  /** Writes the events of an answer; the head is written. */
  readonly stream: (response: ServerResponse, answer: Answer) => Promise<void>;
  readonly whole: (answer: Answer) => object;
}

/** Text of a message: a text, parts with texts in them, or nothing. */
export const text = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map((part) => part.text ?? '').join('\n')),
  z.null().transform(() => ''),
]);

/** Writes an event of a stream. */
export function sendEvent(response: ServerResponse, content: unknown, name?: string): void {
  const head = name === undefined ? '' : `event: ${name}\n`;
  response.write(`${head}data: ${JSON.stringify(content)}\n\n`);
}

/** Sends the words of a text, one after the other. */
export async function sendWords(
  response: ServerResponse,
  words: string,
  { pace = 5 }: Answer,
  send: (piece: string) => void,
): Promise<void> {
  for (const piece of words.match(/\s*\S+|\s+$/g) ?? []) {
    if (response.destroyed) return;
    send(piece);
    await delay(pace);
  }
}

let calls = 0;

/** The id of the next call of a tool. */
export function nextCallId(): string {
  calls += 1;
  return `call-${calls}`;
}
