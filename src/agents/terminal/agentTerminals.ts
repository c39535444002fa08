// The terminals of one connection to an agent, by session: made, read, waited for, killed, released (R80–R87).
import { randomUUID } from 'node:crypto';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { TerminalExit } from '../../core/session/terminal/state.ts';
import { commandLineText } from '../../core/text/commandLineText.ts';
import type { Update } from '../schema/updateSchema.ts';
import { OutputReporter } from './outputReporter.ts';
import { OutputTail } from './outputTail.ts';
import type { Program } from '../../../packages/process/startProcess.ts';
import { TerminalProcess } from './terminalProcess.ts';

/** The bytes of output that an agent can have of one terminal; a greater limit is cut to this. */
export const LARGEST_OUTPUT = 1024 * 1024;

/** Commands of one session that run at the same time. */
export const MAX_RUNNING = 64;

/** Terminals of one session whose command has ended and that are not released: the oldest ones make room. */
export const MAX_ENDED = 64;

interface AgentTerminal {
  readonly process: TerminalProcess;
  readonly tail: OutputTail;
  readonly reporter: OutputReporter;
}

/** What is run in a terminal. */
interface TerminalCommand extends Program {
  /** What the agent asked to run, where a shell runs it. */
  readonly line?: string;
}

/** What is to be run in a terminal. */
export interface TerminalStart extends Omit<TerminalCommand, 'cwd'> {
  /** Checks and resolves to the folder; called right before the start, as it may lead somewhere else after a wait. */
  readonly folder: () => Promise<string>;
}

/** The terminals of one session, until that is ended. */
interface SessionTerminals {
  readonly byId: Map<string, AgentTerminal>;
  /** How many are being made. */
  starting: number;
}

export interface AgentTerminalsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Takes what is to be shown. Not called any more once the session is ended. */
  readonly report: (sessionId: string, update: Update) => void;
}

/** The result of `terminal/output`. */
export interface TerminalOutput {
  readonly output: string;
  readonly truncated: boolean;
  /** Absent while it runs (R83). */
  readonly exit?: TerminalExit;
}

/** Thrown for an id that is not in use in the session: never given out, or released (R86). */
export class UnknownTerminalError extends Error {
  override readonly name = 'UnknownTerminalError';
}

/** Thrown when a session has too many terminals, or was closed. */
export class TerminalRefusedError extends Error {
  override readonly name = 'TerminalRefusedError';
}

export class AgentTerminals {
  readonly #options: AgentTerminalsOptions;
  readonly #sessions = new Map<string, SessionTerminals>();
  #disposed = false;
  /** Resolves when the next command may start. */
  #nextStart: Promise<void> = Promise.resolve();
  /** What is being ended. */
  readonly #ending = new Set<Promise<void>>();

  constructor(options: AgentTerminalsOptions) {
    this.#options = options;
  }

