// Everything that can happen to a session. The reducer is the only one who says what it means.
import { z } from 'zod';
import { userError } from '../errors.ts';
import type { Immutable } from '../immutable.ts';
import { contentBlock } from './content.ts';
import { noticeSeverity } from './entries.ts';
import { permissionRequest, queuedPrompt } from './model.ts';
import { toolCallPatch } from './toolCall.ts';

/** Epoch milliseconds, taken by the host when the event came in. */
const at = z.number();

/** Events that an agent's `session/update` causes. */
export const updateEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message_chunk'),
    at,
    role: z.enum(['user', 'agent', 'thought']),
    content: contentBlock,
    messageId: z.string().exactOptional(),
  }),
  z.object({ type: z.literal('tool_call'), at, call: toolCallPatch }),
]);
export type UpdateEvent = Immutable<z.infer<typeof updateEvent>>;

export const sessionEvent = z.discriminatedUnion('type', [
  ...updateEvent.options,
  /** The agent is being started, or asked for a session. */
  z.object({ type: z.literal('opening'), at }),
  /** The agent answered `session/new`. */
  z.object({ type: z.literal('opened'), at, sessionId: z.string() }),
  /** No session could be had; the reason is an error entry. */
  z.object({ type: z.literal('open_failed'), at, error: userError }),
  /** The agent's process is gone, and its session with it. */
  z.object({ type: z.literal('detached'), at, error: userError.exactOptional() }),
  z.object({ type: z.literal('prompt_started'), at, content: z.array(contentBlock) }),
  z.object({ type: z.literal('cancel_requested'), at }),
  /** The prompt was answered (R58). */
  z.object({ type: z.literal('turn_ended'), at, stopReason: z.string() }),
  /** The prompt was answered with an error, or never will be (R49, R16). */
  z.object({ type: z.literal('turn_failed'), at, error: userError }),
  z.object({ type: z.literal('queue_changed'), at, queue: z.array(queuedPrompt), held: z.boolean() }),
  z.object({ type: z.literal('permission_requested'), at, request: permissionRequest, call: toolCallPatch }),
  z.object({ type: z.literal('permission_closed'), at, requestId: z.string() }),
  z.object({
    type: z.literal('notice'),
    at,
    severity: noticeSeverity,
    text: z.string(),
    error: userError.exactOptional(),
  }),
]);
export type SessionEvent = Immutable<z.infer<typeof sessionEvent>>;
