// One prompt turn of the demo agent: what it may send, at what pace, and how it learns of a cancellation.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  methods,
  type AgentContext,
  type ClientCapabilities,
  type ContentBlock,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import type { Prompt } from './demoPrompt.ts';
import type { DemoConfigOptions } from './demoConfigOptions.ts';
import type { DemoTranscript } from './demoTranscript.ts';
import type { DemoUsage } from './demoUsage.ts';

/** A session of the demo agent. */
export interface DemoSession {
  readonly id: string;
  /** Absolute. */
  cwd: string;
  /** Kinds of tool call that the user has allowed for the rest of the session. */
  readonly alwaysAllowed: Set<string>;
  readonly options: DemoConfigOptions;
  readonly usage: DemoUsage;
  readonly transcript: DemoTranscript;
  /** What the session is called; undefined before its first turn. */
  title: string | undefined;
  /** Aborts the running turn, if there is one. */
  running: AbortController | undefined;
  /** What stops its sub-agents that work, by their session ids. */
  readonly subagents: Map<string, AbortController>;
  /** What stops the tasks that it runs beside its turns, by their ids. */
  readonly tasks: Map<string, AbortController>;
}

interface TurnOptions {
  readonly client: AgentContext;
  readonly session: DemoSession;
  readonly capabilities: ClientCapabilities;
  readonly prompt: Prompt;
  /** Cancels the turn. */
  readonly running: AbortController;
  readonly signal: AbortSignal;
  /** Stores the session as it is now. */
  readonly save: () => void;
}

/** The pause between two chunks: about as a fast model writes. */
const CHUNK_PAUSE_MS = { min: 15, max: 40 };

const WORDS_PER_CHUNK = 4;

export class DemoTurn {
  readonly client: AgentContext;
  readonly session: DemoSession;
  readonly capabilities: ClientCapabilities;
  readonly prompt: Prompt;
  /** Aborted when the turn is cancelled or the connection closes. */
  readonly signal: AbortSignal;
  /** Characters said in this turn. */
  said = 0;
  /** All the text of a turn is one message. */
  readonly messageId = randomUUID();
  readonly #thoughtId = randomUUID();
  readonly #options: TurnOptions;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.client = options.client;
    this.session = options.session;
    this.capabilities = options.capabilities;
    this.prompt = options.prompt;
    this.signal = options.signal;
  }

  /** The same for work that goes on beside the turns: it ends by itself, or when it is stopped. */
  inBackground(running: AbortController): DemoTurn {
    return new DemoTurn({ ...this.#options, running, signal: running.signal });
  }

  /** Stores the session: what is done beside the turns is not stored with the end of one. */
  save(): void {
    this.#options.save();
  }

  /** Cancels what this sends. */
  cancel(): void {
    this.#options.running.abort();
  }

  /** Sends one update; resolves when it is in the pipe. Rejects when the turn is cancelled. */
  async update(update: SessionUpdate): Promise<void> {
    this.signal.throwIfAborted();
    this.session.transcript.add(update);
    await this.client.notify(methods.client.session.update, { sessionId: this.session.id, update });
  }

  /** Waits. Rejects at once when the turn is cancelled. */
  async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.signal });
  }

  /** Settles with `promise`, but rejects at once when the turn is cancelled. */
  async unlessCancelled<T>(promise: Promise<T>): Promise<T> {
    // Raced even when it is too late, so that nobody has to handle what `promise` does next.
    const { signal } = this;
    let onAbort = (): void => undefined;
    const cancelled = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([cancelled, promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Sends one content block of the current message. */
  async sendBlock(content: ContentBlock): Promise<void> {
    await this.update({ sessionUpdate: 'agent_message_chunk', messageId: this.messageId, content });
  }

  /** Sends text as one chunk of the current message. */
  async sendText(text: string): Promise<void> {
    this.said += text.length;
    await this.sendBlock({ type: 'text', text });
  }

  /** Streams markdown as an answer, a few words at a time. */
  async say(markdown: string): Promise<void> {
    for (const text of chunksOf(markdown)) {
      await this.sendText(text);
      await this.#pauseBetweenChunks();
    }
  }

  /** Streams a thought, a few words at a time. */
  async think(markdown: string): Promise<void> {
    for (const text of chunksOf(markdown)) {
      const content: ContentBlock = { type: 'text', text };
      await this.update({ sessionUpdate: 'agent_thought_chunk', messageId: this.#thoughtId, content });
      await this.#pauseBetweenChunks();
    }
  }

  async #pauseBetweenChunks(): Promise<void> {
    await this.pause(CHUNK_PAUSE_MS.min + Math.random() * (CHUNK_PAUSE_MS.max - CHUNK_PAUSE_MS.min));
  }
}

/** Cuts text between words; the chunks joined are the text. */
function chunksOf(text: string): string[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  const chunks: string[] = [];
  for (let index = 0; index < words.length; index += WORDS_PER_CHUNK) {
    chunks.push(words.slice(index, index + WORDS_PER_CHUNK).join(''));
  }
  return chunks;
}
