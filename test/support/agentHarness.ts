// Real connections to fake agents, with everything they say recorded, and nothing left behind.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AcpConnection, type AcpConnectionOptions } from '../../src/agents/acpConnection.ts';
import type { AbortSignalLike } from '../../src/core/base/abort.ts';
import type {
  Agent,
  AgentClient,
  ElicitationOutcome,
  AgentStatus,
  PermissionOutcome,
  PermissionQuestion,
} from '../../src/core/ports/agent.ts';
import type { ClientRequest, Permit } from '../../src/core/ports/clientRequests.ts';
import { ParleyError, type UserError } from '../../src/core/errors.ts';
import type { Clock } from '../../src/core/ports/hostPorts.ts';
import { mergeChunks } from '../../src/core/session/coalesce.ts';
import type { ElicitationQuestion } from '../../src/core/session/elicitation/state.ts';
import type { UpdateEvent } from '../../src/core/session/events.ts';
import type { ProcessLaunch, RemoteLaunch } from '../../src/core/settings/agentSettings.ts';
import type { RawStep } from './programs/rawAgent.ts';
import { MemoryLog } from './log.ts';
import { bundledProgram } from './programs/bundledProgram.ts';

export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** A clock on which the graces of ending a process are a fifth as long, for tests that have to sit them out. */
export const hastyClock: Clock = {
  now: () => Date.now() * 5,
  after: (milliseconds, callback) => realClock.after(milliseconds / 5, callback),
};

/** A clock on which long times, such as the one for `initialize`, are over when the test says so. */
export function patientClock(): Clock & { readonly expire: () => void } {
  const waiting = new Set<() => void>();
  return {
    now: () => realClock.now(),
    after(milliseconds, callback) {
      if (milliseconds < 10_000) return realClock.after(milliseconds, callback);
      waiting.add(callback);
      return { dispose: () => waiting.delete(callback) };
    },
    expire() {
      for (const callback of waiting) callback();
      waiting.clear();
    },
  };
}

/** A permission request that waits for the test's answer. */
export interface AskedPermission {
  readonly sessionId: string;
  readonly question: PermissionQuestion;
  readonly signal: AbortSignalLike;
  readonly answer: (outcome: PermissionOutcome) => void;
  readonly fail: (error: Error) => void;
}

/**
 * A client that records what it gets, in order. Pieces of one text are one update: how many of them come merged depends
 * on how the operating system cut what the agent wrote.
 */
export class RecordingClient implements AgentClient {
  readonly updates: { readonly sessionId: string; readonly event: UpdateEvent }[] = [];
  readonly permissions: AskedPermission[] = [];
  /** Everything in the order it took effect, as short words. */
  readonly order: string[] = [];

  sessionUpdate(_agent: Agent, sessionId: string, event: UpdateEvent): void {
    const last = this.updates.findLastIndex((update) => update.sessionId === sessionId);
    const before = this.updates[last]?.event;
    const both = before === undefined ? undefined : mergeChunks(before, event);
    if (both === undefined) this.updates.push({ sessionId, event });
    else this.updates[last] = { sessionId, event: both };
    const word = event.type === 'tool_call' ? `tool ${event.call.toolCallId}` : `update ${event.type}`;
    if (both === undefined || this.order.at(-1) !== word) this.order.push(word);
  }

  /** The sessions in which the agent asked for files or commands. */
  readonly received: string[] = [];

  requestReceived(_agent: Agent, sessionId: string): void {
    this.received.push(sessionId);
  }

  /** What the agent asked in forms and by pages, and how that is answered. */
  readonly questions: ElicitationQuestion[] = [];
  outcome: ElicitationOutcome = { action: 'cancel' };

  async requestElicitation(
    _agent: Agent,
    _sessionId: string | undefined,
    question: ElicitationQuestion,
  ): Promise<ElicitationOutcome> {
    this.questions.push(question);
    return this.outcome;
  }

  elicitationCompleted(): void {}

  /** What the agent did without having asked, and how that is answered. */
  readonly accesses: ClientRequest[] = [];
  onAccess: (access: ClientRequest, onAsking: () => void) => Promise<Permit> = async () => ({ close() {} });

  async requestAccess(
    _agent: Agent,
    _sessionId: string,
    access: ClientRequest,
    { onAsking }: { readonly onAsking: () => void },
  ): Promise<Permit> {
    this.accesses.push(access);
    return this.onAccess(access, onAsking);
  }

