// The errors of signing in: what is needed, what failed, and the next steps.
import { withDetail, type UserError } from '../errors.ts';
import { signInStrings } from './signInStrings.ts';

/** The agent wants the user to sign in first (-32000, R29). `said`: the agent's own message about it. */
export function signInNeeded(agent: string, said?: string): UserError {
  return withDetail(
    {
      code: 'sign-in-needed',
      message: signInStrings.needed(agent),
      actions: ['sign-in', 'show-log', 'check-agent'],
    },
    said,
  );
}

/** The user gave up before the agent answered. */
export function signInCancelled(agent: string): UserError {
  return { code: 'sign-in-cancelled', message: signInStrings.cancelled(agent), actions: ['sign-in'] };
}

/** The user signed out, so that the next request needs a sign-in (R30). */
export function signedOut(agent: string): UserError {
  return { code: 'sign-in-needed', message: signInStrings.signedOut(agent), actions: ['sign-in'] };
}

/** The agent asks for a sign-in again right after one. */
export function signInWithoutEffect(agent: string, said?: string): UserError {
  return withDetail(
    {
      code: 'sign-in-without-effect',
      message: signInStrings.withoutEffect(agent),
      actions: ['show-log', 'restart-agent'],
    },
    said,
  );
}

/** The agent refused the sign-in that was to satisfy it. `said`: why. */
export function signInRefused(agent: string, said?: string): UserError {
  return withDetail(
    {
      code: 'sign-in-refused',
      message: signInStrings.refused(agent),
      actions: ['show-log', 'restart-agent'],
    },
    said,
  );
}

/** The agent offers no way to sign in that has this id any more. */
export function signInMethodGone(agent: string): UserError {
  return {
    code: 'sign-in-method-gone',
    message: signInStrings.methodGone(agent),
    actions: ['restart-agent'],
  };
}

/** The program that signs in ended without success; `exitCode` is undefined where it was ended or closed. */
export function signInCommandFailed(exitCode: number | undefined): UserError {
  return {
    code: exitCode === undefined ? 'sign-in-terminal-closed' : 'sign-in-command-failed',
    message: exitCode === undefined ? signInStrings.terminalClosed() : signInStrings.commandFailed(exitCode),
    actions: ['show-log'],
  };
}

/** The program that signs in is not there: the agent itself may run all the same. */
export function signInProgramMissing(agent: string, program: string): UserError {
  return {
    code: 'sign-in-program-missing',
    message: signInStrings.programMissing(agent, program),
    actions: ['show-log'],
  };
}

/** VS Code or the system would read a part of the command as something else, so that another one would run than is shown. */
export function signInCommandRefused(part: string): UserError {
  return {
    code: 'sign-in-command-refused',
    message: signInStrings.commandRefused(part),
    actions: ['restart-agent'],
  };
}

/** Nothing runs in a workspace that is not trusted. */
export function signInNotTrusted(): UserError {
  return { code: 'sign-in-not-trusted', message: signInStrings.notTrusted(), actions: [] };
}

/** The agent has no way to sign out. */
export function signOutMissing(agent: string): UserError {
  return { code: 'sign-out-missing', message: signInStrings.signOutMissing(agent), actions: [] };
}
