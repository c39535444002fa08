// Requests over HTTP/2, where a server has it.
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { isIP } from 'node:net';
// VS Code puts its certificates only into the module of this name, without `node:`.
import * as tls from 'tls';
import type { Clock } from '../../core/ports/hostPorts.ts';
import {
  answerOf,
  KEEP_ALIVE_MS,
  timedOut,
  unreachable,
  withLength,
  type Answer,
  type Send,
} from './httpSender.ts';

const PROBE_TIMEOUT_MS = 10_000;
const DEFAULT_PORT = 443;

/** How to send requests to a server over one connection of HTTP/2; undefined where it has none. Never rejects. */
export async function openHttp2(
  address: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<Send | undefined> {
  const socket = await negotiated(new URL(address), clock, signal);
  if (socket === undefined) return undefined;
  return senderOf(connect(address, { createConnection: () => socket }), signal);
}

/** How to send requests to a server that speaks HTTP/2 without TLS. */
export function openPlainHttp2(address: string, signal: AbortSignal): Send {
  return senderOf(connect(address), signal);
}

function senderOf(session: ClientHttp2Session, signal: AbortSignal): Send {
  session.on('error', () => undefined);
  // A connection that is cut without a word would be waited on without end.
  session.once('connect', (_session, socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
  let isGoingAway = false;
  session.once('goaway', (code) => (isGoingAway = code === constants.NGHTTP2_NO_ERROR));
  signal.addEventListener('abort', () => session.destroy(), { once: true });
  return async (request) => {
    // One that was cut is not handed over: what was on its way may be lost.
    if (isGoingAway) throw unreachable(new UnprocessedRequest('The server is closing the connection.'));
    return sendHttp2(session, request);
  };
}

/**
 * Whether a request was not looked at by the server, because that is closing the connection (GOAWAY): it may be sent
 * again on another one.
 */
export function isUnprocessed(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof UnprocessedRequest;
}

class UnprocessedRequest extends Error {
  override readonly name = 'UnprocessedRequest';
}

/** A connection on which the server wants to speak HTTP/2. */
function negotiated(
  { hostname, port }: URL,
  clock: Clock,
  signal: AbortSignal,
): Promise<tls.TLSSocket | undefined> {
  const result = Promise.withResolvers<tls.TLSSocket | undefined>();
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = tls.connect({
    host,
    port: port === '' ? DEFAULT_PORT : Number(port),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  const giveUp = (): void => {
    result.resolve(undefined);
    socket.destroy();
  };
  const timer = clock.after(PROBE_TIMEOUT_MS, giveUp);
  signal.addEventListener('abort', giveUp, { once: true });
  // Without HTTP/2 the request is made over HTTP/1.1, which says what is wrong.
  socket.once('error', giveUp);
  socket.once('secureConnect', () => {
    timer.dispose();
    signal.removeEventListener('abort', giveUp);
    if (socket.alpnProtocol === 'h2') result.resolve(socket);
    else giveUp();
  });
  return result.promise.finally(() => timer.dispose());
}

const sendHttp2 = (
  session: ClientHttp2Session,
  { address, method, headers, body, signal, clock, timeoutMs }: Parameters<Send>[0],
): Promise<Answer> => {
  const answer = Promise.withResolvers<Answer>();
  const { pathname, search } = new URL(address);
  const start = { ':method': method, ':path': `${pathname}${search}`, ...withLength(headers, body) };
  try {
    const stream = session.request(start, { endStream: body === undefined, signal });
    const timer = clock.after(timeoutMs, () => stream.destroy(timedOut(timeoutMs)));
    stream.on('response', (all) => {
      timer.dispose();
      answer.resolve(answerOf(all[':status'] ?? 0, all, stream));
    });
    stream.on('error', (error) => {
      timer.dispose();
      answer.reject(unreachable(isRefused(stream) ? new UnprocessedRequest(error.message) : error));
    });
    stream.on('close', () => {
      timer.dispose();
      answer.reject(unreachable(new Error('The connection was closed.')));
    });
    if (body !== undefined) stream.end(body);
  } catch (error) {
    answer.reject(unreachable(error));
  }
  return answer.promise;
};

function isRefused({ rstCode }: Pick<ClientHttp2Stream, 'rstCode'>): boolean {
  return rstCode === constants.NGHTTP2_REFUSED_STREAM;
}
