// A shell command that the person runs beside the conversation, as a tool call with its output as it comes.
import { randomUUID } from 'node:crypto';
import type { StopReason, ToolCallContent } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { RpcFrame } from './frames.ts';
import { RpcRefusal } from './rpcCli.ts';
import { unlessStopped, type SlashContext } from './slashContext.ts';
import { shownResult } from './toolCalls.ts';
import { titleOf } from './toolNames.ts';

/** The shortest time between two updates of the output, in milliseconds: each holds all of it. */
const PACE = 100;

/** How much of the end of the output is shown while it comes, in characters. */
const LIVE_OUTPUT = 64 * 1024;

/** `bash_execution_update` (pi from 0.87): a piece of the output of the command with that id. */
const outputPiece = z.looseObject({
  type: z.literal('bash_execution_update'),
  id: z.string(),
  delta: z.string(),
});

const bashResult = z
  .looseObject({
    output: z.string().optional().catch(undefined),
    exitCode: z.number().nullish().catch(undefined),
    cancelled: z.boolean().optional().catch(undefined),
    truncated: z.boolean().optional().catch(undefined),
    fullOutputPath: z.string().optional().catch(undefined),
  })
  .catch({});

/** Runs it to its end; Stop sends `abort_bash`. Rejects with RpcGone. */
export async function runShellCommand(command: string, context: SlashContext): Promise<StopReason> {
  const { cli, cwd, send, signal } = context;
  const toolCallId = randomUUID();
  send({
    sessionUpdate: 'tool_call',
    toolCallId,
    name: 'bash',
    title: titleOf('bash', { command }, cwd),
    kind: 'execute',
    status: 'in_progress',
    rawInput: { command },
  });
  const { id, answer } = cli.ask('bash', { command });
  const live = new LiveOutput((output) =>
    send({ sessionUpdate: 'tool_call_update', toolCallId, content: shown(output) }),
  );
  const listening = cli.onFrame((frame) => live.take(frame, id));
  try {
    const answered = await unlessStopped(answer, 'abort_bash', context);
    const result = bashResult.parse(answered?.data);
    const { output = live.text, exitCode, cancelled, truncated, fullOutputPath } = result;
    const whole = truncated === true && fullOutputPath !== undefined ? [whereAll(fullOutputPath)] : [];
    send({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: answered === undefined || cancelled === true || (exitCode ?? 0) !== 0 ? 'failed' : 'completed',
      content: [...shown(output), ...whole],
      rawOutput: result,
    });
    return signal.aborted ? 'cancelled' : 'end_turn';
  } catch (error) {
    const content = error instanceof RpcRefusal ? { content: shown(error.message) } : {};
    send({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed', ...content });
    if (!(error instanceof RpcRefusal)) throw error;
    return signal.aborted ? 'cancelled' : 'end_turn';
  } finally {
    live.dispose();
    listening.dispose();
  }
}

/** Collects the output and shows it now and then. */
class LiveOutput {
  readonly #show: (output: string) => void;
  #timer: NodeJS.Timeout | undefined;
  text = '';

  constructor(show: (output: string) => void) {
    this.#show = show;
  }

  take(frame: RpcFrame, id: string): void {
    const piece = outputPiece.safeParse(frame);
    if (!piece.success || piece.data.id !== id) return;
    this.text = `${this.text}${piece.data.delta}`.slice(-LIVE_OUTPUT);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#show(this.text);
    }, PACE);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function shown(output: string): ToolCallContent[] {
  return shownResult('bash', { content: [{ type: 'text', text: output }] });
}

function whereAll(path: string): ToolCallContent {
  const text = `The output was too long to show. All of it is in ${path}`;
  return { type: 'content', content: { type: 'text', text } };
}
