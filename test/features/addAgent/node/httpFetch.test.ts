// Which addresses are loaded from, and how a request ends.
import { expect, test } from 'vitest';
import {
  fetchBytes,
  fetchChunks,
  isAllowedAddress,
} from '../../../../src/features/addAgent/node/httpFetch.ts';

test.each([
  ['https://cdn.example/a', true],
  ['http://127.0.0.1:8080/a', true],
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

/** A server of which each address answers with the next one, and the last with a text; `asked`: what was requested. */
function redirecting(...targets: readonly string[]) {
  const asked: string[] = [];
  const fetch = async (address: string): Promise<Response> => {
    asked.push(address);
    const next = targets[asked.length - 1];
    return next === undefined
      ? new Response('done')
      : new Response('', { status: 302, headers: { location: next } });
  };
  return { asked, fetch };
}

test.each([
  ['http://169.254.169.254/latest'],
  ['https://169.254.169.254/latest'],
  ['https://10.1.2.3/a'],
  ['https://192.168.0.1/a'],
  ['https://172.20.0.1/a'],
  ['https://0x7f000001/a'],
  ['https://2130706433/a'],
  ['http://127.0.0.1:8080/a'],
  ['http://localhost/a'],
  ['https://printer/a'],
  ['https://nas.local/a'],
  ['https://[fd00::1]/a'],
  ['https://[::ffff:10.0.0.1]/a'],
  ['http://cdn.example/a'],
  ['file:///etc/passwd'],
  ['//10.0.0.1/a'],
])('a redirect to %s is judged before it is followed', async (target) => {
  const { asked, fetch } = redirecting(target);
  const loading = fetchBytes('https://cdn.example/a', { ...options, fetch });
  await expect(loading).rejects.toMatchObject({ user: { code: 'address-refused' } });
  expect(asked).toEqual(['https://cdn.example/a']);
});

test('other redirects are followed, a few of them', async () => {
  const { asked, fetch } = redirecting('https://objects.example/b?c=1', '/d', 'https://[2606:4700::1]/e');
  expect(String(await fetchBytes('https://cdn.example/a', { ...options, fetch }))).toBe('done');
  expect(asked.slice(1)).toEqual([
    'https://objects.example/b?c=1',
    'https://objects.example/d',
    'https://[2606:4700::1]/e',
  ]);
  const endless = redirecting(...Array.from({ length: 50 }, (_, index) => `https://cdn.example/${index}`));
  const loading = fetchBytes('https://cdn.example/a', { ...options, fetch: endless.fetch });
  await expect(loading).rejects.toMatchObject({ user: { code: 'address-refused' } });
  expect(endless.asked).toHaveLength(6);
});

test('a server of a private network may redirect within itself', async () => {
  const { asked, fetch } = redirecting('http://127.0.0.1:8080/b');
  await fetchBytes('http://127.0.0.1:8080/a', { ...options, fetch });
  expect(asked).toEqual(['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080/b']);
});
