// One request over HTTP/1.1, through the proxy that VS Code is set to.
import type { IncomingHttpHeaders } from 'node:http';
// VS Code puts its proxy and its certificates only into the modules of these names, without `node:`.
import * as http from 'http';
import * as https from 'https';
import type { Readable } from 'node:stream';
import type { Clock } from '../../core/ports/hostPorts.ts';
import { reasonOf, RemoteFailure } from './remoteFailure.ts';
import type { AnswerHead } from './httpAnswer.ts';

/** A stream that is cut without a word is noticed after some of these. */
export const KEEP_ALIVE_MS = 30_000;

export interface SentRequest {
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** The time for the head of the answer. */
  readonly timeoutMs: number;
}

export interface Answer extends AnswerHead {
  /** By names in lower case; of several with one name all, but for cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers `Set-Cookie`. */
  readonly cookies: readonly string[];
  readonly body: Readable;
}

/** Resolves with the head of the answer; rejects with a RemoteFailure. */
export type Send = (request: SentRequest) => Promise<Answer>;

export const sendHttp1: Send = ({ address, method, headers, body, signal, clock, timeoutMs }) => {
  const answer = Promise.withResolvers<Answer>();
  const { request: start } = /^https:/i.test(address) ? https : http;
  const request = start(address, { method, headers: withLength(headers, body), signal });
  const timer = clock.after(timeoutMs, () => request.destroy(timedOut(timeoutMs)));
  request.on('response', (response) => {
    timer.dispose();
    response.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    answer.resolve(answerOf(response.statusCode ?? 0, response.headers, response));
  });
  request.on('error', (error) => {
    timer.dispose();
    answer.reject(unreachable(error));
  });
  request.end(body);
  return answer.promise;
};

export function answerOf(status: number, all: IncomingHttpHeaders, body: Readable): Answer {
  const headers = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : String(value)]],
    ),
  );
  // What nobody reads any more may fail.
  body.on('error', () => undefined);
  return {
    status,
    headers,
    cookies: all['set-cookie'] ?? [],
    contentType: headers['content-type'] ?? '',
    location: headers['location'],
    body,
  };
}

export function withLength(
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Record<string, string> {
  return {
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
}

export function timedOut(timeoutMs: number): RemoteFailure {
  const detail = `The server has not responded within ${timeoutMs / 1000} seconds.`;
  return new RemoteFailure({ kind: 'unreachable', detail });
}

export function unreachable(error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  return new RemoteFailure({ kind: 'unreachable', detail: reasonOf(error) }, { cause: error });
}
