// Whatever goes wrong behind a request, as what the client shows: the message is a sentence for the user.
import { RequestError } from '@agentclientprotocol/sdk';
import { ZodError } from 'zod';
import { SessionChangeRefused } from '../stored/sessionFork.ts';
import { RpcGone, RpcMissing, RpcRefusal, RpcUnreadable } from '../cli/rpcErrors.ts';
import { TurnFailure } from '../turns/cliTurn.ts';

/** JSON-RPC's code for what is nobody's mistake in the protocol. */
const INTERNAL_ERROR = -32603;

/** ACP's code for a request that needs a sign-in. */
const AUTH_REQUIRED = -32000;

/** What pi and oh-my-pi say where they have no key for the model. */
const NEEDS_KEY =
  /\bno api key\b|\bapi key (?:is )?(?:not found|missing|required)\b|\bnot (?:signed|logged) in\b/i;

export function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  // Its message is a list of JSON.
  if (error instanceof ZodError)
    return new RequestError(INTERNAL_ERROR, "The agent's answer could not be read.");
  const message = error instanceof Error ? error.message : String(error);
  if (NEEDS_KEY.test(message)) return new RequestError(AUTH_REQUIRED, message);
  const known = knownError(error);
  if (known !== undefined) return new RequestError(INTERNAL_ERROR, message, { 'parley.dev/error': known });
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

/** What Parley shows as it shows it of an agent that speaks ACP. */
function knownError(error: unknown): object | undefined {
  if (error instanceof RpcMissing) return { code: 'command-not-found', command: error.command };
  if (!(error instanceof RpcGone) || error.ended === undefined) return undefined;
  return { code: 'agent-exited', message: `${error.ended}.`, stderrTail: error.stderrTail };
}

/** Settles as the work does, but rejects with a RequestError. */
export async function orRequestError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asRequestError(error);
  }
}
