// Where a copy of a demo session ends: after the answer that the client names, as the adapters of Claude and Codex read it.
import { createHash } from 'node:crypto';
import { RequestError } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { StoredUpdate } from './demoTranscript.ts';

/** `_meta.jetbrains.air.fork`: the answer by its id, else by the hash of its text and which one of that text it is. */
export const forkKey = z.object({
  version: z.literal(1),
  messageId: z.string(),
  messageFingerprint: z.string().optional(),
  /** Counted from 1. */
  messageOccurrence: z.number().default(1),
});
export type ForkKey = z.infer<typeof forkKey>;

const textMessage = z.looseObject({
  sessionUpdate: z.literal('agent_message_chunk'),
  content: z.object({ type: z.literal('text'), text: z.string() }),
});

/** What was said until the answer, with the rest of its turn. Throws -32602 where there is no such answer. */
export function updatesUpTo(updates: readonly StoredUpdate[], key: ForkKey): readonly StoredUpdate[] {
  const answer = answerIndex(updates, key);
  if (answer === -1) {
    throw RequestError.invalidParams(
      { messageId: key.messageId },
      `Fork point message ${key.messageId} was not found`,
    );
  }
  const next = updates.findIndex(
    ({ sessionUpdate }, index) => index > answer && sessionUpdate === 'user_message_chunk',
  );
  return next === -1 ? updates : updates.slice(0, next);
}

function answerIndex(updates: readonly StoredUpdate[], key: ForkKey): number {
  const byId = updates.findLastIndex(
    (update) => update.sessionUpdate.startsWith('agent_') && update['messageId'] === key.messageId,
  );
  if (byId !== -1 || key.messageFingerprint === undefined) return byId;
  const messages = new Map<unknown, { text: string; last: number }>();
  for (const [index, update] of updates.entries()) {
    const message = textMessage.safeParse(update);
    if (!message.success) continue;
    const text = (messages.get(update['messageId'])?.text ?? '') + message.data.content.text;
    messages.set(update['messageId'], { text, last: index });
  }
  const same = [...messages.values()].filter(({ text }) => fingerprint(text) === key.messageFingerprint);
  return same[key.messageOccurrence - 1]?.last ?? -1;
}

function fingerprint(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}
