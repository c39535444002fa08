// The sessions that may call, each by an address and a token of its own.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../../core/ports/hostPorts.ts';
import type { ServedSession } from '../../../../core/ports/servedSession.ts';
import { RateLimit } from './rateLimit.ts';
import type { TurnBaseline } from '../turnBaseline.ts';

/** What one session was given. */
export interface Grant {
  /** Part of the address; no secret. */
  readonly id: string;
  readonly session: ServedSession;
  readonly limit: RateLimit;
  /** The problems that there were when the session's turn began. */
  baseline: TurnBaseline | undefined;
}

const BEARER = /^Bearer ([\w-]{1,200})$/i;

export class Grants {
  readonly #clock: Clock;
  readonly #grants = new Map<string, { readonly grant: Grant; readonly digest: Buffer }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lets a session call; the token is known to nobody else, and only its digest is held here. */
  add(session: ServedSession): { readonly grant: Grant; readonly token: string } {
    this.#removeClosed();
    const token = randomBytes(32).toString('base64url');
    const id = randomBytes(9).toString('base64url');
    const grant = { id, session, limit: new RateLimit(this.#clock), baseline: undefined };
    this.#grants.set(id, { grant, digest: digestOf(token) });
    return { grant, token };
  }

  /** The session that an address and an `Authorization` header are of, while it is open; compared in constant time. */
  find(id: string, authorization: string | undefined): Grant | undefined {
    const [, token = ''] = BEARER.exec(authorization ?? '') ?? [];
    const found = this.#grants.get(id);
    const isRight = timingSafeEqual(digestOf(token), found?.digest ?? digestOf(''));
    return isRight && found?.grant.session.isOpen() === true ? found.grant : undefined;
  }

  /** The grants of a session that an agent has open. */
  of(agent: string, sessionId: string): readonly Grant[] {
    return [...this.#grants.values()]
      .map(({ grant }) => grant)
      .filter(({ session }) => session.agent === agent && session.id() === sessionId && session.isOpen());
  }

  #removeClosed(): void {
    for (const [id, { grant }] of this.#grants) if (!grant.session.isOpen()) this.#grants.delete(id);
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
