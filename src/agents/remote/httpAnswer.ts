// What the answer of a server means that is no message: redirects, refusals, pages for people.
import type { Readable } from 'node:stream';
import { RemoteFailure } from './remoteFailure.ts';

/** How much of an answer is shown to the user. */
const MAX_EXCERPT_BYTES = 1024;
const EXCERPT_TIMEOUT_MS = 2_000;

export const MAX_REDIRECTS = 5;

/** The head of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly contentType: string;
  readonly location: string | undefined;
}

/**
 * The address on the same server that an answer redirects to; undefined for an answer that is no redirect. Throws a
 * RemoteFailure for a redirect to another server, and for one that would change the request.
 */
export function redirectOf(
  { status, location }: AnswerHead,
  from: string,
  method: string,
): string | undefined {
  if (status < 300 || status > 399 || status === 304) return undefined;
  const target = location === undefined ? null : URL.parse(location, from);
  if (target === null) {
    throw new RemoteFailure({ kind: 'status', status, detail: 'It redirects, but does not say where to.' });
  }
  const isSame = originOf(target) === originOf(new URL(from)) && target.username + target.password === '';
  const keepsMethod = method === 'GET' || status === 307 || status === 308;
  if (isSame && keepsMethod) {
    // A server names its own address with either scheme.
    target.protocol = new URL(from).protocol;
    return target.href;
  }
  throw new RemoteFailure({ kind: 'redirected', target: `${target.origin}${target.pathname}` });
}

/** WebSockets have the same origin as HTTP. */
function originOf({ protocol, host }: URL): string {
  return `${protocol.replace(/^ws/, 'http')}//${host}`;
}

/** The failure that an answer means which is neither a redirect nor a message. */
export async function failureOf(head: AnswerHead, body: Readable): Promise<RemoteFailure> {
  const { status, contentType } = head;
  const isPage = /html/i.test(contentType);
  const text = isPage ? '' : await excerptOf(body);
  body.destroy();
  const detail = [`HTTP ${status} ${contentType}`.trim(), text].filter((line) => line !== '').join('\n');
  // A refusal that comes as a page is a refusal.
  const kind = status >= 400 ? 'status' : 'not-acp';
  return new RemoteFailure(kind === 'status' ? { kind, status, detail } : { kind, detail });
}

/** The beginning of a body, as far as it comes in time. */
async function excerptOf(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), EXCERPT_TIMEOUT_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size >= MAX_EXCERPT_BYTES) break;
    }
  } catch {
    // What has come is enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES).toString('utf8').trim();
}
