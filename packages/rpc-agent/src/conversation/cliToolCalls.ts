// The tool calls of a CLI as ACP tool calls: announced while the model writes them, then run, then done.
import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import { fencedCode } from '../../../agent/fencedCode.ts';
import { changeReported, FileChange, glimpseOf, type Glimpse } from './fileChange.ts';
import {
  messageUpdate,
  toolExecution,
  type MessageBlock,
  type RpcFrame,
  type ToolResult,
} from '../cli/frames.ts';
import { ShellOutput } from './shellOutput.ts';
import { UniqueToolCallIds } from './uniqueToolCallIds.ts';
import { kindOf, locationsOf, titleOf } from './toolNames.ts';

/** A path is looked for at the beginning of the arguments of a call. */
const MAX_GLIMPSE_CHARACTERS = 4096;

interface Call {
  /** How the client knows it. */
  readonly shownId: string;
  readonly toolName: string;
  args: unknown;
  change: FileChange | undefined;
  /** The output of a running command, where the client shows terminals. */
  output: ShellOutput | undefined;
}

/** A call that the model is writing. */
interface Written {
  readonly toolCallId: string;
  readonly toolName: string;
  json: string;
}

export interface CliToolCallsOptions {
  /** Absolute: what the paths of the tools are relative to. */
  readonly cwd: string;
  /** Whether the client shows terminals that it did not make. */
  readonly terminals: boolean;
  /** How a tool of the client's is called; undefined for the CLI's own. */
  readonly hostTitle?: (toolName: string) => string | undefined;
  readonly send: (update: SessionUpdate) => void;
}

/** Follows the calls of one session. */
export class CliToolCalls {
  readonly #options: CliToolCallsOptions;
  readonly #open = new Map<string, Call>();
  /** By the place in the message. */
  readonly #written = new Map<number, Written>();
  readonly #glimpses = new Map<string, Glimpse>();
  /** Output may still come after the end, when a call was stopped: it opens nothing. */
  readonly #ended = new Set<string>();
  readonly #ids = new UniqueToolCallIds();

  constructor(options: CliToolCallsOptions) {
    this.#options = options;
  }

  /** `message_update`: the model writes a call. */
  written(frame: RpcFrame): void {
    const parsed = messageUpdate.safeParse(frame);
    if (!parsed.success) return;
    const {
      type,
      contentIndex = -1,
      delta = '',
      id,
      toolName,
      toolCall,
      partial,
    } = parsed.data.assistantMessageEvent;
    if (type === 'toolcall_start') {
      const block = partial?.content?.[contentIndex];
      const callId = id ?? block?.id;
      const name = toolName ?? block?.name;
      if (callId === undefined || callId === '' || name === undefined) return;
      this.#written.set(contentIndex, { toolCallId: callId, toolName: name, json: '' });
      this.#announce(callId, name, undefined);
    } else if (type === 'toolcall_delta') {
      this.#glimpse(contentIndex, delta);
    } else if (type === 'toolcall_end') {
      this.#know(toolCall ?? partial?.content?.[contentIndex]);
    }
  }

  #glimpse(contentIndex: number, delta: string): void {
    const written = this.#written.get(contentIndex);
    if (written === undefined || this.#glimpses.has(written.toolCallId)) return;
    // The path comes first; what is written into the file may be long.
    if (written.json.length > MAX_GLIMPSE_CHARACTERS) return;
    written.json += delta;
    const glimpse = glimpseOf(written.toolName, written.json, this.#options.cwd);
    if (glimpse !== undefined) this.#glimpses.set(written.toolCallId, glimpse);
  }

  /** A whole message of the model: calls that came without deltas. */
  message(blocks: readonly MessageBlock[]): void {
    this.#written.clear();
    for (const block of blocks) if (block.type === 'toolCall') this.#know(block);
  }

  /** `tool_execution_start`. */
  started(frame: RpcFrame): void {
    const parsed = toolExecution.safeParse(frame);
    if (!parsed.success) return;
    const { toolCallId, toolName = 'tool', args } = parsed.data;
    const call = this.#announce(toolCallId, toolName, args);
    // Some models write more into their arguments than the tool gets.
    call.args = args ?? call.args;
    if (call.change === undefined) call.change = this.#changeOf(toolCallId, toolName, args);
    else call.change.begin();
    const output =
      this.#options.terminals && kindOf(call.toolName) === 'execute'
        ? new ShellOutput(call.shownId)
        : undefined;
    call.output = output;
    this.#options.send({
      sessionUpdate: 'tool_call_update',
      toolCallId: call.shownId,
      status: 'in_progress',
      ...this.#described(call),
      ...contentOf(output?.content ?? call.change?.preview()),
      ...output?.begin(this.#options.cwd),
    });
  }

