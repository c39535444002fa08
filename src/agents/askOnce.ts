// Asks an agent one question in a session of its own that leaves no trace: a process that nothing else uses.
import { readOnlyMode } from '../core/configOptions/readOnlyMode.ts';
import { agentActed, agentStopped, ParleyError } from '../core/errors.ts';
import type { AskOptions } from '../core/ports/askAgent.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { Redactor } from '../core/secrets/redactor.ts';
import type { ConfigOption } from '../core/session/configOptions/state.ts';
import type { UpdateEvent } from '../core/session/events.ts';
import type { ToolCallPatch } from '../core/session/toolCall/state.ts';
import type { Launch } from '../core/settings/agentSettings.ts';
import { settlesWithin } from '../../packages/process/wait.ts';
import { AcpConnection } from './acpConnection.ts';
import type { ClientInfo } from './handshake.ts';
import { refusingClient } from './refusingClient.ts';
import type { TrafficLog } from './wire/wireLog.ts';

/** The time for the agent to remove the session. */
const REMOVAL_TIMEOUT_MS = 3_000;

/** The rest of an agent's answer is not read, in UTF-16 code units. */
const MAX_ANSWER_CHARACTERS = 200_000;

export interface AskOnceOptions extends AskOptions {
  /** The agent's key in the settings. */
  readonly name: string;
  /** What the user calls it. */
  readonly label: string;
  readonly launch: () => Promise<Launch>;
  readonly clientInfo: ClientInfo;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly wireLog?: () => TrafficLog | undefined;
}

/** Tool calls that change something, whatever the mode. */
const CHANGING = new Set(['edit', 'delete', 'move']);

/**
 * Resolves to the answer: what the agent wrote last without using a tool in between. It has no files, no terminals and no
 * MCP servers of Parley's, works in its read-only mode where it has one, and whatever it asks to be allowed is rejected.
 * Rejects with a ParleyError; with `agent-stopped` as soon as `signal` aborts, and with `agent-acted` when the agent
 * changes something without asking. The session is deleted, or closed, where the agent can, and the process ends.
 */
export async function askOnce(options: AskOnceOptions): Promise<string> {
  const { label, signal } = options;
  const cancelled = Promise.withResolvers<never>();
  const onCancel = (): void => cancelled.reject(new ParleyError(agentStopped(label)));
  if (signal.aborted) onCancel();
  else signal.addEventListener('abort', onCancel);
  const asked = new Asked(options);
  const answer = signal.aborted ? cancelled.promise : asked.run();
  try {
    return await Promise.race([answer, cancelled.promise]);
  } finally {
    asked.end();
  }
}

class Asked {
  readonly #options: AskOnceOptions;
  readonly #connection: AcpConnection;
  #isEnded = false;
  #sessionId: string | undefined;
  #opening: Promise<string> | undefined;
  #isPrompting = false;
  #configOptions: readonly ConfigOption[] = [];
  #isReadOnly = false;
  #hasActed = false;
  readonly #acted = Promise.withResolvers<never>();
  /** The kinds of the tool calls, by their ids. */
  readonly #kinds = new Map<string, string>();
  /** What was written since the last use of a tool, and before it. */
  #text = '';
  #earlier = '';

  constructor(options: AskOnceOptions) {
    this.#options = options;
    const { name, label, launch, clientInfo, clock, log, redactor, wireLog } = options;
    this.#connection = new AcpConnection({
      name,
      label,
      launch,
      clientInfo,
      clock,
      log,
      redactor,
      ...(wireLog === undefined ? {} : { wireLog }),
      client: refusingClient((_agent, _sessionId, event) => this.#follow(event)),
    });
  }

  async run(): Promise<string> {
    const { cwd, prompt, onOpened } = this.#options;
    await this.#connection.connect();
    this.#opening = this.#connection.sessions.create({ cwd, additional: [] });
    const sessionId = await this.#opening;
    this.#sessionId = sessionId;
    onOpened?.(sessionId);
    if (this.#isEnded) return '';
    await this.#setReadOnlyMode(sessionId);
    if (this.#isEnded) return '';
    this.#isPrompting = true;
    const turn = this.#connection.prompt(sessionId, [{ type: 'text', text: prompt }]);
    await Promise.race([turn, this.#acted.promise]);
    return this.#text.trim() === '' ? this.#earlier : this.#text;
  }

  /** Ends the session and the process, in the background. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const sessionId = this.#sessionId;
    if (sessionId !== undefined && this.#isPrompting) this.#connection.cancel(sessionId);
    void this.#leave();
  }

  async #leave(): Promise<void> {
    const { clock, log } = this.#options;
    // One that does what it was not asked for is not waited for.
    if (!this.#hasActed) {
      const removed = this.#remove().catch((error: unknown) =>
        log.info(`The session was not removed: ${String(error)}`),
      );
      await settlesWithin(clock, removed, REMOVAL_TIMEOUT_MS);
    }
    await this.#connection.stop();
    this.#connection.dispose();
  }

  /** Also a session that the agent is just opening. */
  async #remove(): Promise<void> {
    const sessionId = await this.#opening;
    if (sessionId === undefined) return;
    if (this.#connection.description?.sessions.delete === true) {
      await this.#connection.sessions.delete(sessionId);
    } else await this.#connection.sessions.close(sessionId);
  }

  #follow(event: UpdateEvent): void {
    if (event.type === 'config_options') this.#configOptions = event.options;
    if (!this.#isPrompting || this.#isEnded) return;
    if (event.type === 'tool_call') {
      this.#beginAnew();
      this.#judge(event.call);
    }
    if (event.type !== 'message_chunk' || event.role !== 'agent') return;
    if (event.content.type === 'text') this.#add(event.content.text);
  }

  /** Sets the agent's read-only mode. Where it has none or refuses, its tool calls are still judged. */
  async #setReadOnlyMode(sessionId: string): Promise<void> {
    const mode = readOnlyMode(this.#configOptions);
    if (mode === undefined) return;
    const { option, value } = mode;
    try {
      if (option.currentValue !== value)
        await this.#connection.controls.setConfigOption(sessionId, option, value);
      this.#isReadOnly = true;
    } catch (error) {
      this.#options.log.info(`The mode ${value} was not set: ${String(error)}`);
    }
  }

  /** Ends the work of an agent that does more than answer. What it runs in a read-only mode is its own to judge. */
  #judge({ toolCallId, kind, status }: ToolCallPatch): void {
    if (typeof kind === 'string') this.#kinds.set(toolCallId, kind);
    const known = this.#kinds.get(toolCallId) ?? '';
    const isAction = CHANGING.has(known) || (known === 'execute' && !this.#isReadOnly);
    if (!isAction || (status !== 'in_progress' && status !== 'completed')) return;
    this.#hasActed = true;
    this.#acted.reject(new ParleyError(agentActed(this.#options.label)));
  }

  #beginAnew(): void {
    if (this.#text.trim() !== '') this.#earlier = this.#text;
    this.#text = '';
  }

  #add(text: string): void {
    const left = MAX_ANSWER_CHARACTERS - this.#text.length;
    if (left <= 0) return;
    this.#text += text.slice(0, left);
    this.#options.onText(this.#text);
  }
}
