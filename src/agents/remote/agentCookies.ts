// The cookies that the server of a remote agent set: they lead the next request to the same place behind a balancer.
import { CookieJar } from 'tough-cookie';

/** Nobody needs more; what comes beyond is left out. */
const MAX_COOKIES = 50;
const MAX_COOKIE_LENGTH = 4096;

/** The cookies of an agent, by the origin and the credentials that they were set for. */
export type CookieJars = Map<string, CookieJar>;

/** The jar of one place, which is made with the first use. */
export function jarOf(jars: CookieJars, place: string): CookieJar {
  const known = jars.get(place);
  if (known !== undefined) return known;
  // An origin is not a site of the public web: `localhost` and names of a company's network have cookies too.
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
  jars.set(place, jar);
  return jar;
}

/** Stores what the `Set-Cookie` headers of an answer say; those that cannot be read are left out. */
export function storeCookies(jar: CookieJar, address: string, headers: readonly string[]): void {
  for (const header of headers) {
    if (header.length > MAX_COOKIE_LENGTH || isFull(jar)) continue;
    jar.setCookieSync(header, address, { ignoreError: true });
  }
}

/** The headers with the cookies that are for an address, besides one that they have already. */
export function withCookies(
  jar: CookieJar,
  address: string,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const stored = jar.getCookieStringSync(address);
  if (stored === '') return headers;
  const entries = Object.entries(headers);
  const isCookie = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'cookie';
  const given = entries.filter(isCookie).map(([, value]) => value);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isCookie(entry))),
    Cookie: [...given, stored].join('; '),
  };
}

function isFull(jar: CookieJar): boolean {
  return (jar.serializeSync()?.cookies.length ?? 0) >= MAX_COOKIES;
}
