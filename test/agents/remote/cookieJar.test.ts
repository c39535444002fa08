// Cookies of the servers of a remote agent.
import { expect, test } from 'vitest';
import { CookieJar } from '../../../src/agents/remote/cookieJar.ts';

test('cookies are sent back to their origin alone, besides those of the settings', () => {
  const stored = new Map<string, string>();
  const jar = new CookieJar(stored, 'https://a.test');
  jar.store(['one=1; Path=/; Secure', 'two="2"; Expires=Wed, 21 Oct 2099 07:28:00 GMT']);
  expect(jar.addTo({ cookie: 'mine=0', 'X-A': 'b' })).toEqual({
    'X-A': 'b',
    Cookie: 'mine=0; one=1; two="2"',
  });
  expect(new CookieJar(stored, 'https://b.test').addTo({})).toEqual({});
});

test('a cookie is replaced, and gone when the server says that it is over', () => {
  const jar = new CookieJar(new Map(), 'https://a.test');
  jar.store(['one=1', 'two=2', 'one=3']);
  jar.store(['two=; Max-Age=0']);
  expect(jar.addTo({})).toEqual({ Cookie: 'one=3' });
  jar.store(['one=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT']);
  expect(jar.addTo({})).toEqual({});
});

test('what is no cookie, too long, too much, or would break the header is left out', () => {
  const jar = new CookieJar(new Map(), 'https://a.test');
  jar.store(['', 'name', '=value', 'a b=c', 'evil=x\r\nHost: y', `long=${'x'.repeat(5000)}`]);
  expect(jar.addTo({})).toEqual({});
  jar.store(Array.from({ length: 500 }, (_, index) => `c${index}=1`));
  expect(jar.addTo({})['Cookie']?.split('; ').length).toBe(50);
});
