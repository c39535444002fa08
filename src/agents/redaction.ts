// An agent's log and its errors, without secrets.
import { ParleyError, type UserError } from '../core/errors.ts';
import type { Log } from '../core/ports/hostPorts.ts';
import type { Redactor } from '../core/secrets/redactor.ts';

/** A log in which secrets are masked. */
export function redactedLog(log: Log, redactor: Redactor): Log {
  return {
    info: (message) => log.info(redactor.text(message)),
    warn: (message) => log.warn(redactor.text(message)),
    error: (message) => log.error(redactor.text(message)),
  };
}

/** An error for the user in which secrets are masked: it may quote the agent, or a command line. */
export function redactedUserError(user: UserError, redactor: Redactor): UserError {
  const message = redactor.text(user.message);
  return user.detail === undefined
    ? { ...user, message }
    : { ...user, message, detail: redactor.text(user.detail) };
}

/** The same for an error that is thrown; one that is for nobody to see stays as it is. */
export function redactedError(error: unknown, redactor: Redactor): unknown {
  return error instanceof ParleyError
    ? new ParleyError(redactedUserError(error.user, redactor), { cause: error.cause })
    : error;
}
