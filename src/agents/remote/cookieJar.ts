// The cookies that the server of a remote agent set: they lead the next request to the same place behind a balancer.

/** Nobody needs more; what comes beyond is left out. */
const MAX_COOKIES = 50;
const MAX_COOKIE_LENGTH = 4096;

/**
 * Holds the cookies of one origin and its credentials. It ignores paths, domains and ages, but removes expired
 * cookies.
 */
export class CookieJar {
  readonly #stored: Map<string, string>;
  readonly #prefix: string;

  /** `stored`: the cookies of all origins, by what they are for and name. */
  constructor(stored: Map<string, string>, place: string) {
    this.#stored = stored;
    this.#prefix = `${place} `;
  }

  /** Stores what `Set-Cookie` headers say. */
  store(headers: readonly string[]): void {
    for (const header of headers) {
      const [pair = '', ...attributes] = header.split(';');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at).trim();
      const value = pair.slice(at + 1).trim();
      if (at <= 0 || name === '' || header.length > MAX_COOKIE_LENGTH) continue;
      // Written by the server: they must not break out of the header in which they are sent back.
      if (/[^\x21-\x7e]/.test(name) || /[^\x20-\x7e]/.test(value)) continue;
      const key = `${this.#prefix}${name}`;
      if (attributes.some(isOver)) this.#stored.delete(key);
      else if (this.#stored.has(key) || this.#stored.size < MAX_COOKIES) this.#stored.set(key, value);
    }
  }

  /** The headers with the stored cookies, besides one that they have already. */
  addTo(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const stored = [...this.#stored].flatMap(([key, value]) =>
      key.startsWith(this.#prefix) ? [`${key.slice(this.#prefix.length)}=${value}`] : [],
    );
    if (stored.length === 0) return headers;
    const entries = Object.entries(headers);
    const isCookie = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'cookie';
    const given = entries.filter(isCookie).map(([, value]) => value);
    return {
      ...Object.fromEntries(entries.filter((entry) => !isCookie(entry))),
      Cookie: [...given, ...stored].join('; '),
    };
  }
}

function isOver(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=', 2).map((text) => text.trim());
  if (/^max-age$/i.test(name)) return /^(?:-\d+|0+)$/.test(value);
  // A date that cannot be read is no end.
  return /^expires$/i.test(name) && Date.parse(value) < Date.now();
}
