// The messages of the model as they are written: text and thoughts as chunks, in whatever shape a family sends them.
import { randomUUID } from 'node:crypto';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { MessageBlock, RpcMessage } from '../cli/frames.ts';

type Kind = 'text' | 'thinking';

interface Block {
  readonly messageId: string;
  readonly kind: Kind;
  text: string;
}

/**
 * Makes chunks of the deltas of one message at a time. Blocks of a message may be interleaved; each is a message of
 * its own for the client, because a tool call may come between two of them. A delta may say which block of its message
 * it belongs to (`contentIndex`); one that does not, as in the protocol's own examples, continues the block before it
 * where that is of its kind and nothing else came between.
 */
export class MessageStream {
  readonly #send: (update: SessionUpdate) => void;
  #indexed = new Map<number, Block>();
  /** The text of the blocks without an index, by kind. */
  #unindexed: Record<Kind, string> = { text: '', thinking: '' };
  /** The block that a delta without an index continues. */
  #current: Block | undefined;

  constructor(send: (update: SessionUpdate) => void) {
    this.#send = send;
  }

  /** What comes now belongs to another message. */
  start(): void {
    this.#indexed = new Map();
    this.#unindexed = { text: '', thinking: '' };
    this.#current = undefined;
  }

  /** Something else comes between: a delta without an index begins a block. */
  endBlock(): void {
    this.#current = undefined;
  }

  /** `text_delta` and `thinking_delta`. */
  delta(kind: Kind, contentIndex: number | undefined, delta: string): void {
    if (delta === '') return;
    if (contentIndex !== undefined) {
      this.#append(this.#block(kind, contentIndex), delta);
      return;
    }
    if (this.#current?.kind !== kind) this.#current = newBlock(kind);
    this.#unindexed[kind] += delta;
    this.#append(this.#current, delta);
  }

  /** `text_end` and `thinking_end`: the block is whole. Sends what no delta has brought. */
  blockEnded(kind: Kind, contentIndex: number | undefined, whole: string): void {
    if (contentIndex === undefined) {
      const isCurrent = this.#current?.kind === kind;
      const sent = isCurrent ? (this.#current?.text ?? '') : '';
      const isSent = !isCurrent && this.#unindexed[kind].endsWith(whole);
      if (!isSent && whole.startsWith(sent)) this.delta(kind, undefined, whole.slice(sent.length));
      this.endBlock();
    } else if (whole !== '') {
      this.#complete(this.#block(kind, contentIndex), whole);
    }
  }

  /** The message is whole: sends what no delta has brought. */
  end(message: RpcMessage): void {
    const left = { ...this.#unindexed };
    for (const kind of ['text', 'thinking'] as const) {
      const whole = message.content.map((block) => textOfKind(block, kind)).join('');
      // Where the whole is something else (shortened, or put differently), what was streamed stays.
      if (left[kind] !== '' && !whole.startsWith(left[kind])) left[kind] = whole;
    }
    message.content.forEach((block, index) => {
      const kind = kindOf(block);
      if (kind === undefined) return;
      const whole = textOfKind(block, kind);
      const sent = left[kind].slice(0, whole.length);
      left[kind] = left[kind].slice(sent.length);
      if (whole === '' || sent === whole) return;
      if (sent === '') {
        this.#complete(this.#block(kind, index), whole);
      } else {
        this.#append(this.#current?.kind === kind ? this.#current : newBlock(kind), whole.slice(sent.length));
      }
    });
    this.start();
  }

  #block(kind: Kind, contentIndex: number): Block {
    const known = this.#indexed.get(contentIndex);
    if (known?.kind === kind) return known;
    const block = newBlock(kind);
    this.#indexed.set(contentIndex, block);
    return block;
  }

  #complete(block: Block, whole: string): void {
    if (whole.startsWith(block.text)) this.#append(block, whole.slice(block.text.length));
  }

  #append(block: Block, text: string): void {
    if (text === '') return;
    block.text += text;
    this.#send({
      sessionUpdate: block.kind === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
      messageId: block.messageId,
      content: { type: 'text', text },
    });
  }
}

function newBlock(kind: Kind): Block {
  return { messageId: randomUUID(), kind, text: '' };
}

function kindOf({ type }: MessageBlock): Kind | undefined {
  return type === 'text' || type === 'thinking' ? type : undefined;
}

function textOfKind(block: MessageBlock, kind: Kind): string {
  return block.type === kind ? (block[kind] ?? '') : '';
}
