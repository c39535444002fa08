// What an RPC-mode CLI says, as schemas. Lenient: a field of the wrong type counts as absent, unknown fields stay.
import * as z from 'zod';
import { nearBlock, nearResult, reasonIn } from './nearFrames.ts';

/** A field that may be missing; one of the wrong type counts as missing. */
function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** A list whose items that do not fit are left out; anything but a list counts as missing. */
function listOf<Schema extends z.ZodType>(item: Schema) {
  return z
    .array(z.unknown())
    .transform((items): z.output<Schema>[] =>
      items.flatMap((each) => {
        const parsed = item.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      }),
    )
    .optional()
    .catch(undefined);
}

const text = maybe(z.string());
const number = maybe(z.number());
const flag = maybe(z.boolean());
const id = maybe(z.union([z.string(), z.number()]).transform(String));
const reason = z
  .unknown()
  .transform((value) => reasonIn(value))
  .optional();

/** Any object with a type: what is not a response is handed on as this. */
export const rpcFrame = z.looseObject({ type: z.string() });
export type RpcFrame = z.output<typeof rpcFrame>;

/** The answer to a command. Unknown commands and unreadable lines are answered without an id by some. */
export const rpcResponse = z.looseObject({
  type: z.literal('response'),
  id,
  command: text,
  success: flag,
  data: z.unknown().optional(),
  error: z.unknown().optional(),
});
export type RpcResponse = z.output<typeof rpcResponse>;

/** Tokens of one message. */
export const messageUsage = z.looseObject({
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  reasoning: number,
  totalTokens: number,
});
export type MessageUsage = z.output<typeof messageUsage>;

/** A content block of a message or of a tool's result: text, thinking, image, tool call, or one not known yet. */
const messageBlock = z.preprocess(
  nearBlock,
  z.looseObject({
    type: z.string(),
    text,
    thinking: text,
    /** An image, as base64. */
    data: text,
    mimeType: text,
    /** A tool call. */
    id,
    name: text,
    arguments: z.unknown().optional(),
  }),
);
export type MessageBlock = z.output<typeof messageBlock>;

/** The text of some messages is a plain string. */
const content = z
  .union([
    z.string().transform((plain): MessageBlock[] => [messageBlock.parse({ type: 'text', text: plain })]),
    z.array(z.unknown()),
  ])
  .transform((blocks) =>
    blocks.flatMap((block) => {
      const parsed = messageBlock.safeParse(block);
      return parsed.success ? [parsed.data] : [];
    }),
  )
  .catch([]);

/** A message of the conversation: user, assistant, toolResult, system, bashExecution, compactionSummary, … */
export const rpcMessage = z.looseObject({
  role: z.string(),
  content,
  usage: maybe(messageUsage),
  /** stop, length, toolUse, error, aborted, pending. */
  stopReason: text,
  errorMessage: reason,
  model: text,
  /** The result of a tool. */
  toolCallId: id,
  toolName: text,
  isError: flag,
  details: z.unknown().optional(),
});
export type RpcMessage = z.output<typeof rpcMessage>;

/** What a tool handed back, whole or so far. */
export const toolResult = z.preprocess(
  nearResult,
  z.looseObject({ content, details: z.unknown().optional(), isError: flag }),
);
export type ToolResult = z.output<typeof toolResult>;

/** A model. `thinking.efforts` and `thinkingLevelMap` list the thinking levels it has, where the family says so. */
export const rpcModel = z.looseObject({
  id: z.string(),
  provider: z.string(),
  name: text,
  reasoning: flag,
  thinking: maybe(z.looseObject({ efforts: listOf(z.string()) })),
  thinkingLevelMap: maybe(z.record(z.string(), z.unknown())),
  contextWindow: number,
  input: listOf(z.string()),
});
export type RpcModel = z.output<typeof rpcModel>;

const contextUsage = z.looseObject({
  /** null right after a compaction. */
  tokens: maybe(z.number().nullable()),
  contextWindow: number,
});

const todoTask = z.looseObject({ id: text, content: text, status: text });
const todoPhase = z.looseObject({ id: text, name: text, tasks: listOf(todoTask) });
export type TodoPhase = z.output<typeof todoPhase>;
export const todoPhases = listOf(todoPhase);

/** The data of `get_state`. */
const rpcState = z.looseObject({
  model: maybe(rpcModel),
  thinkingLevel: text,
  isStreaming: flag,
  isCompacting: flag,
  steeringMode: text,
  followUpMode: text,
  /** Only oh-my-pi and xcsh. */
  interruptMode: text,
  sessionFile: text,
  sessionId: text,
  sessionName: text,
  autoCompactionEnabled: flag,
  queuedMessageCount: number,
  pendingMessageCount: number,
  todoPhases,
  contextUsage: maybe(contextUsage),
});
export type RpcState = z.output<typeof rpcState>;

