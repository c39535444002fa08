// The secrets inside a value: the key after `Bearer`, the password of an address, the lines of a private key.
import { fromBase64 } from './base64.ts';
import { isSecretName, isSecretValue, isStrong, type NamedValue } from './secretRecognition.ts';
import { decoded } from '../paths/fileUri.ts';

/** A line of a key in several lines is a secret from this length on. */
const MIN_LINE_LENGTH = 16;

const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\/(\S+)$/i;

/** The value itself and the secrets in it, as far as they are to be hidden wherever they occur. */
export function secretParts({ name, value, isEntered = false }: NamedValue): readonly string[] {
  const text = value.trim();
  // The scheme of an address looks like a name, and the rest of it like a value.
  const inside = ADDRESS.test(text) ? inAddress(text) : inAssignments(text);
  const found: NamedValue[] = [{ name, value: text, isEntered }, ...inLogin(name, text), ...inside];
  const lines = text.includes('\n')
    ? text.split(/\r?\n/).filter((line) => line.length >= MIN_LINE_LENGTH)
    : [];
  found.push(...lines.map((line) => ({ name, value: line.trim() })));
  return [...new Set(found.filter(isSecretValue).map((each) => each.value))];
}

/** `Bearer key`, `Basic base64`, `user:password`. */
function inLogin(name: string, text: string): readonly NamedValue[] {
  const scheme = /^(?:bearer|basic|token|apikey|digest|key)\s+(\S.*)$/is.exec(text)?.[1];
  const secretName = isSecretName(name) ? name : 'authorization';
  if (scheme === undefined) return [];
  const decoded = /^basic\s/i.test(text) ? fromBase64(scheme) : undefined;
  const password = decoded?.slice(decoded.indexOf(':') + 1);
  return [scheme, ...(decoded === undefined ? [] : [decoded, password ?? ''])].map((value) => ({
    name: secretName,
    value,
  }));
}

function inAddress(text: string): readonly NamedValue[] {
  const address = ADDRESS.exec(text)?.[1];
  if (address === undefined) return [];
  const [path = '', query = ''] = address.split('?', 2);
  const [host = '', ...folders] = path.split('/');
  const login = host.includes('@') ? host.slice(0, host.lastIndexOf('@')) : '';
  const password = login.slice(login.indexOf(':') + 1);
  const parameters = query.split(/[&;#]/).map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });
  return [
    ...[password, decoded(password)].map((value) => ({ name: 'password', value })),
    ...parameters.flatMap(({ name, value }) => [
      { name, value },
      { name, value: decoded(value) },
    ]),
    ...folders.filter(isStrong).map((value) => ({ name: 'address', value })),
  ];
}

/** `Server=…;Password=…`, `a=…; b=…`, and the properties of JSON. */
function inAssignments(text: string): readonly NamedValue[] {
  return [...text.matchAll(/([\w-]{1,64})["']?\s{0,4}[=:]\s{0,4}["']?([^\s;,&"'{}]{4,4096})/g)].flatMap(
    ([, name = '', value = '']) => (isSecretName(name) || isStrong(value) ? [{ name, value }] : []),
  );
}
