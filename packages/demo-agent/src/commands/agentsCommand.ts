// The command that starts sub-agents: sessions of their own, which the client is told of in the session that started them.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { methods, type AgentContext } from '@agentclientprotocol/sdk';
import type { StoredUpdate } from '../session/demoTranscript.ts';
import type { DemoSession } from '../session/demoTurn.ts';
import type { DemoCommand } from './demoCommand.ts';

const MAX_AGENTS = 1_000;
const STEP_MS = 500;
/** Longer than anyone waits. */
const LONG_MS = 600_000;

const TASKS: readonly (readonly [title: string, description: string])[] = [
  ['Find where rates are used', 'Explorer'],
  ['Check the tests', 'Tester'],
  ['Read the documentation', 'Reader'],
];

/** What the prompt asked for besides their number. */
interface Wishes {
  /** The turn ends before they do. */
  readonly background: boolean;
  /** Each asks for permission. */
  readonly ask: boolean;
  /** Each works until it is stopped. */
  readonly long: boolean;
  /** Their end is never reported. */
  readonly lost: boolean;
}

export const agents: DemoCommand = {
  name: 'agents',
  aliases: ['subagents'],
  argument: '[N] [background] [ask] [long] [lost]',
  description: 'Start sub-agents, the first of which starts another one',
  async run(turn) {
    const words = turn.prompt.argument.toLowerCase().split(/\s+/);
    const count = Math.min(Math.max(1, Number.parseInt(words[0] ?? '', 10) || 2), MAX_AGENTS);
    const wishes: Wishes = {
      background: words.includes('background'),
      ask: words.includes('ask'),
      long: words.includes('long'),
      lost: words.includes('lost'),
    };
    await turn.say(`I start ${count} ${count === 1 ? 'sub-agent' : 'sub-agents'}.`);
    const working = Array.from({ length: count }, (_, index) => {
      const signal = wishes.background ? undefined : turn.signal;
      return new DemoSubagent(turn.client, turn.session, turn.session.id, index, signal).work(wishes);
    });
    if (wishes.background) {
      // The connection may close before they are done.
      void Promise.allSettled(working).then(() => turn.save());
      await turn.say(' They go on while you do something else.');
      return undefined;
    }
    await turn.unlessCancelled(Promise.all(working));
    await turn.say(' All of them have answered.');
    return undefined;
  },
};

class DemoSubagent {
  readonly #client: AgentContext;
  readonly #session: DemoSession;
  readonly #parent: string;
  readonly #index: number;
  readonly #id = randomUUID();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;

  /** `signal` aborts with the turn; undefined for one that goes on after it. */
  constructor(
    client: AgentContext,
    session: DemoSession,
    parent: string,
    index: number,
    signal: AbortSignal | undefined,
  ) {
    this.#client = client;
    this.#session = session;
    this.#parent = parent;
    this.#index = index;
    this.#signal = signal === undefined ? this.#stop.signal : AbortSignal.any([this.#stop.signal, signal]);
  }

  async work(wishes: Wishes, depth = 0): Promise<void> {
    const [title = '', description = ''] = TASKS[(this.#index + depth) % TASKS.length] ?? [];
    this.#session.subagents.set(this.#id, this.#stop);
    await this.#reportState({ state: 'running' }, { title, description, capabilities: { cancel: {} } });
    await this.#message(this.#id, this.#parent, this.#id, `${title}. Answer with a list.`);
    try {
      await this.#steps(wishes, depth);
      if (wishes.lost) return;
      await this.#reportState({ state: 'idle', stopReason: 'end_turn' });
      await this.#message(this.#parent, this.#id, this.#parent, `${title}: there is nothing to report.`);
    } catch (error) {
      if (!this.#signal.aborted) throw error;
      await this.#reportState({ state: 'idle', stopReason: 'cancelled' });
    } finally {
      this.#session.subagents.delete(this.#id);
    }
  }

  async #steps(wishes: Wishes, depth: number): Promise<void> {
    await this.#update({
      sessionUpdate: 'agent_thought_chunk',
      content: { type: 'text', text: 'Where to begin?' },
    });
    const toolCallId = 'call-1';
    const call = { toolCallId, title: 'Search src for rates', kind: 'search' };
    await this.#update({ sessionUpdate: 'tool_call', ...call, status: 'pending' });
    if (wishes.ask) await this.#ask(call);
    await this.#update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
    await this.#pause();
    await this.#update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: 'src/rates.ts' } }],
    });
    if (wishes.long) await delay(LONG_MS, undefined, { signal: this.#signal });
    const isFirst = this.#index === 0 && depth === 0;
    if (isFirst) {
      const nested = new DemoSubagent(this.#client, this.#session, this.#id, this.#index, this.#signal);
      await nested.work({ ...wishes, ask: false }, depth + 1);
    }
    for (const text of ['They are used in ', '**one** file: ', '`src/rates.ts`.']) {
      await this.#update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
      await this.#pause();
    }
    await this.#update({ sessionUpdate: 'usage_update', used: 1_200 + this.#index, size: 100_000 });
  }

  async #ask(toolCall: { readonly toolCallId: string; readonly title: string }): Promise<void> {
    const asked = this.#client.request(methods.client.session.requestPermission, {
      sessionId: this.#id,
      toolCall,
      options: [
        { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    });
    await asked;
    this.#signal.throwIfAborted();
  }

  async #pause(): Promise<void> {
    await delay(STEP_MS, undefined, { signal: this.#signal });
  }

  async #update(update: StoredUpdate): Promise<void> {
    this.#signal.throwIfAborted();
    await this.#notify(this.#id, update);
  }

  async #reportState(state: object, more: object = {}): Promise<void> {
    await this.#notify(this.#parent, {
      sessionUpdate: 'subagent_update',
      sessionId: this.#id,
      state,
      ...more,
    });
  }

  async #message(transcript: string, sender: string, recipient: string, text: string): Promise<void> {
    await this.#notify(transcript, {
      sessionUpdate: 'session_message',
      messageId: randomUUID(),
      senderSessionId: sender,
      recipientSessionId: recipient,
      content: [{ type: 'text', text }],
    });
  }

  async #notify(sessionId: string, update: StoredUpdate): Promise<void> {
    this.#session.transcript.addOfSubagent(sessionId, update);
    // Named as any string, because the SDK does not know these updates yet.
    const method: string = methods.client.session.update;
    await this.#client.notify(method, { sessionId, update });
  }
}
