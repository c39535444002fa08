// Requests over HTTP/2, where a server has it.
import { connect, type ClientHttp2Session } from 'node:http2';
import { isIP } from 'node:net';
// VS Code puts its certificates only into the module of this name, without `node:`.
import * as tls from 'tls';
import type { Clock } from '../../core/ports/hostPorts.ts';
import { answerOf, timedOut, unreachable, withLength, type Answer, type Send } from './httpSender.ts';

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
  signal.addEventListener('abort', () => session.destroy(), { once: true });
  return (request) => sendHttp2(session, request);
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
      answer.reject(unreachable(error));
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