  /** `tool_execution_update`: the output so far. */
  progressed(frame: RpcFrame): void {
    const parsed = toolExecution.safeParse(frame);
    if (!parsed.success) return;
    const { toolCallId, toolName = 'tool', args, partialResult } = parsed.data;
    if (this.#ended.has(toolCallId)) return;
    const call = this.#open.get(toolCallId) ?? this.#announce(toolCallId, toolName, args);
    if (call.output !== undefined) {
      const more = call.output.more(partialResult);
      if (more !== undefined) {
        this.#options.send({ sessionUpdate: 'tool_call_update', toolCallId: call.shownId, ...more });
      }
      return;
    }
    const content = shownResult(call.toolName, partialResult);
    const preview = call.change?.preview();
    if (content.length === 0) return;
    this.#options.send({
      sessionUpdate: 'tool_call_update',
      toolCallId: call.shownId,
      content: preview === undefined ? content : [preview, ...content],
    });
  }

  /** `tool_execution_end`. Returns the tool's name. */
  ended(frame: RpcFrame): string | undefined {
    const parsed = toolExecution.safeParse(frame);
    if (!parsed.success) return undefined;
    const { toolCallId, toolName = 'tool', args, result, isError } = parsed.data;
    const call = this.#open.get(toolCallId) ?? this.#announce(toolCallId, toolName, args);
    this.#open.delete(toolCallId);
    this.#glimpses.delete(toolCallId);
    this.#ended.add(toolCallId);
    const failed = isError ?? result?.isError ?? false;
    const made = failed ? undefined : (changeReported(result, this.#options.cwd) ?? call.change?.made());
    const shown = made === undefined ? shownResult(call.toolName, result) : [made];
    this.#options.send({
      sessionUpdate: 'tool_call_update',
      toolCallId: call.shownId,
      status: failed ? 'failed' : 'completed',
      content: call.output === undefined ? shown : [call.output.content, ...shown.filter(isPicture)],
      ...call.output?.end(result, failed),
      ...(result?.details === undefined ? {} : { rawOutput: result.details }),
    });
    return call.toolName;
  }

  /** The turn is over: what still seems to run does not. */
  close(): void {
    for (const [toolCallId, { shownId }] of this.#open) {
      this.#options.send({ sessionUpdate: 'tool_call_update', toolCallId: shownId, status: 'failed' });
      this.#ended.add(toolCallId);
    }
    this.#open.clear();
    this.#written.clear();
    this.#glimpses.clear();
  }

  #know(block: MessageBlock | undefined): void {
    if (block?.id === undefined || block.id === '' || block.name === undefined) return;
    const known = this.#open.get(block.id);
    // It comes again with the end of its message, which may be after its own end.
    if (known?.args !== undefined || (known === undefined && this.#ended.has(block.id))) return;
    const call = this.#announce(block.id, block.name, block.arguments);
    if (known === undefined) return;
    this.#options.send({
      sessionUpdate: 'tool_call_update',
      toolCallId: call.shownId,
      ...this.#described(call),
      ...contentOf(call.change?.preview()),
    });
  }

  /** The call of that id, sent to the client when it is new. */
  #announce(toolCallId: string, toolName: string, args: unknown): Call {
    const known = this.#open.get(toolCallId);
    if (known !== undefined) {
      if (known.args === undefined && args !== undefined) {
        known.args = args;
        known.change ??= this.#changeOf(toolCallId, toolName, args);
      }
      return known;
    }
    const change = args === undefined ? undefined : this.#changeOf(toolCallId, toolName, args);
    const shownId = this.#ids.next(toolCallId);
    const call: Call = { shownId, toolName, args, change, output: undefined };
    this.#ended.delete(toolCallId);
    this.#open.set(toolCallId, call);
    this.#options.send({
      sessionUpdate: 'tool_call',
      toolCallId: shownId,
      name: toolName,
      kind: kindOf(toolName),
      status: 'pending',
      ...this.#described(call),
      ...contentOf(change?.preview()),
    });
    return call;
  }

  #changeOf(toolCallId: string, toolName: string, args: unknown): FileChange | undefined {
    return FileChange.of(toolName, args, this.#options.cwd, this.#glimpses.get(toolCallId));
  }

  #described({ toolName, args }: Call) {
    const title = this.#options.hostTitle?.(toolName) ?? titleOf(toolName, args, this.#options.cwd);
    if (args === undefined) return { title };
    return { title, locations: locationsOf(toolName, args, this.#options.cwd), rawInput: args };
  }
}

function isPicture(content: ToolCallContent): boolean {
  return content.type === 'content' && content.content.type === 'image';
}

function contentOf(content: ToolCallContent | undefined): { content?: ToolCallContent[] } {
  return content === undefined ? {} : { content: [content] };
}

/** What a tool says, for the client to show. The output of a command stays as it was printed. */
export function shownResult(toolName: string, result: ToolResult | undefined): ToolCallContent[] {
  const isOutput = kindOf(toolName) === 'execute';
  return (result?.content ?? []).flatMap((block): ToolCallContent[] => {
    if (block.type === 'image' && block.data !== undefined && block.mimeType !== undefined) {
      return [{ type: 'content', content: { type: 'image', data: block.data, mimeType: block.mimeType } }];
    }
    if (block.type !== 'text' || block.text === undefined || block.text === '') return [];
    const text = isOutput ? fencedCode(block.text, 'console') : block.text;
    return [{ type: 'content', content: { type: 'text', text } }];
  });
}
