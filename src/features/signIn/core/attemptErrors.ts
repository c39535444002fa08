// Why an attempt to sign in or out failed, and the next steps.
import { withDetail, type UserError } from '../../../core/errors.ts';
import { attemptStrings } from './attemptStrings.ts';

/** The agent asks for a sign-in again right after one. */
export function signInWithoutEffect(agent: string, said?: string): UserError {
  return withDetail(
    {
      code: 'sign-in-without-effect',
      message: attemptStrings.withoutEffect(agent),
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
      message: attemptStrings.refused(agent),
      actions: ['show-log', 'restart-agent'],
    },
    said,
  );
}

/** The agent offers no way to sign in that has this id any more. */
export function signInMethodGone(agent: string): UserError {
  return {
    code: 'sign-in-method-gone',
    message: attemptStrings.methodGone(agent),
    actions: ['restart-agent'],
  };
}

/** The program that signs in ended without success; `exitCode` is undefined where it was ended or closed. */
export function signInCommandFailed(exitCode: number | undefined): UserError {
  return {
    code: exitCode === undefined ? 'sign-in-terminal-closed' : 'sign-in-command-failed',
    message:
      exitCode === undefined ? attemptStrings.terminalClosed() : attemptStrings.commandFailed(exitCode),
    actions: ['show-log'],
  };
}

/** Nothing runs in a workspace that is not trusted. */
export function signInNotTrusted(): UserError {
  return { code: 'sign-in-not-trusted', message: attemptStrings.notTrusted(), actions: [] };
}

/** The agent has no way to sign out. */
export function signOutMissing(agent: string): UserError {
  return { code: 'sign-out-missing', message: attemptStrings.signOutMissing(agent), actions: [] };
}
