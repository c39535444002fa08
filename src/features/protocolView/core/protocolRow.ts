// A message in the protocol view, and what the page and the host say to each other.
import * as z from 'zod/mini';
import type { Immutable } from '../../../core/base/immutable.ts';
import { wireDirection } from './wireRecord.ts';

const verdict = z.enum(['ok', 'broken', 'unknown']);
export type Verdict = z.infer<typeof verdict>;

const messageKind = z.enum(['request', 'response', 'error', 'notification', 'raw']);
export type MessageKind = z.infer<typeof messageKind>;

/** What is wrong with a message, or not known about it; `rule` is one of docs/PROTOCOL.md. */
const problem = z.object({ rule: z.string(), state: z.enum(['broken', 'unknown']), text: z.string() });
export type Problem = Immutable<z.infer<typeof problem>>;

const protocolRow = z.object({
  seq: z.number(),
  /** Epoch milliseconds; from the start where it was read from a file. */
  at: z.number(),
  direction: wireDirection,
  kind: messageKind,
  /** The method of a message, for a response that of its request; empty where it is unknown. */
  method: z.string(),
  id: z.exactOptional(z.string()),
  sessionId: z.exactOptional(z.string()),
  sizeBytes: z.number(),
  /** The time between a request and its answer, on both of them. */
  latencyMs: z.exactOptional(z.number()),
  /** The answer of a request, or the request of an answer. */
  pair: z.exactOptional(z.number()),
  verdict,
  problems: z.array(problem),
});
export type ProtocolRow = Immutable<z.infer<typeof protocolRow>>;

/** What is shown: an agent while it runs, or a file. */
const source = z.object({
  kind: z.enum(['agent', 'file']),
  name: z.string(),
  /** Whether messages are recorded now. */
  isRecording: z.boolean(),
  /** Whether the recording has the connection from its beginning. */
  hasStart: z.boolean(),
  /** Older messages that are gone, or lines of a file that could not be read. */
  dropped: z.number(),
});
export type ProtocolSource = Immutable<z.infer<typeof source>>;

/** From the host to the page. */
export const protocolHostMessage = z.discriminatedUnion('type', [
  /** Rows that are new or changed; `reset`: nothing of before holds. `first`: the oldest that is still there. */
  z.object({
    type: z.literal('rows'),
    reset: z.boolean(),
    first: z.number(),
    rows: z.array(protocolRow),
    source,
  }),
  /** A message in full, without secrets. */
  z.object({ type: z.literal('message'), seq: z.number(), text: z.string() }),
]);
export type ProtocolHostMessage = Immutable<z.infer<typeof protocolHostMessage>>;

const protocolAction = z.enum([
  'record',
  'pause',
  'clear',
  'save',
  'open',
  'open-session',
  'report',
  'restart',
  'other-agent',
]);
export type ProtocolAction = z.infer<typeof protocolAction>;

/** From the page to the host. */
export const protocolPageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('show'), seq: z.number() }),
  z.object({ type: z.literal('copy'), seqs: z.array(z.number()) }),
  /** `seq`: the message that is selected. */
  z.object({ type: z.literal('action'), action: protocolAction, seq: z.exactOptional(z.number()) }),
]);
export type ProtocolPageMessage = Immutable<z.infer<typeof protocolPageMessage>>;
