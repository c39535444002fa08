// The address of an embedded resource of Parley's own, with the name of its mention: a resource has no field for one.
import { mentionKindOf } from './mention.ts';

const NAME = /[?&]called=([^&#]*)/;

/**
 * `parley:/terminal?id=1&called=npm%20test`. Addresses of files and pages say what they are called, and stay as they
 * are.
 */
export function namedAddress(uri: string, name: string): string {
  if (!/^parley:/i.test(uri) || mentionKindOf(uri) === undefined || name === '') return uri;
  const [address = '', fragment] = uri.split('#', 2);
  const separator = address.includes('?') ? '&' : '?';
  const called = `${address}${separator}called=${encodeURIComponent(name.toWellFormed())}`;
  return fragment === undefined ? called : `${called}#${fragment}`;
}

/** The address as it was mentioned and, where it has one, the name. */
export function withoutName(uri: string): { readonly uri: string; readonly name: string | undefined } {
  const [part, encoded] = (/^parley:/i.test(uri) ? NAME.exec(uri) : null) ?? [];
  if (part === undefined || encoded === undefined) return { uri, name: undefined };
  return { uri: uri.replace(part, ''), name: decoded(encoded) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
