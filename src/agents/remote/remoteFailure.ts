// Why a remote agent cannot be reached any more, and what the user sees of it.
import type { UserError } from '../../core/errors.ts';
import {
  connectionLost,
  remoteMessageTooLarge,
  remoteNotAcp,
  remoteRedirected,
  remoteRefused,
  remoteUnreachable,
  tokenNeeded,
} from '../../core/remoteErrors.ts';
import { addressText } from '../../core/settings/remoteAddress.ts';
import type { RemoteLaunch } from '../../core/settings/agentSettings.ts';

/** The largest message that is read, in bytes. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

export type FailureCause =
  | { readonly kind: 'unreachable' | 'lost' | 'not-acp'; readonly detail: string }
  | { readonly kind: 'status'; readonly status: number; readonly detail: string }
  | { readonly kind: 'redirected'; readonly target: string }
  | { readonly kind: 'too-large' };

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly why: FailureCause;

  constructor(why: FailureCause, options?: ErrorOptions) {
    super(why.kind, options);
    this.why = why;
  }
}

/** What a thrown value says, with the causes behind it: `fetch failed` alone helps nobody. */
export function reasonOf(error: unknown): string {
  const texts: string[] = [];
  for (let each = error; each instanceof Error && texts.length < 5; each = each.cause) {
    // An attempt at several addresses of one host has its reasons in a list.
    const inner = each instanceof AggregateError ? each.errors.map(reasonOf) : [each.message];
    texts.push(...inner.filter((text) => text !== ''));
  }
  return [...new Set(texts)].join(': ') || String(error);
}

/** The error for the user. `isConnected`: whether the agent had answered before. */
export function describeFailure(
  failure: unknown,
  name: string,
  { launch, isConnected }: { readonly launch: RemoteLaunch; readonly isConnected: boolean },
): UserError {
  const address = addressText(launch.url);
  if (!(failure instanceof RemoteFailure)) {
    const reason = reasonOf(failure);
    return isConnected ? connectionLost(name, reason) : remoteNotAcp(name, address, reason);
  }
  const { why } = failure;
  switch (why.kind) {
    case 'unreachable':
      return isConnected ? connectionLost(name, why.detail) : remoteUnreachable(name, address, why.detail);
    case 'lost':
      return connectionLost(name, why.detail);
    case 'not-acp':
      return remoteNotAcp(name, address, why.detail);
    case 'redirected':
      return remoteRedirected(name, why.target);
    case 'too-large':
      return remoteMessageTooLarge(name, MAX_MESSAGE_BYTES / MEGABYTE);
    case 'status':
      return why.status === 401 || why.status === 403
        ? tokenNeeded(name, why.status, hasCredentials(launch))
        : remoteRefused(name, why.status, why.detail);
  }
}

function hasCredentials({ token, headers }: RemoteLaunch): boolean {
  return token !== undefined || Object.keys(headers).some((name) => /^(?:proxy-)?authorization$/i.test(name));
}
