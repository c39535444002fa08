// Decides whether an HTTP request may be looked at: who sent it, for whom, and how often.
import type { IncomingHttpHeaders } from 'node:http';
import type { Grant, Grants } from './grants.ts';

/** The largest request; all arguments of the tools are short. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The part of a request that says where it comes from and leads. */
export interface GatedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export interface Refusal {
  /** The HTTP status. */
  readonly status: number;
  /** For the agent. */
  readonly reason: string;
}

export interface Admission {
  readonly grant: Grant;
  /** Called once when the request was answered. */
  readonly end: () => void;
}

/** Looks at everything but the body. `port`: where the server listens. */
export function admit(request: GatedRequest, grants: Grants, port: number): Admission | Refusal {
  const { method, url, headers } = request;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase())) {
    return { status: 403, reason: 'This server answers only requests for 127.0.0.1.' };
  }
  // Agents send none; a page in a browser sends its own, whatever name leads it here.
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) {
    return { status: 403, reason: 'Requests of another origin are refused.' };
  }
  const [, id = ''] = /^\/mcp\/([\w-]{1,40})$/.exec(url ?? '') ?? [];
  const grant = grants.find(id, headers.authorization);
  if (grant === undefined) {
    return CLOSED;
  }
  if (method !== 'POST') return { status: 405, reason: 'Only POST is served.' };
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return TOO_LARGE;
  const end = grant.limit.begin();
  return end === undefined
    ? { status: 429, reason: 'Too many calls at once: wait a second and call again.' }
    : { grant, end };
}

export const CLOSED: Refusal = { status: 401, reason: 'The token is wrong, or its session is closed.' };

/** It would pass the limits as one request. The protocol has none since its revision of 2025-06-18. */
export const BATCH: Refusal = { status: 400, reason: 'Batches are not served: send each message alone.' };

export const TOO_LARGE: Refusal = { status: 413, reason: `A request has at most ${MAX_BODY_BYTES} bytes.` };