/** The state in an answer to `get_state`; that of an answer without one says nothing. */
export function stateIn(data: unknown): RpcState {
  return rpcState.safeParse(data).data ?? {};
}

/** The data of `get_available_models`. */
export const availableModels = z.looseObject({ models: listOf(rpcModel) });

/** The data of `get_available_thinking_levels` (pi from 0.87). */
export const availableThinkingLevels = z.looseObject({ levels: listOf(z.string()) });

/** The data of `get_session_stats`. Money in dollars. */
export const sessionStats = z.looseObject({
  cost: number,
  contextUsage: maybe(contextUsage),
});
export type SessionStats = z.output<typeof sessionStats>;

/** A slash command of the CLI: `get_commands`, `get_available_commands`, `available_commands_update`. */
const rpcCommand = z.looseObject({
  name: z.string(),
  description: text,
  input: maybe(z.looseObject({ hint: text })),
});
export type RpcCommand = z.output<typeof rpcCommand>;
export const commandList = z.looseObject({ commands: listOf(rpcCommand) });

/** The data of `get_messages`. */
export const messageList = z.looseObject({ messages: listOf(rpcMessage) });

/** `message_start` and `message_end`. */
export const messageFrame = z.looseObject({ message: maybe(rpcMessage) });

/** `message_update`. Only the delta is used: some families send the message so far with it, some do not. */
export const messageUpdate = z.looseObject({
  assistantMessageEvent: z.looseObject({
    type: z.string(),
    /** Which block of the message: blocks of one message may interleave. */
    contentIndex: number,
    delta: text,
    content: text,
    /** Sent by newer pi with `toolcall_start`. */
    id,
    toolName: text,
    /** Sent with `toolcall_end`. */
    toolCall: maybe(messageBlock),
    /** The message so far, in the other families: which has a tool call's name and id. */
    partial: maybe(z.looseObject({ content: listOf(messageBlock) })),
  }),
});

/** `tool_execution_start`, `tool_execution_update` and `tool_execution_end`. */
export const toolExecution = z
  .looseObject({
    toolCallId: id,
    toolName: text,
    args: z.unknown().optional(),
    partialResult: maybe(toolResult),
    result: maybe(toolResult),
    isError: flag,
  })
  // Frames of a call without an id belong together if they name the same tool.
  .transform((call) => ({ ...call, toolCallId: call.toolCallId ?? call.toolName ?? 'tool' }));

/** `agent_end`. `willRetry`: the turn goes on. `messages`: all of the turn. */
export const agentEnd = z.looseObject({ willRetry: flag, isTerminal: flag, messages: listOf(rpcMessage) });

/** `auto_retry_start` and `auto_retry_end`. */
export const autoRetry = z.looseObject({
  attempt: number,
  maxAttempts: number,
  /** In milliseconds. */
  delayMs: number,
  errorMessage: reason,
  success: flag,
  finalError: reason,
});

/** `compaction_start/_end` and `auto_compaction_start/_end`. */
export const compaction = z.looseObject({
  aborted: flag,
  willRetry: flag,
  skipped: flag,
  errorMessage: reason,
  result: maybe(z.looseObject({ summary: text })),
});

/** `extension_error`. */
export const extensionError = z.looseObject({ extensionPath: text, error: reason });

/** `queue_update`: the messages that wait for their turn. */
export const queueUpdate = z.looseObject({ steering: listOf(z.string()), followUp: listOf(z.string()) });

/** The greeting of oh-my-pi. */
export const readyFrame = z.looseObject({
  type: z.literal('ready'),
  supportedProtocolVersions: listOf(z.number()),
});

/** `prompt_result` of oh-my-pi, and the data of its response to `prompt`: whether the model was asked at all. */
export const promptResult = z.looseObject({ id: text, agentInvoked: flag });

/** A `notice` of oh-my-pi. */
export const noticeFrame = z.looseObject({ level: text, message: text, source: text });

/** `session_info_changed` of pi (`name`) and `session_info_update` of oh-my-pi (`title`). */
export const sessionInfo = z.looseObject({ name: text, title: text });

/** `command_output` of oh-my-pi: what a command of its own says. */
export const commandOutput = z.looseObject({ text });

/** `ttsr_triggered`: rules of the user that the answer broke. */
export const brokenRules = z.looseObject({ rules: listOf(z.looseObject({ name: text })) });

/** `todo_reminder`. */
export const todoReminder = z.looseObject({ todos: listOf(todoTask) });

/** `retry_fallback_applied`: the model that answers in place of the one that failed. */
export const retryFallback = z.looseObject({ from: text, to: text });
