// One prompt turn: how far it is, what was answered in it, and how it ends.
import type { StopReason } from '@agentclientprotocol/sdk';
import type { RpcMessage } from '../cli/frames.ts';
import { RpcGone } from '../cli/rpcErrors.ts';
import type { TurnState } from './turnState.ts';
import { TurnUsage, type Usage } from './turnUsage.ts';

export interface TurnEnd {
  readonly stopReason: StopReason;
  readonly usage: Usage | undefined;
}

/** The turn failed. The message is a sentence for the user. */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
}

/** Who waits for the end of a turn. */
interface Waiting {
  readonly resolve: (end: TurnEnd) => void;
  readonly reject: (error: Error) => void;
}

export class CliTurn {
  readonly message: string;
  /** Sent while the agent was at work: it waits in the CLI's queue. */
  readonly isQueued: boolean;
  /** The id of the command, under which it may fail late. */
  commandId: string | undefined;
  state: TurnState = 'sent';
  isCancelled = false;
  readonly #waiting: Waiting;
  readonly #usage = new TurnUsage();
  #last: RpcMessage | undefined;
  #hasOutput = false;

  constructor(message: string, isQueued: boolean, waiting: Waiting) {
    this.message = message;
    this.isQueued = isQueued;
    this.#waiting = waiting;
  }

  /** Such a prompt may need no model at all. */
  get isCommand(): boolean {
    return this.message.startsWith('/');
  }

  /** Whether the model has said something, or ended without. */
  get isAnswered(): boolean {
    return this.#hasOutput || this.#last !== undefined;
  }

  /** The model writes something, or ends. */
  addOutput(): void {
    this.#hasOutput = true;
  }

  /** A message of the model is whole. */
  addAnswer(message: RpcMessage): void {
    this.#last = message;
    if (message.usage !== undefined) this.#usage.add(message.usage);
  }

  /** It is over: cancelled, failed, or as its last message says. */
  end(failure: Error | undefined): void {
    const { resolve, reject } = this.#waiting;
    const usage = this.#usage.total();
    const last = this.#last;
    if (this.isCancelled) resolve({ stopReason: 'cancelled', usage });
    else if (failure !== undefined) reject(failure);
    else if (last?.stopReason === 'error') reject(new TurnFailure(modelError(last)));
    else resolve({ stopReason: stopReasonOf(last), usage });
  }
}

/** The stop reason of a turn whose last message from the model is this. */
function stopReasonOf(message: RpcMessage | undefined): StopReason {
  switch (message?.stopReason) {
    case 'length':
      return 'max_tokens';
    case 'aborted':
      return 'cancelled';
    case 'refusal':
      return 'refusal';
    default:
      return 'end_turn';
  }
}

function modelError({ errorMessage, model }: RpcMessage): string {
  const reason = errorMessage === undefined || errorMessage === '' ? 'It gave no reason.' : errorMessage;
  return `The model${model === undefined ? '' : ` ${model}`} failed: ${reason} Send the prompt again or choose another model.`;
}

/** Why a prompt was not accepted, as what its turn ends with. */
export function failureOf(error: unknown): Error {
  if (error instanceof RpcGone) return error;
  return new TurnFailure(error instanceof Error ? error.message : String(error));
}
