// Which addresses are loaded from, and how a request ends.
import { expect, test } from 'vitest';
import { fetchBytes, fetchChunks, isAllowedAddress } from '../../src/registry/httpFetch.ts';

test.each([
  ['https://cdn.example/a', true],
  ['http://127.0.0.1:80/a', true],
  ['http://localhost/a', true],
  ['http://[::1]/a', true],
  ['http://example.test/a', false],
  ['http://127.0.0.1.evil.test/a', false],
  ['http://localhost.evil.test/a', false],
  ['https://user:secret@example.test/a', false],
  ['file:///etc/passwd', false],
  ['data:text/plain,x', false],
  ['ftp://example.test/a', false],
  ['agent.zip', false],
])('%s: %s', (address, isAllowed) => {
  expect(isAllowedAddress(address)).toBe(isAllowed);
});

test('plain HTTP is allowed to the server that the user set', () => {
  const trusted = 'http://registry.intranet/registry.json';
  expect(isAllowedAddress('http://registry.intranet/agent.zip', trusted)).toBe(true);
  expect(isAllowedAddress('http://registry.intranet:81/agent.zip', trusted)).toBe(false);
  expect(isAllowedAddress('http://other.intranet/agent.zip', trusted)).toBe(false);
});

const options = { signal: new AbortController().signal, idleTimeoutMs: 5_000, maxBytes: 100 };

test('an answer that was redirected to an insecure address is refused', async () => {
  const answer = new Response('secret');
  Object.defineProperty(answer, 'url', { value: 'http://example.test/a' });
  const loading = fetchBytes('https://example.test/a', { ...options, fetch: async () => answer });
  await expect(loading).rejects.toMatchObject({ user: { code: 'address-refused' } });
});

test('an insecure address is not asked at all', async () => {
  let isAsked = false;
  const fetch = async (): Promise<Response> => {
    isAsked = true;
    return new Response('');
  };
  const loading = fetchBytes('http://example.test/a', { ...options, fetch });
  await expect(loading).rejects.toMatchObject({ user: { code: 'address-refused' } });
  expect(isAsked).toBe(false);
});

test('what was wrong with a connection is said', async () => {
  const fetch = async (): Promise<Response> => {
    throw new TypeError('fetch failed', { cause: new Error('self-signed certificate') });
  };
  const loading = fetchBytes('https://example.test/a', { ...options, fetch });
  await expect(loading).rejects.toMatchObject({
    user: { code: 'request-failed', detail: 'fetch failed: self-signed certificate' },
  });
});

test('a cancel while a piece is written ends the request, even if the body never does', async () => {
  const stop = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(1)),
  });
  const chunks = fetchChunks('https://example.test/a', {
    ...options,
    signal: stop.signal,
    fetch: async () => new Response(body),
  });
  await expect(chunks.next()).resolves.toMatchObject({ value: { receivedBytes: 1 } });
  stop.abort();
  await expect(chunks.next()).rejects.toMatchObject({ user: { code: 'cancelled' } });
});
