// A stored conversation, as `get_messages` returns it, as the updates that show it again (R33).
import { randomUUID } from 'node:crypto';
import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { messageList, type MessageBlock, type RpcMessage } from '../cli/frames.ts';
import type { ForkPoint } from './sessionFork.ts';
import { UniqueToolCallIds } from '../conversation/uniqueToolCallIds.ts';
import { storedChange } from './storedChange.ts';
import { shownResult } from '../conversation/cliToolCalls.ts';
import { kindOf, locationsOf, titleOf } from '../conversation/toolNames.ts';
import { agentMessage } from '../conversation/agentMessage.ts';
import { textOf } from '../conversation/messageText.ts';
import { typedText } from '../conversation/typedText.ts';

export interface ReplayOptions {
  /** The folder of the session. Absolute. */
  readonly cwd: string;
  /** Where the conversation can be forked; each prompt that is one of them carries its entry id. */
  readonly forkPoints: readonly ForkPoint[];
  /** Whether the client shows compactions; without, a summary is a message of the agent. */
  readonly compactions: boolean;
}

/** What else a message may say about itself, beside {@link RpcMessage}. */
const extras = z.looseObject({
  /** Whether an extension's message is for the user. */
  display: z.boolean().optional().catch(undefined),
  summary: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  output: z.string().optional().catch(undefined),
  exitCode: z.number().optional().catch(undefined),
  cancelled: z.boolean().optional().catch(undefined),
});

/** The updates, in order. What is no conversation (the system prompt, notes to the model) is left out. */
export function updatesOfStored(data: unknown, options: ReplayOptions): SessionUpdate[] {
  const messages = messageList.safeParse(data).data?.messages ?? [];
  const replay = new Replay(messages, options);
  return messages.flatMap((message) => replay.updatesOf(message));
}

class Replay {
  readonly #options: ReplayOptions;
  /** By their call; an id may be used again. */
  readonly #results: ReadonlyMap<MessageBlock, RpcMessage>;
  readonly #ids = new UniqueToolCallIds();
  readonly #entries: ReadonlyMap<RpcMessage, string>;

  constructor(messages: readonly RpcMessage[], options: ReplayOptions) {
    this.#options = options;
    this.#entries = entriesOf(messages, options.forkPoints);
    this.#results = resultsOf(messages);
  }

  updatesOf(message: RpcMessage): SessionUpdate[] {
    const { display, summary } = extras.parse(message);
    switch (message.role) {
      case 'user':
        return this.#prompt(message);
      case 'assistant':
        return this.#answer(message);
      case 'bashExecution':
        return [shellCommand(message)];
      case 'compactionSummary':
        return summary === undefined ? [] : [this.#compaction(summary)];
      case 'branchSummary':
        return summary === undefined ? [] : [agentMessage(`Summary of the abandoned branch:\n\n${summary}`)];
      case 'custom':
      case 'hookMessage':
        if (typedText(message) !== undefined) return this.#prompt(message);
        return display === true && textOf(message) !== '' ? [agentMessage(textOf(message))] : [];
      default:
        return [];
    }
  }

  #prompt(message: RpcMessage): SessionUpdate[] {
    const text = typedText(message);
    if (text === undefined) return [];
    const entryId = this.#entries.get(message);
    const common = {
      sessionUpdate: 'user_message_chunk' as const,
      messageId: randomUUID(),
      ...(entryId === undefined ? {} : { _meta: { 'parley.dev/entryId': entryId } }),
    };
    const pictures = message.content.flatMap(({ data, mimeType, type }): SessionUpdate[] =>
      type === 'image' && data !== undefined && mimeType !== undefined
        ? [{ ...common, content: { type: 'image', data, mimeType } }]
        : [],
    );
    return text === '' ? pictures : [{ ...common, content: { type: 'text', text } }, ...pictures];
  }

