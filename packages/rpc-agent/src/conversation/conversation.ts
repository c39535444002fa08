// The frames of a conversation as updates: messages of the model, of the user and of extensions, and tool calls.
import { randomUUID } from 'node:crypto';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { agentMessage } from './agentMessage.ts';
import {
  agentEnd,
  commandOutput,
  messageFrame,
  messageUpdate,
  type MessageUsage,
  type RpcFrame,
  type RpcMessage,
} from '../cli/frames.ts';
import { MessageStream } from './messageStream.ts';
import { CliToolCalls } from './cliToolCalls.ts';
import { textOf } from './messageText.ts';
import { typedText } from './typedText.ts';

export interface ConversationOptions {
  /** Absolute. */
  readonly cwd: string;
  /** Whether the client shows terminals that it did not make. */
  readonly terminals: boolean;
  /** How a tool of the client's is called; undefined for the CLI's own. */
  readonly hostTitle?: (toolName: string) => string | undefined;
  readonly send: (update: SessionUpdate) => void;
  /** Whether a message of the user's is a prompt that the client knows of. */
  readonly awaits: (text: string) => boolean;
  readonly onMessageEnd: (usage: MessageUsage | undefined) => void;
  readonly onToolEnd: (toolName: string) => void;
}

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #stream: MessageStream;
  readonly #toolCalls: CliToolCalls;
  /** What the client sent into the running turn, until the model gets it. */
  readonly #steered: string[] = [];
  /** Whether anything of a message of the model came since the last end of its work. */
  #hasAnswered = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#stream = new MessageStream(options.send);
    this.#toolCalls = new CliToolCalls(options);
  }

  /** A message goes into the running turn; it is shown where the model gets it. */
  steered(text: string): void {
    this.#steered.push(text);
  }

  /** It did not get there. Returns whether it was one of these. */
  forgetSteered(text: string): boolean {
    const index = this.#steered.indexOf(text);
    if (index !== -1) this.#steered.splice(index, 1);
    return index !== -1;
  }

  /** The turn is over. */
  close(): void {
    this.#stream.start();
    this.#toolCalls.close();
    this.#steered.length = 0;
  }

  handleFrame(frame: RpcFrame): void {
    switch (frame.type) {
      // Not every CLI sends the start and the end of each message: an answer ends with its turn at the latest.
      case 'agent_start':
      case 'turn_start':
      case 'turn_end':
        this.#stream.start();
        break;
      case 'agent_end':
        this.#stream.start();
        // Some send the messages of a turn at its end alone.
        if (!this.#hasAnswered)
          for (const message of agentEnd.safeParse(frame).data?.messages ?? []) this.#ended(message);
        this.#hasAnswered = false;
        break;
      case 'message_start':
        this.#started(messageFrame.safeParse(frame).data?.message);
        break;
      case 'message_update':
        this.#updated(frame);
        break;
      case 'message_end':
        this.#ended(messageFrame.safeParse(frame).data?.message);
        break;
      case 'tool_execution_start':
        this.#stream.endBlock();
        this.#toolCalls.started(frame);
        break;
      case 'tool_execution_update':
        this.#toolCalls.progressed(frame);
        break;
      case 'tool_execution_end': {
        const toolName = this.#toolCalls.ended(frame);
        if (toolName !== undefined) this.#options.onToolEnd(toolName);
        break;
      }
      case 'command_output':
        this.#say(commandOutput.safeParse(frame).data?.text ?? '');
        break;
    }
  }

  #started(message: RpcMessage | undefined): void {
    if (message?.role === 'assistant') this.#stream.start();
    if (message?.role !== 'user') return;
    this.#stream.endBlock();
    const text = textOf(message);
    const wasSteered = this.forgetSteered(text);
    // A client shows its own prompts itself; what came into a turn by another way it learns from here.
    if (!wasSteered && this.#options.awaits(text)) return;
    this.#options.send({
      sessionUpdate: 'user_message_chunk',
      messageId: randomUUID(),
      content: { type: 'text', text },
      _meta: wasSteered ? { 'parley.dev/steering': true } : { 'parley.dev/extension': true },
    });
  }

  #updated(frame: RpcFrame): void {
    const event = messageUpdate.safeParse(frame).data?.assistantMessageEvent;
    if (event === undefined) return;
    const { type, contentIndex, delta = '', content } = event;
    this.#hasAnswered = true;
    switch (type) {
      case 'text_delta':
        this.#stream.delta('text', contentIndex, delta);
        break;
      case 'thinking_delta':
        this.#stream.delta('thinking', contentIndex, delta);
        break;
      case 'text_start':
      case 'thinking_start':
        this.#stream.endBlock();
        break;
      case 'text_end':
        this.#stream.blockEnded('text', contentIndex, content ?? '');
        break;
      case 'thinking_end':
        this.#stream.blockEnded('thinking', contentIndex, content ?? '');
        break;
      default:
        if (type.startsWith('toolcall')) this.#stream.endBlock();
        this.#toolCalls.written(frame);
    }
  }

  #ended(message: RpcMessage | undefined): void {
    if (message?.role === 'custom' && message['display'] === true && typedText(message) === undefined) {
      this.#say(textOf(message));
    }
    if (message?.role !== 'assistant') return;
    this.#hasAnswered = true;
    this.#stream.end(message);
    this.#toolCalls.message(message.content);
    this.#options.onMessageEnd(message.usage);
  }

  /** Words that are no message of the model. */
  #say(text: string): void {
    if (text !== '') this.#options.send(agentMessage(text));
  }
}
