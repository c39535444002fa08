// A shell command that the user runs beside the conversation, as a tool call with its output as it comes.
import { randomUUID } from 'node:crypto';
import type { StopReason, ToolCallContent } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { RpcFrame, ToolResult } from '../cli/frames.ts';
import { RpcRefusal } from '../cli/rpcErrors.ts';
import { unlessStopped, type SlashContext } from './slashContext.ts';
import { ShellOutput } from '../conversation/shellOutput.ts';
import { shownResult } from '../conversation/cliToolCalls.ts';
import { titleOf } from '../conversation/toolNames.ts';

/** The shortest time between two updates of the output: each holds all of it. */
const UPDATE_INTERVAL_MS = 100;

/** So much of the end of the output is shown while the command runs. */
const MAX_LIVE_CHARACTERS = 64 * 1024;

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
  const { cli, signal } = context;
  const card = new Card(command, context);
  const { id, answer } = cli.ask('bash', { command });
  const liveOutput = new LiveOutput((output) => card.show(output));
  const listening = cli.onFrame((frame) => liveOutput.handleFrame(frame, id));
  try {
    const answered = await unlessStopped(answer, 'abort_bash', context);
    card.end(answered === undefined ? { cancelled: true } : bashResult.parse(answered.data), liveOutput.text);
  } catch (error) {
    const isRefused = error instanceof RpcRefusal;
    card.end({ cancelled: true, ...(isRefused ? { output: error.message } : {}) }, liveOutput.text);
    if (!isRefused) throw error;
  } finally {
    liveOutput.dispose();
    listening.dispose();
  }
  return signal.aborted ? 'cancelled' : 'end_turn';
}

/** The tool call that shows the command: with a terminal where the client shows those, with text in other clients. */
class Card {
  readonly #toolCallId = randomUUID();
  readonly #send: SlashContext['send'];
  readonly #terminal: ShellOutput | undefined;

  constructor(command: string, { cwd, send, terminals }: SlashContext) {
    this.#send = send;
    const terminal = terminals ? new ShellOutput(this.#toolCallId) : undefined;
    this.#terminal = terminal;
    send({
      sessionUpdate: 'tool_call',
      toolCallId: this.#toolCallId,
      name: 'bash',
      title: titleOf('bash', { command }, cwd),
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command },
      ...(terminal === undefined ? {} : { content: [terminal.content], ...terminal.begin(cwd) }),
    });
  }

  /** The output so far, or the end of it. */
  show(output: string): void {
    const update = { sessionUpdate: 'tool_call_update' as const, toolCallId: this.#toolCallId };
    if (this.#terminal === undefined) this.#send({ ...update, content: shown(output) });
    else {
      const more = this.#terminal.more(printed(output));
      if (more !== undefined) this.#send({ ...update, ...more });
    }
  }

  end(result: z.output<typeof bashResult>, soFar: string): void {
    const { output = soFar, exitCode, cancelled, truncated, fullOutputPath } = result;
    const failed = cancelled === true || (exitCode ?? 0) !== 0;
    const whole = truncated === true && fullOutputPath !== undefined ? [fullOutputNote(fullOutputPath)] : [];
    const terminal = this.#terminal;
    const details = { exitCode: exitCode ?? undefined };
    this.#send({
      sessionUpdate: 'tool_call_update',
      toolCallId: this.#toolCallId,
      status: failed ? 'failed' : 'completed',
      content: [...(terminal === undefined ? shown(output) : [terminal.content]), ...whole],
      rawOutput: result,
      ...terminal?.end({ ...printed(output), details }, failed),
    });
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

  handleFrame(frame: RpcFrame, id: string): void {
    const piece = outputPiece.safeParse(frame);
    if (!piece.success || piece.data.id !== id) return;
    this.text = `${this.text}${piece.data.delta}`.slice(-MAX_LIVE_CHARACTERS);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#show(this.text);
    }, UPDATE_INTERVAL_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function shown(output: string): ToolCallContent[] {
  return shownResult('bash', printed(output));
}

function printed(output: string): ToolResult {
  return { content: [{ type: 'text', text: output }] };
}

function fullOutputNote(path: string): ToolCallContent {
  const text = `The output is too long to show. The full output is in ${path}`;
  return { type: 'content', content: { type: 'text', text } };
}
