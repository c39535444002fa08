// The parts of a web address a user must see before opening it (R112).
import { elicitationStrings } from './elicitationStrings.ts';

export interface PageAddress {
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** What is suspicious about the address. */
  readonly warning?: string;
}

/** The parts of a web address; undefined for anything else. The host is in ASCII, as browsers request it. */
export function describePage(url: string): PageAddress | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, password, host, pathname, search, hash } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const user = username === '' && password === '' ? '' : `${username}:${password}@`;
  const warning = warningFor(protocol, user, host);
  return {
    before: `${protocol}//${user}`,
    host,
    after: `${pathname}${search}${hash}`,
    ...(warning === undefined ? {} : { warning }),
  };
}

function warningFor(protocol: string, user: string, host: string): string | undefined {
  if (host.split('.').some((label) => label.startsWith('xn--'))) {
    return elicitationStrings.lookalikeLetters();
  }
  if (user !== '') return elicitationStrings.userInAddress();
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);
  if (protocol === 'http:' && !isLocal) return elicitationStrings.notEncrypted();
  return undefined;
}
