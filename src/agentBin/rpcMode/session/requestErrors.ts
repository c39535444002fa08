// Whatever goes wrong behind a request, as what the client shows: the message is a sentence for the user.
import { RequestError } from '@agentclientprotocol/sdk';
import { SessionChangeRefused } from '../stored/sessionFork.ts';
import { RpcGone, RpcRefusal, RpcUnreadable } from '../cli/rpcErrors.ts';
import { TurnFailure } from '../turns/cliTurn.ts';

/** JSON-RPC's code for what is nobody's mistake in the protocol. */
const INTERNAL_ERROR = -32603;

export function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RpcRefusal && !(error instanceof RpcUnreadable)) {
    return new RequestError(INTERNAL_ERROR, `The agent refused “${error.command}”: ${message}`);
  }
  const isSentence =
    error instanceof RpcGone ||
    error instanceof RpcUnreadable ||
    error instanceof TurnFailure ||
    error instanceof SessionChangeRefused;
  return new RequestError(INTERNAL_ERROR, isSentence ? message : `Internal error: ${message}`);
}

/** Settles as the work does, but rejects with a RequestError. */
export async function orRequestError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asRequestError(error);
  }
}
