// The errors of the registry and of installs, as users see them.
import { ParleyError, withDetail } from '../../../core/errors.ts';
import { registryStrings } from './registryStrings.ts';

/** An error without next steps; `detail` is what a server, the system or a program said. */
export function installError(code: string, message: string, detail?: string): ParleyError {
  return new ParleyError(withDetail({ code, message, actions: [] }, detail));
}

/** The user cancelled. */
export function cancelled(): ParleyError {
  return installError('cancelled', registryStrings.cancelled());
}

/** Whether an error says that the user cancelled. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ParleyError && error.user.code === 'cancelled';
}

/** What a thrown value says, with the cause that `fetch` hides behind "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== ''
    ? `${error.message}: ${cause.message}`
    : error.message;
}
