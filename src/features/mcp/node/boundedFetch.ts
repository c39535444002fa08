// Requests to MCP servers: no redirects, which would carry headers to another server, and no more than a few megabytes.
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';

export const MAX_ANSWER_MEGABYTES = 8;
const MAX_BYTES = MAX_ANSWER_MEGABYTES * 1024 * 1024;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fail` is called with what is wrong with an answer, which is of no use then. */
export function boundedFetch(fail: (error: Error) => void): Fetch {
  let receivedBytes = 0;
  return async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const isRedirect = response.status >= 300 && response.status < 400 && response.status !== 304;
    if (isRedirect) {
      const target = response.headers.get('location') ?? '';
      const error = new Error(mcpStrings.redirects(withoutQuery(target, response.url)));
      fail(error);
      await response.body?.cancel();
      throw error;
    }
    if (response.body === null) return response;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          receivedBytes += chunk.byteLength;
          if (receivedBytes <= MAX_BYTES) {
            controller.enqueue(chunk);
            return;
          }
          const error = new Error(mcpStrings.answersTooMuch(MAX_ANSWER_MEGABYTES));
          fail(error);
          controller.error(error);
        },
      }),
    );
    return new Response(counted, response);
  };
}

/** Without what may be a secret. */
function withoutQuery(target: string, base: string): string {
  const url = URL.parse(target, base);
  return url === null ? '' : `${url.origin}${url.pathname}`;
}
