// A message of the agent that no model wrote.
import { randomUUID } from 'node:crypto';
import type { SessionUpdate } from '@agentclientprotocol/sdk';

export function agentMessage(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', messageId: randomUUID(), content: { type: 'text', text } };
}
