// Addresses of remote agents: which are ones, which are encrypted, which are of this machine.
import { expect, test } from 'vitest';
import {
  addressText,
  headerProblem,
  needsConsent,
  remoteAddress,
} from '../../../src/core/settings/remoteAddress.ts';

test.each([
  ['wss://agents.example.com/acp', 'websocket', 'wss://agents.example.com', false],
  ['HTTPS://Agents.Example.com:8443/acp?tenant=1', 'http', 'https://agents.example.com:8443', false],
  ['ws://localhost:9000', 'websocket', 'ws://localhost:9000', false],
  ['http://127.0.0.1:1/acp', 'http', 'http://127.0.0.1:1', false],
  ['http://[::1]:80/', 'http', 'http://[::1]:80', false],
  ['ws://agents.example.com/acp', 'websocket', 'ws://agents.example.com', true],
  ['http://127.0.0.1.example.com/', 'http', 'http://127.0.0.1.example.com', true],
  ['http://localhost.example.com/', 'http', 'http://localhost.example.com', true],
  ['ws://192.168.0.1/', 'websocket', 'ws://192.168.0.1', true],
])('%s', (url, transport, origin, isToBeConfirmed) => {
  const address = remoteAddress(url);
  expect(address).toMatchObject({ transport, origin });
  expect(address !== undefined && needsConsent(address)).toBe(isToBeConfirmed);
});

test.each([
  '',
  'agents.example.com/acp',
  'ftp://example.com/',
  'file:///etc/passwd',
  'wss://',
  'wss://user:password@example.com/',
  'ws://localhost@example.com/',
  'ws://localhost\\@example.com/',
  'ws:\\\\example.com',
  'https:example.com',
  'wss://exam ple.com/',
  'wss://example.com/\u202Eacp'.replace('\u202E', '\n'),
  ' wss://example.com',
  'wss://ex\u00E4mple.com/',
  'w\u017Fs://example.com/',
  'http://localho\u017Ft/',
])('%j is no address', (text) => {
  expect(remoteAddress(text)).toBeUndefined();
});

test('an address is shown without its query', () => {
  expect(addressText('https://example.com/acp?key=abc#d')).toBe('https://example.com/acp');
});

test('headers that break or steer a request are refused, without showing their value', () => {
  expect(headerProblem('X-Team', 'blue')).toBeUndefined();
  expect(headerProblem('Authorization', 'Bearer abc')).toBeUndefined();
  expect(headerProblem('X Team', 'a')).toContain('not valid');
  expect(headerProblem('X-Team', 'secret\r\nHost: x')).not.toContain('secret');
  expect(headerProblem('X-Team', 'secret\r\nHost: x')).toContain('not valid');
  for (const name of ['Host', 'content-length', 'Acp-Connection-Id', 'Upgrade', 'Sec-WebSocket-Key']) {
    expect(headerProblem(name, 'x')).toContain('set by Parley');
  }
});
