// The errors with which agents and their programs refuse: a sign-in is needed, or its program cannot run.
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
