// The messages of the model as they are written: text and thoughts as chunks, in whatever shape a family sends them.
import { randomUUID } from 'node:crypto';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { MessageBlock, RpcMessage } from '../cli/frames.ts';

interface Block {
  readonly messageId: string;
  readonly kind: 'agent_message_chunk' | 'agent_thought_chunk';
  text: string;
}

/**
 * Makes chunks of the deltas of one message at a time. Blocks of a message may be interleaved; each is a message of
 * its own for the client, because a tool call may come between two of them.
 */
export class MessageStream {
  readonly #send: (update: SessionUpdate) => void;
  #blocks = new Map<number, Block>();

  constructor(send: (update: SessionUpdate) => void) {
    this.#send = send;
  }

  start(): void {
    this.#blocks = new Map();
  }

  /** `text_delta` and `thinking_delta`. */
  delta(kind: 'text' | 'thinking', contentIndex: number, delta: string): void {
    if (delta !== '') this.#append(this.#block(kind, contentIndex), delta);
  }

  /** The message is whole: sends what no delta has brought. */
  end(message: RpcMessage): void {
    message.content.forEach((block, index) => {
      const whole = wordsOf(block);
      if (whole === undefined || whole.text === '') return;
      const sent = this.#block(whole.kind, index);
      // Where the whole is something else (shortened, or put differently), what was streamed stays.
      if (whole.text.startsWith(sent.text)) {
        const rest = whole.text.slice(sent.text.length);
        if (rest !== '') this.#append(sent, rest);
      }
    });
    this.#blocks = new Map();
  }

  #block(kind: 'text' | 'thinking', contentIndex: number): Block {
    const known = this.#blocks.get(contentIndex);
    if (known !== undefined) return known;
    const block: Block = {
      messageId: randomUUID(),
      kind: kind === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
      text: '',
    };
    this.#blocks.set(contentIndex, block);
    return block;
  }

  #append(block: Block, text: string): void {
    block.text += text;
    this.#send({ sessionUpdate: block.kind, messageId: block.messageId, content: { type: 'text', text } });
  }
}

function wordsOf(block: MessageBlock): { kind: 'text' | 'thinking'; text: string } | undefined {
  if (block.type === 'text') return { kind: 'text', text: block.text ?? '' };
  if (block.type === 'thinking') return { kind: 'thinking', text: block.thinking ?? '' };
  return undefined;
}
