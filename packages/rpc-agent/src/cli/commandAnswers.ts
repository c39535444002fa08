// Which command a response answers: some name it by its id, some by its name alone, and some fail after all.
import type { RpcResponse } from './frames.ts';
import { reasonIn } from './nearFrames.ts';
import { RpcRefusal, RpcUnreadable, type RpcGone } from './rpcErrors.ts';

/** Commands that are answered at once and may fail later. */
const MAY_FAIL_LATE = new Set(['prompt', 'abort_and_prompt']);

/** The most commands that are remembered after their answer. */
const MAX_REMEMBERED = 64;

/** The id of an answer is among the first characters of its line. */
const ID_WITHIN_CHARACTERS = 400;

/** A command that was accepted failed after all. */
export interface LateFailure {
  readonly id: string;
  readonly command: string;
  readonly error: string;
}

/** A command on its way: its id, and what will come of it. */
export interface Asked {
  readonly id: string;
  readonly answer: Promise<unknown>;
}

interface Pending {
  readonly command: string;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The commands of one CLI that wait for their answer. */
export class CommandAnswers {
  readonly #log: (line: string) => void;
  readonly #onLateFailure: (failure: LateFailure) => void;
  readonly #pending = new Map<string, Pending>();
  readonly #answered = new Map<string, string>();
  #count = 0;
  #gone: RpcGone | undefined;

  /** `onLateFailure` is called with a second, failing response to a command that had been accepted. */
  constructor(log: (line: string) => void, onLateFailure: (failure: LateFailure) => void) {
    this.#log = log;
    this.#onLateFailure = onLateFailure;
  }

  /** A command is about to be sent, under this id. */
  expect(command: string): Asked {
    const id = `parley-${++this.#count}`;
    const answer = new Promise<unknown>((resolve, reject) => {
      if (this.#gone === undefined) this.#pending.set(id, { command, resolve, reject });
      else reject(this.#gone);
    });
    return { id, answer };
  }

  /** Settles the command that a response answers. */
  accept(response: RpcResponse): void {
    const id = response.id ?? this.#idOf(response);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    const failure =
      response.success === false ? (reasonIn(response.error) ?? 'It gave no reason.') : undefined;
    if (id === undefined || pending === undefined) {
      const command = id === undefined ? undefined : this.#answered.get(id);
      if (id !== undefined && command !== undefined && failure !== undefined) {
        this.#onLateFailure({ id, command, error: failure });
      } else {
        this.#log(`A response to nothing: ${JSON.stringify(response).slice(0, 500)}`);
      }
      return;
    }
    this.#pending.delete(id);
    if (failure !== undefined) {
      pending.reject(new RpcRefusal(pending.command, failure));
      return;
    }
    this.#remember(id, pending.command);
    pending.resolve(response.data);
  }

  /** Whose response it is when it names no id: the oldest command of that name, or any where a line was not read. */
  #idOf(response: RpcResponse): string | undefined {
    for (const [id, { command }] of this.#pending) {
      if (response.command === command || response.command === 'parse') return id;
    }
    return undefined;
  }

  #remember(id: string, command: string): void {
    if (!MAY_FAIL_LATE.has(command)) return;
    this.#answered.set(id, command);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > MAX_REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
  }

  /** A line that is no frame may have been an answer: its command is rejected, so that nobody waits for it for ever. */
  rejectUnreadable(line: string): void {
    const beginning = line.slice(0, ID_WITHIN_CHARACTERS);
    const id = /"id"\s*:\s*"(parley-\d+)"/.exec(beginning)?.[1];
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined || !/"type"\s*:\s*"response"/.test(beginning)) return;
    this.#pending.delete(id);
    pending.reject(new RpcUnreadable(pending.command));
  }

  /** Nothing more is answered: all commands are rejected, later ones too. */
  end(gone: RpcGone): void {
    this.#gone ??= gone;
    for (const { reject } of this.#pending.values()) reject(gone);
    this.#pending.clear();
  }
}