  #answer(message: RpcMessage): SessionUpdate[] {
    const updates = message.content.flatMap((block): SessionUpdate[] => {
      if (block.type === 'toolCall') return this.#toolCall(block);
      const isThought = block.type === 'thinking';
      const text = isThought ? block.thinking : block.text;
      if (text === undefined || text.trim() === '') return [];
      return [
        {
          sessionUpdate: isThought ? 'agent_thought_chunk' : 'agent_message_chunk',
          messageId: randomUUID(),
          content: { type: 'text', text },
        },
      ];
    });
    const { stopReason, errorMessage } = message;
    if (stopReason === 'error') updates.push(agentMessage(errorMessage ?? 'The answer failed.'));
    return updates;
  }

  /** A call together with its result, as one card. A call without a result was stopped. */
  #toolCall(block: MessageBlock): SessionUpdate[] {
    const { id, name, arguments: args } = block;
    if (id === undefined || name === undefined) return [];
    const { cwd } = this.#options;
    const result = this.#results.get(block);
    const isDone = result !== undefined && result.isError !== true;
    const changes = isDone ? storedChange(name, args, result.details, cwd) : [];
    return [
      {
        sessionUpdate: 'tool_call',
        toolCallId: this.#ids.next(id),
        name,
        title: titleOf(name, args, cwd),
        kind: kindOf(name),
        status: isDone ? 'completed' : 'failed',
        locations: locationsOf(name, args, cwd),
        content:
          changes.length > 0 ? changes : shownResult(name, result === undefined ? result : asShown(result)),
        rawInput: args,
      },
    ];
  }

  #compaction(summary: string): SessionUpdate {
    if (!this.#options.compactions)
      return agentMessage(`The conversation before this was summarized:\n\n${summary}`);
    return {
      sessionUpdate: 'compaction_update',
      compactionId: randomUUID(),
      status: 'completed',
      summary: [{ type: 'text', text: summary }],
    };
  }
}

/** The result of each call: the one that comes after it, before another call with its id. */
function resultsOf(messages: readonly RpcMessage[]): ReadonlyMap<MessageBlock, RpcMessage> {
  const calls = new Map<string, MessageBlock>();
  const results = new Map<MessageBlock, RpcMessage>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const block of message.content) if (block.id !== undefined) calls.set(block.id, block);
    }
    const call = message.role === 'toolResult' ? calls.get(message.toolCallId ?? '') : undefined;
    if (call !== undefined) results.set(call, message);
  }
  return results;
}

/** The prompts that are fork points: matched from the end, because what was compacted away is missing at the start. */
function entriesOf(
  messages: readonly RpcMessage[],
  points: readonly ForkPoint[],
): ReadonlyMap<RpcMessage, string> {
  const entries = new Map<RpcMessage, string>();
  let next = points.length - 1;
  for (const message of messages.toReversed()) {
    if (message.role !== 'user') continue;
    const text = textOf(message);
    const found = points.findLastIndex((point, index) => index <= next && point.text === text);
    const point = points[found];
    if (point === undefined) continue;
    entries.set(message, point.entryId);
    next = found - 1;
  }
  return entries;
}

/** oh-my-pi removes an outdated result from what the model reads, and stores what was shown of it. */
const display = z.looseObject({ displayContent: z.looseObject({ text: z.string() }) });

function asShown(result: RpcMessage): Pick<RpcMessage, 'content'> {
  const shown = display.safeParse(result.details);
  return shown.success ? { content: [{ type: 'text', text: shown.data.displayContent.text }] } : result;
}

/** A command that the user ran beside the conversation. */
function shellCommand(message: RpcMessage): SessionUpdate {
  const { command = 'Command', output = '', exitCode, cancelled } = extras.parse(message);
  return {
    sessionUpdate: 'tool_call',
    toolCallId: randomUUID(),
    name: 'bash',
    title: titleOf('bash', { command }, ''),
    kind: 'execute',
    status: cancelled === true || (exitCode ?? 0) !== 0 ? 'failed' : 'completed',
    content: shownOutput(output),
    rawInput: { command },
  };
}

function shownOutput(output: string): ToolCallContent[] {
  return shownResult('bash', { content: [{ type: 'text', text: output }] });
}
