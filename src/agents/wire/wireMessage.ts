// One line of an agent as a JSON-RPC message, tolerant where nothing is lost by it.
import { isRecord } from '../../core/base/isRecord.ts';
import type { Message } from 'vscode-jsonrpc/node';
import * as z from 'zod/mini';
import { parseJson } from '../../core/text/parseJson.ts';
import { textsIn } from '../schema/contentSchema.ts';

/** What agents report without waiting for an answer. */
const NOTIFICATIONS = /^(?:session\/update|elicitation\/complete|\$\/.*|_.*)$/;

/** What agents ask of Parley, and wait for. */
const REQUESTS = /^(?:session\/request_permission|elicitation\/create|fs\/.*|terminal\/.*)$/;

/** A response's error as it should be; a bare string in its place becomes the message. */
const responseError = z.pipe(
  z.union([
    z.pipe(
      z.string(),
      z.transform((message) => ({ message })),
    ),
    z.looseObject({
      message: z.optional(
        z.pipe(
          z.unknown(),
          z.transform((message) => textsIn(message)),
        ),
      ),
      code: z.catch(z.optional(z.number()), undefined),
    }),
  ]),
  z.transform((error) => ({
    code: -32603,
    ...error,
    message: withoutPage(error.message ?? '') || 'Unknown error',
  })),
);

/** What a page says that a proxy sends in the place of an answer; any other text as it is. */
function withoutPage(message: string): string {
  if (!/^\s*<(?:!doctype html|html)\b/i.test(message)) return message;
  const heading = /<(?:title|h1)\b[^>]*>\s*([^<]+)/i.exec(message)?.[1];
  return (heading ?? message.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ').trim();
}

/** A JSON object, of which nothing is known. */
interface Envelope {
  readonly [field: string]: unknown;
}

/** A request that cannot be answered under its id. */
export interface RefusedRequest {
  readonly method: string;
  readonly params: unknown;
}

export type WireMessage =
  | { readonly problem: string; readonly message?: undefined; readonly refused?: RefusedRequest }
  | { readonly problem?: undefined; readonly message: Message };

/**
 * Reads a line. The field `jsonrpc` may be missing; a response without a result counts as one with the result null,
 * because serializers leave out undefined. An array is no message; those in it are found by `messageScan.ts`.
 */
export function readWireMessage(line: string): WireMessage {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    json = parseJson(nearJson(line));
    if (json === undefined)
      return { problem: `not JSON (${error instanceof Error ? error.message.slice(0, 100) : 'unknown'})` };
  }
  if (!isRecord(json)) return { problem: 'not a JSON object' };
  return json['method'] === undefined ? readResponse(json) : readCall(json);
}

/** Strings, and what only some libraries write outside of them: `NaN`, `Infinity` and trailing commas. */
const NEARLY_JSON = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b|,(?=\s*[}\]])/g;

/** The line as JSON: it has null for `NaN` and `Infinity`, no trailing commas, and control characters are escaped. */
function nearJson(line: string): string {
  return line.replace(NEARLY_JSON, (found) => {
    if (!found.startsWith('"')) return found === ',' ? '' : 'null';
    // A character behind a backslash is no name of one.
    // oxlint-disable-next-line no-control-regex -- these are what JSON does not allow
    return found.replace(/\\?[\0-\x1f]/g, (character) => JSON.stringify(character.slice(-1)).slice(1, -1));
  });
}

function readCall(raw: Envelope): WireMessage {
  const { id: called, ...rest } = raw;
  const { method } = rest;
  if (typeof method !== 'string') return { problem: 'a method that is not a string' };
  // The engine takes LSP's spelling of cancellation for itself; ACP's is an ordinary notification.
  if (method === '$/cancelRequest') return { problem: 'a cancellation that is not ACP' };
  // Some libraries write null where there is no id; what asks for something needs one that its answer can have.
  if (!isId(called) && NOTIFICATIONS.test(method)) return { message: { jsonrpc: '2.0', ...rest } };
  if (called !== undefined && !isId(called)) {
    const refused = REQUESTS.test(method) ? { refused: { method, params: raw['params'] } } : {};
    return { problem: 'a request whose id is neither a string nor a number', ...refused };
  }
  return { message: { jsonrpc: '2.0', ...raw } };
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function readResponse(raw: Envelope): WireMessage {
  const { id, error: reason } = raw;
  const failed = reason !== undefined && reason !== null;
  if (!isId(id)) {
    return { problem: failed ? 'an error that answers no request' : 'neither a request nor a response' };
  }
  if (failed) {
    const error = responseError.safeParse(reason);
    const reported = error.success ? error.data : { code: -32603, message: 'Unknown error', data: reason };
    return { message: response({ id, error: reported }) };
  }
  return { message: response({ id, result: raw['result'] ?? null }) };
}

function response(fields: { id: string | number; result?: unknown; error?: unknown }): Message {
  const message = { jsonrpc: '2.0', ...fields };
  return message;
}
