// Cookies of the servers of a remote agent.
import { expect, test } from 'vitest';
import {
  jarOf,
  storeCookies,
  withCookies,
  type CookieJars,
} from '../../../src/agents/remote/agentCookies.ts';

const ADDRESS = 'https://a.test/acp';

function makeJar() {
  const jar = jarOf(new Map(), ADDRESS);
  return {
    store: (...headers: readonly string[]) => storeCookies(jar, ADDRESS, headers),
    sent: (address = ADDRESS) => withCookies(jar, address, {})['Cookie'],
  };
}

test('cookies are sent back to their place alone, besides those of the settings', () => {
  const jars: CookieJars = new Map();
  const jar = jarOf(jars, 'a');
  storeCookies(jar, ADDRESS, ['one=1; Path=/; Secure', 'two="2"; Expires=Wed, 21 Oct 2099 07:28:00 GMT']);
  expect(withCookies(jarOf(jars, 'a'), ADDRESS, { cookie: 'mine=0', 'X-A': 'b' })).toEqual({
    'X-A': 'b',
    Cookie: 'mine=0; one=1; two="2"',
  });
  expect(withCookies(jarOf(jars, 'b'), ADDRESS, {})).toEqual({});
});

test('a cookie is replaced, and gone when the server says that it is over', () => {
  const { store, sent } = makeJar();
  store('one=1', 'two=2', 'one=3');
  store('two=; Max-Age=0');
  expect(sent()).toBe('one=3');
  store('one=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  expect(sent()).toBeUndefined();
});

test('what is no cookie, too long, too much, or would break the header is left out', () => {
  const { store, sent } = makeJar();
  store('', 'name', '=value', `long=${'x'.repeat(5000)}`, 'evil\r\nHost: y=x', 'a=b\r\nHost: y');
  expect(sent()).toBe('a=b');
  store(...Array.from({ length: 500 }, (_, index) => `c${index}=1`));
  expect(sent()?.split('; ').length).toBe(50);
});

test('a cookie goes where it is for: its path, its domain, and never in the open where it is secure', () => {
  const { store, sent } = makeJar();
  store('path=1; Path=/acp/stream', 'other=1; Domain=b.test', 'safe=1; Secure; Path=/');
  expect(sent('https://a.test/acp/stream')).toBe('path=1; safe=1');
  expect(sent('https://a.test/')).toBe('safe=1');
  expect(sent('http://a.test/')).toBeUndefined();
});

test('a server on this machine and one by WebSocket have cookies too', () => {
  for (const address of ['http://localhost:4000/acp', 'http://127.0.0.1:4000/acp', 'wss://agents/acp']) {
    const jar = jarOf(new Map(), address);
    storeCookies(jar, address, ['route=7; Path=/; Secure; HttpOnly; SameSite=Strict']);
    expect(withCookies(jar, address, {})).toEqual({ Cookie: 'route=7' });
  }
});