  /**
   * Starts a command and resolves to the id of its terminal, while it runs (R80). `limit` is the bytes of output to
   * keep (R82). Rejects with a CommandError, a {@link TerminalRefusedError}, or as the check of its folder does.
   */
  async create(
    sessionId: string,
    command: TerminalStart,
    limit: number,
    signal: AbortSignal,
  ): Promise<string> {
    if (this.#disposed || signal.aborted) throw new TerminalRefusedError('The command is no longer wanted.');
    const terminals = this.#sessions.get(sessionId) ?? { byId: new Map(), starting: 0 };
    this.#sessions.set(sessionId, terminals);
    const ended = [...terminals.byId].filter(([, { process }]) => process.exit !== undefined);
    if (terminals.byId.size - ended.length + terminals.starting >= MAX_RUNNING) {
      throw new TerminalRefusedError(
        `This session runs ${MAX_RUNNING} commands. Wait for one to end, or end those that are not needed any more.`,
      );
    }
    // Agents forget to release what has ended, and would run no command any more.
    for (const [id, terminal] of ended.slice(0, -MAX_ENDED)) {
      terminals.byId.delete(id);
      void this.#end(terminal);
    }
    terminals.starting++;
    try {
      return await this.#start(sessionId, terminals, command, limit, signal);
    } finally {
      terminals.starting--;
    }
  }

  async #start(
    sessionId: string,
    terminals: SessionTerminals,
    { folder, ...program }: TerminalStart,
    limit: number,
    signal: AbortSignal,
  ): Promise<string> {
    const { clock, log } = this.#options;
    const id = `terminal-${randomUUID()}`;
    const isOpen = (): boolean => this.#sessions.get(sessionId) === terminals;
    const report = (update: Update): void => {
      if (isOpen()) this.#options.report(sessionId, update);
    };
    const tail = new OutputTail(Math.min(limit, LARGEST_OUTPUT));
    const { process, reporter, command } = await this.#inTurn(async () => {
      const command: TerminalCommand = { ...program, cwd: await folder() };
      if (signal.aborted || !isOpen()) throw new TerminalRefusedError('The command is no longer wanted.');
      const reporter = new OutputReporter(clock, (piece) =>
        report({ type: 'terminal_output', terminalId: id, ...piece }),
      );
      const process = await TerminalProcess.start({
        ...command,
        clock,
        onOutput: (text) => {
          tail.append(text);
          reporter.append(text);
        },
      });
      return { process, reporter, command };
    });
    const line = command.line ?? commandLineText(command.command, command.args);
    log.info(`Runs “${line}” in ${command.cwd}, process ${process.pid}.`);
    if (signal.aborted || !isOpen()) {
      reporter.dispose();
      await this.#track(process.dispose());
      throw new TerminalRefusedError('The command was stopped: it is no longer wanted.');
    }
    terminals.byId.set(id, { process, tail, reporter });
    report({
      type: 'terminal_started',
      terminalId: id,
      isForeign: false,
      command: line,
      cwd: command.cwd,
      ...(Object.keys(command.env).length > 0 ? { env: command.env } : {}),
    });
    void process.ended.then((exit) => {
      reporter.flush();
      report({ type: 'terminal_exited', terminalId: id, exit });
    });
    return id;
  }

  /**
   * Starts one command after the other, and leaves as much time as each start takes to everything else: starting a
   * process holds up the extension host, and updates, answers and a stop must get through between many of them.
   */
  async #inTurn<T>(start: () => Promise<T>): Promise<T> {
    const before = this.#nextStart;
    const next = Promise.withResolvers<void>();
    this.#nextStart = next.promise;
    await before;
    const began = performance.now();
    try {
      return await start();
    } finally {
      this.#options.clock.after(performance.now() - began, () => next.resolve());
    }
  }

  /** Throws an {@link UnknownTerminalError}. */
  output(sessionId: string, id: string): TerminalOutput {
    const { process, tail } = this.#terminal(sessionId, id);
    const { exit } = process;
    return { ...tail.read(), ...(exit === undefined ? {} : { exit }) };
  }

  /** Resolves when the command has ended, however that came (R84). Throws an {@link UnknownTerminalError}. */
  waitForExit(sessionId: string, id: string): Promise<TerminalExit> {
    return this.#terminal(sessionId, id).process.ended;
  }

  /** Ends the command and keeps the terminal (R85). Rejects with an {@link UnknownTerminalError}. */
  async kill(sessionId: string, id: string): Promise<void> {
    await this.#terminal(sessionId, id).process.kill();
  }

  /** Ends the command if it runs; from now on the id is not in use (R86). Rejects with an {@link UnknownTerminalError}. */
  async release(sessionId: string, id: string): Promise<void> {
    const terminal = this.#terminal(sessionId, id);
    this.#sessions.get(sessionId)?.byId.delete(id);
    await this.#end(terminal);
  }

  /** Ends all terminals of a session (R87). */
  async endSession(sessionId: string): Promise<void> {
    const terminals = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    await Promise.all([...(terminals?.byId.values() ?? [])].map((terminal) => this.#end(terminal)));
  }

  /** Whether a command runs, or is being started. */
  get isRunning(): boolean {
    return [...this.#sessions.values()].some(
      ({ byId, starting }) =>
        starting > 0 || [...byId.values()].some(({ process }) => process.exit === undefined),
    );
  }

  /** Ends all terminals (R87). Resolves when they are gone. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    await Promise.all([...this.#sessions.keys()].map((sessionId) => this.endSession(sessionId)));
    await Promise.all(this.#ending);
  }

  #terminal(sessionId: string, id: string): AgentTerminal {
    const found = this.#sessions.get(sessionId)?.byId.get(id);
    if (found !== undefined) return found;
    throw new UnknownTerminalError(
      `There is no terminal ${id} in this session: it was released, made room for newer ones, or never was.`,
    );
  }

  #end(terminal: AgentTerminal): Promise<void> {
    return this.#track(terminal.process.dispose());
  }

  #track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#ending.delete(tracked));
    this.#ending.add(tracked);
    return tracked;
  }
}
