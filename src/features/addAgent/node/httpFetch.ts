// Requests to servers that may be down, slow, or send anything: with a time limit, a size limit and cancellation.
import { ParleyError } from '../../../core/errors.ts';
import { unlessAborted } from '../../../process/unlessAborted.ts';
import { cancelled, installError, reasonOf } from './registryErrors.ts';
import { registryStrings } from './registryStrings.ts';

/** The part of the platform's `fetch` that is used. In VS Code that one honors its proxy and certificate settings. */
export type Fetch = (
  address: string,
  init: {
    readonly signal: AbortSignal;
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: 'manual';
  },
) => Promise<Response>;

export interface FetchOptions {
  readonly fetch: Fetch;
  /** Aborts when the user cancels. */
  readonly signal: AbortSignal;
  /** For the headers, and then again for each piece of the body. */
  readonly idleTimeoutMs: number;
  /** For the whole answer; absent: as long as pieces come. */
  readonly totalTimeoutMs?: number;
  readonly maxBytes: number;
  /** An address from which plain HTTP is trusted, because the user set it. */
  readonly trusted?: string;
}

/** A piece of a body, with how many bytes came so far and how many are announced. */
export interface Received {
  readonly chunk: Uint8Array;
  readonly receivedBytes: number;
  readonly totalBytes: number | undefined;
}

/** Redirects of one request that are followed. */
const MAX_REDIRECTS = 5;

/**
 * Whether something may be loaded from an address: over HTTPS; over plain HTTP from this machine, and from the server
 * that the user chose.
 */
export function isAllowedAddress(address: string, trusted?: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol !== 'http:') return false;
  return isThisMachine(url.hostname) || (trusted !== undefined && URL.parse(trusted)?.origin === url.origin);
}

/**
 * Whether a server may send us on to an address: one that may be loaded, and no machine of a private network that is not
 * the server itself. A name is not resolved, so one that leads there is not seen.
 */
function mayLeadTo(target: string, from: string, trusted: string | undefined): boolean {
  if (!isAllowedAddress(target, trusted)) return false;
  const [to, before] = [URL.parse(target), URL.parse(from)];
  return to?.hostname === before?.hostname || !isPrivateHost(to?.hostname ?? '');
}

/** Addresses of this machine, of private networks and of a link, and names that only such networks have. */
function isPrivateHost(host: string): boolean {
  if (isThisMachine(host) || (!host.startsWith('[') && !host.includes('.'))) return true;
  if (/\.(?:localhost|local|internal|intranet|lan|home|corp|arpa)\.?$/i.test(host)) return true;
  if (host.startsWith('[')) return isPrivateIPv6(host.slice(1, -1));
  const [first = 0, second = 0] = /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host.split('.').map(Number) : [8];
  return (
    [0, 10, 127].includes(first) ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}

/** All but the addresses of the Internet (2000::/3); of those that embed another address only some are public. */
function isPrivateIPv6(address: string): boolean {
  return !/^[23][0-9a-f]{3}:/.test(address) || /^2002:|^2001:0?:|^64:ff9b:/.test(address);
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * The body of a successful answer, piece by piece. Throws a ParleyError: `cancelled`, `address-refused`,
 * `request-failed`, `request-timed-out`, `response-status`, `response-too-large`.
 */
export async function* fetchChunks(address: string, options: FetchOptions): AsyncGenerator<Received> {
  const { fetch, signal, idleTimeoutMs, totalTimeoutMs, maxBytes, trusted } = options;
  if (signal.aborted) throw cancelled();
  if (!isAllowedAddress(address, trusted)) throw refused(address);
  const host = URL.parse(address)?.host ?? address;
  const stop = new AbortController();
  const timedOut = installError('request-timed-out', registryStrings.timedOut(host));
  const onCancel = (): void => stop.abort(cancelled());
  signal.addEventListener('abort', onCancel);
  const idle = new IdleTimer(idleTimeoutMs, () => stop.abort(timedOut));
  const total =
    totalTimeoutMs === undefined ? undefined : setTimeout(() => stop.abort(timedOut), totalTimeoutMs);
  try {
    const response = await answerFrom(address, { fetch, signal: stop.signal, trusted });
    if (!response.ok) throw installError('response-status', registryStrings.status(host, response.status));
    const totalBytes = announcedBytes(response);
    const tooLarge = installError('response-too-large', registryStrings.tooLarge(host, maxBytes));
    if (totalBytes !== undefined && totalBytes > maxBytes) throw tooLarge;
    const reader = response.body?.getReader();
    let receivedBytes = 0;
    while (reader !== undefined) {
      idle.restart();
      const { done, value } = await unlessAborted(reader.read(), stop.signal);
      if (done) break;
      receivedBytes += value.byteLength;
      if (receivedBytes > maxBytes) throw tooLarge;
      idle.pause();
      yield { chunk: value, receivedBytes, totalBytes };
    }
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw asRequestError(error, host);
  } finally {
    signal.removeEventListener('abort', onCancel);
    idle.pause();
    clearTimeout(total);
    // Ends a transfer that is still under way.
    stop.abort();
  }
}

/** The whole body of a successful answer. Rejects like {@link fetchChunks}. */
export async function fetchBytes(address: string, options: FetchOptions): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const { chunk } of fetchChunks(address, options)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The answer that is no redirect. Each address is judged before it is asked. */
async function answerFrom(
  first: string,
  {
    fetch,
    signal,
    trusted,
  }: Pick<FetchOptions, 'fetch' | 'signal'> & { readonly trusted: string | undefined },
): Promise<Response> {
  let address = first;
  for (let redirects = 0; ; redirects++) {
    const init = { signal, headers: { 'cache-control': 'no-cache' }, redirect: 'manual' } as const;
    // Not every `fetch` rejects when its signal aborts.
    const response = await unlessAborted(fetch(address, init), signal);
    // A proxy may have followed one all the same.
    const reached = response.url === '' ? address : response.url;
    if (reached !== address && !mayLeadTo(reached, address, trusted)) throw refused(reached);
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    const target = URL.parse(location, reached)?.href ?? location;
    if (redirects === MAX_REDIRECTS || !mayLeadTo(target, reached, trusted)) throw refused(target);
    address = target;
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function refused(address: string): ParleyError {
  return installError('address-refused', registryStrings.addressRefused(address));
}

/** Undefined where the size is not announced, or is that of a compressed transfer. */
function announcedBytes({ headers }: Response): number | undefined {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const isWhole = headers.get('content-encoding') === null;
  return isWhole && Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

function asRequestError(error: unknown, host: string): unknown {
  if (error instanceof ParleyError) return error;
  return installError('request-failed', registryStrings.requestFailed(host), reasonOf(error));
}

/** Calls back when it was not restarted or paused in time. */
class IdleTimer {
  readonly #timeoutMs: number;
  readonly #callback: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number, callback: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#callback = callback;
    this.restart();
  }

  restart(): void {
    this.pause();
    this.#timer = setTimeout(this.#callback, this.#timeoutMs);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }
}
