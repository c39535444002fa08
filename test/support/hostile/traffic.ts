// What an agent may write, as lines: valid by ACP's schema, mutated, and random.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import * as z from 'zod';
import { sampleOf, type JsonSchema } from '../schemaSamples.ts';
import type { HostileFolders } from './hostileBench.ts';

/** Stands for the id of the session that the agent attacks. */
export const SESSION = '$session';

/** What agents send, by method: the definition in the schema, and whether it is a request. */
const SENT = [
  { method: 'session/update', definition: 'SessionNotification', isRequest: false, weight: 20 },
  {
    method: 'session/request_permission',
    definition: 'RequestPermissionRequest',
    isRequest: true,
    weight: 4,
  },
  { method: 'fs/read_text_file', definition: 'ReadTextFileRequest', isRequest: true, weight: 2 },
  { method: 'fs/write_text_file', definition: 'WriteTextFileRequest', isRequest: true, weight: 2 },
  { method: 'terminal/create', definition: 'CreateTerminalRequest', isRequest: true, weight: 2 },
  { method: 'terminal/output', definition: 'TerminalOutputRequest', isRequest: true, weight: 1 },
  { method: 'terminal/wait_for_exit', definition: 'WaitForTerminalExitRequest', isRequest: true, weight: 1 },
  { method: 'terminal/kill', definition: 'KillTerminalRequest', isRequest: true, weight: 1 },
  { method: 'terminal/release', definition: 'ReleaseTerminalRequest', isRequest: true, weight: 1 },
  { method: 'elicitation/create', definition: 'CreateElicitationRequest', isRequest: true, weight: 2 },
  {
    method: 'elicitation/complete',
    definition: 'CompleteElicitationNotification',
    isRequest: false,
    weight: 1,
  },
  { method: '$/cancel_request', definition: 'CancelRequestNotification', isRequest: false, weight: 1 },
] as const;

/** Few ids, so that messages are about each other; some are like those of Parley or of the language. */
const callId = fc.constantFrom('1', '2', '3', 'parley:key-3', 'parley:key-4', '__proto__', 'constructor');
/** Negative or text, because the ids of the checks are positive. */
const requestId = fc.oneof(fc.integer({ min: -9, max: -1 }), fc.constantFrom('a', 'b', '1', ''));

const record = z.record(z.string(), z.unknown());

/** A whole message. */
export function validMessage(folders: HostileFolders): fc.Arbitrary<object> {
  const schema = acpSchema();
  const path = fc.constantFrom(
    `${folders.workspace}/a`,
    `${folders.workspace}/.git/config`,
    `${folders.workspace}/../outside/victim`,
    `${folders.outside}/victim`,
    `${folders.outside}/secret`,
    'relative',
  );
  return fc.oneof(
    ...SENT.map(({ method, definition, isRequest, weight }) => ({
      weight,
      arbitrary: fc
        .tuple(sampleOf(schema, { $ref: `#/$defs/${definition}` }), callId, path, requestId)
        .map(([sample, toolCallId, file, id]) => ({
          jsonrpc: '2.0',
          ...(isRequest ? { id } : {}),
          method,
          params: placed(sample, toolCallId, file),
        })),
    })),
  );
}

/** The sample with ids and paths that mean something here. */
function placed(sample: unknown, toolCallId: string, file: string): unknown {
  return JSON.parse(JSON.stringify(sample), (key, value: unknown) => {
    switch (key) {
      case 'sessionId':
        return SESSION;
      case 'toolCallId':
      case 'terminalId':
        return toolCallId;
      case 'path':
        return file;
      case 'cwd':
        return undefined;
      default:
        return value;
    }
  });
}

function acpSchema(): JsonSchema {
  const sdk = createRequire(import.meta.url).resolve('@agentclientprotocol/sdk');
  const root = sdk.slice(0, sdk.lastIndexOf('/sdk/') + '/sdk/'.length);
  return record.parse(JSON.parse(readFileSync(`${root}schema/v1/schema.unstable.json`, 'utf8')));
}

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    '',
    '__proto__',
    [],
    {},
    [[[[[]]]]],
    '\u0000',
    '\uD800',
  ),
  fc.constantFrom('\u202E', 'x'.repeat(5_000), '$(command)', '../../..', 'file:///etc/passwd'),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A message of which one part is something else, is gone or is there twice, or whose text is damaged. */
export function mutatedLine(message: fc.Arbitrary<object>): fc.Arbitrary<string> {
  const replaced = fc.tuple(message, fc.nat(), junk).map(([whole, at, value]) => {
    const count = countValues(whole);
    return JSON.stringify(replaceValue(whole, at % count, value));
  });
  const cut = fc.tuple(message, fc.nat()).map(([whole, at]) => {
    const text = JSON.stringify(whole);
    return text.slice(0, at % text.length);
  });
  const spliced = fc
    .tuple(message, fc.nat(), fc.string({ unit: 'binary', maxLength: 5 }))
    .map(([whole, at, inserted]) => {
      const text = JSON.stringify(whole);
      const place = at % text.length;
      return text.slice(0, place) + inserted.replaceAll('\n', '') + text.slice(place + 1);
    });
  const doubled = fc.tuple(message, message).map(([first, second]) => {
    const text = JSON.stringify(first);
    return `${text.slice(0, -1)},${JSON.stringify(second).slice(1)}`;
  });
  return fc.oneof({ weight: 6, arbitrary: replaced }, cut, spliced, doubled);
}

function countValues(value: unknown): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return inner.reduce((sum: number, each: unknown) => sum + countValues(each), 1);
}

/** The same with the value of that number, counted from the outside in, replaced. */
function replaceValue(value: unknown, at: number, replacement: unknown): unknown {
  if (at === 0) return replacement;
  if (typeof value !== 'object' || value === null) return value;
  let before = 1;
  const entries = Object.entries(value).map(([key, each]: [string, unknown]): [string, unknown] => {
    const count = countValues(each);
    const inner = at - before;
    before += count;
    return [key, inner >= 0 && inner < count ? replaceValue(each, inner, replacement) : each];
  });
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

/** A line of anything: JSON that is no message, text, or messages of methods that are none. */
export const randomLine: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\n', ' ')),
  fc
    .tuple(fc.constantFrom(...SENT.map(({ method }) => method), '__proto__', ''), junk, requestId)
    .map(([method, params, id]) => JSON.stringify({ jsonrpc: '2.0', id, method, params })),
  fc.tuple(requestId, junk).map(([id, result]) => JSON.stringify({ jsonrpc: '2.0', id, result })),
);
