// The errors of connections to remote agents, as users see them.
import { withDetail, type UserError } from './errors.ts';
import { remoteErrorStrings } from './remoteErrorStrings.ts';

/** The server of a remote agent cannot be reached; `reason` is what the system says. */
export function remoteUnreachable(agent: string, address: string, reason: string): UserError {
  return withDetail(
    {
      code: 'remote-unreachable',
      message: remoteErrorStrings.unreachable(agent, address),
      actions: ['restart-agent', 'edit-settings', 'show-log', 'check-agent'],
    },
    reason,
  );
}

/** The connection to a remote agent ended without being closed (R16). */
export function connectionLost(agent: string, reason: string): UserError {
  return withDetail(
    {
      code: 'connection-lost',
      message: remoteErrorStrings.connectionLost(agent),
      actions: ['restart-agent', 'show-log', 'check-agent'],
    },
    reason,
  );
}

/** The server answered 401 or 403. `hadToken`: whether a token or an `Authorization` header was sent. */
export function tokenNeeded(agent: string, status: number, hadToken: boolean): UserError {
  const { tokenMissing, tokenRefused } = remoteErrorStrings;
  return {
    code: 'remote-token-needed',
    message: (hadToken ? tokenRefused : tokenMissing)(agent, status),
    actions: ['enter-token', 'edit-settings', 'show-log', 'check-agent'],
  };
}

/** The server of a remote agent redirects to another one, which gets neither the request nor a header of it. */
export function remoteRedirected(agent: string, target: string): UserError {
  return {
    code: 'remote-redirected',
    message: remoteErrorStrings.redirected(agent, target),
    actions: ['edit-settings', 'show-log', 'check-agent'],
  };
}

/** What answers at the address is no ACP agent; `detail` is what it answered. */
export function remoteNotAcp(agent: string, address: string, detail: string): UserError {
  return withDetail(
    {
      code: 'remote-not-acp',
      message: remoteErrorStrings.notAcp(agent, address),
      actions: ['edit-settings', 'restart-agent', 'show-log', 'check-agent'],
    },
    detail,
  );
}

/** The server refused to connect with another status than those that ask for a token; `detail` is what it answered. */
export function remoteRefused(agent: string, status: number, detail: string): UserError {
  return withDetail(
    {
      code: 'remote-refused',
      message: remoteErrorStrings.refused(agent, status),
      actions: ['restart-agent', 'edit-settings', 'show-log', 'check-agent'],
    },
    detail,
  );
}

/** A remote agent sent more in one message than is read. */
export function remoteMessageTooLarge(agent: string, megabytes: number): UserError {
  return {
    code: 'remote-message-too-large',
    message: remoteErrorStrings.messageTooLarge(agent, megabytes),
    actions: ['restart-agent', 'show-log', 'check-agent'],
  };
}

/** A remote agent did not answer `initialize` in time. */
export function remoteTimedOut(agent: string, seconds: number, detail: string): UserError {
  return withDetail(
    {
      code: 'start-timed-out',
      message: remoteErrorStrings.timedOut(agent, seconds),
      actions: ['restart-agent', 'edit-settings', 'show-log', 'check-agent'],
    },
    detail,
  );
}

/** The connection would not be encrypted, and the user has not agreed to that. */
export function unencryptedNotAllowed(agent: string, address: string): UserError {
  return {
    code: 'unencrypted-not-allowed',
    message: remoteErrorStrings.unencrypted(agent, address),
    actions: ['allow-unencrypted', 'edit-settings'],
  };
}