  requestPermission(
    _agent: Agent,
    sessionId: string,
    question: PermissionQuestion,
    signal: AbortSignalLike,
  ): Promise<PermissionOutcome> {
    this.order.push(`permission ${question.call.toolCallId}`);
    const { promise, resolve, reject } = Promise.withResolvers<PermissionOutcome>();
    this.permissions.push({ sessionId, question, signal, answer: resolve, fail: reject });
    return promise;
  }

  /** All answer text so far. */
  get text(): string {
    return this.updates
      .map(({ event }) =>
        event.type === 'message_chunk' && event.content.type === 'text' ? event.content.text : '',
      )
      .join('');
  }
}

/** What an agent says in a flood of `count` pieces. */
export function floodText(count: number): string {
  return Array.from({ length: count }, (_, index) => `word${index} `).join('');
}

/** Runs at the end of the test. A hook of this module would be one of the first file of a worker alone: files share modules. */
export function atEnd(cleanup: () => Promise<void> | void): void {
  onTestFinished(cleanup);
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Harness {
  readonly agent: AcpConnection;
  readonly client: RecordingClient;
  readonly log: MemoryLog;
  readonly statuses: AgentStatus[];
}

/** A connection to any command, or to a remote agent. It is stopped after the test. */
export function connectionTo(
  launch: (Pick<ProcessLaunch, 'command'> & Partial<ProcessLaunch>) | RemoteLaunch,
  options: Partial<AcpConnectionOptions> = {},
): Harness {
  const client = new RecordingClient();
  const log = new MemoryLog();
  const agent = new AcpConnection({
    name: 'fake',
    launch: () => ('url' in launch ? launch : { args: [], env: {}, cwd: tmpdir(), ...launch }),
    client,
    clientInfo: { name: 'parley', title: 'Parley', version: '0.0.0' },
    clock: realClock,
    log,
    ...options,
  });
  const statuses: AgentStatus[] = [];
  agent.onStatusChange((status) => statuses.push(status));
  atEnd(() => agent.stop());
  return { agent, client, log, statuses };
}

/** A connection to the raw agent with these steps. */
export function rawAgent(steps: readonly RawStep[], options?: Partial<AcpConnectionOptions>): Harness {
  const program = bundledProgram('test/support/programs/rawAgent.ts');
  return connectionTo({ command: process.execPath, args: [program, JSON.stringify(steps)] }, options);
}

/** A connection to the fake agent of the SDK with these options. */
export function fakeAgent(script: object = {}, options?: Partial<AcpConnectionOptions>): Harness {
  const program = bundledProgram('test/support/programs/fakeAgent.ts');
  return connectionTo({ command: process.execPath, args: [program, JSON.stringify(script)] }, options);
}

/** The raw agent, connected, with session `s1` open; `steps` come after that. */
export async function openRawAgent(
  steps: readonly RawStep[],
  before: readonly RawStep[] = [],
  options: Partial<AcpConnectionOptions> = {},
): Promise<Harness> {
  const harness = rawAgent([...before, { handshake: {} }, { session: 's1' }, ...steps], options);
  await harness.agent.connect();
  await harness.agent.sessions.create({ cwd: tmpdir(), additional: [] });
  return harness;
}

/** Polls until the condition holds; fails after `seconds`. */
export async function until(condition: () => boolean, what: string, seconds = 45): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** What the user reads when the promise rejects. */
export async function rejection(promise: Promise<unknown>): Promise<UserError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ParleyError) return error.user;
    throw error;
  }
  throw new Error('it did not reject');
}

/** Whether a process of that id runs. One that has ended and is only waiting to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (!existsSync('/proc/self/stat')) return true;
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') !== true;
  } catch {
    // It has ended since.
    return false;
  }
}

/** The process id in the log, the last one started. */
export function pidOf(log: MemoryLog): number {
  const started = log.lines.findLast((line) => line.startsWith('Started'));
  const pid = Number(/process (\d+)/.exec(started ?? '')?.[1]);
  if (!Number.isInteger(pid)) throw new Error('no process was started');
  return pid;
}

/** The messages in a file of the raw agent's `record`. */
export function recorded(file: string): Record<string, unknown>[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
