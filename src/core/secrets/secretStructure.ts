// Hides what its place shows to be a secret: variables, headers, arguments, addresses, the params of a sign-in.
import { isRecord } from '../base/isRecord.ts';
import { maskArguments } from './secretArguments.ts';
import { MASK } from './secretMatcher.ts';
import { isPlaceholder, isRandom, isSecretName, isSecretProperty, KNOWN_KEYS } from './secretRecognition.ts';

const VARIABLES = /^(?:env|envs|environment|environment_?variables|env_?vars?)$/i;
const HEADERS = /^(?:http_?|request_?|extra_?)?headers$/i;
const ARGUMENTS = /^(?:args|argv|arguments|command|cmd|command_?line)$/i;
/** What a message of these methods says of itself is no secret. */
const SIGN_IN_METHODS = /^(?:authenticate|auth\/.*|.*\/authenticate)$/;
const SIGN_IN_PUBLIC = new Set(['methodId']);

/** Deeper values are hidden as a whole: no message of the protocol is nested like that. */
const MAX_DEPTH = 200;

type MaskText = (text: string) => string;

/** A copy of a message without secrets; `maskText` is given every text that is no secret as a whole. */
export function maskStructure(message: unknown, maskText: MaskText): unknown {
  if (!isRecord(message)) return maskValue(message, maskText, 0);
  const { method } = message;
  const isSignIn = typeof method === 'string' && SIGN_IN_METHODS.test(method);
  return fromEntries(
    Object.entries(message).map(([name, value]) => [
      name,
      isSignIn && name === 'params' ? maskSignIn(value, maskText) : maskProperty(name, value, maskText, 1),
    ]),
  );
}

function maskSignIn(params: unknown, maskText: MaskText): unknown {
  if (!isRecord(params)) return maskAll(params, 1);
  return fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      SIGN_IN_PUBLIC.has(name) && typeof value === 'string' ? maskText(value) : maskAll(value, 1),
    ]),
  );
}

/** A copy of the value of a property without secrets, as its name says what it is. */
export function maskProperty(name: string, value: unknown, maskText: MaskText, depth: number): unknown {
  if (VARIABLES.test(name) || HEADERS.test(name)) return maskPairs(value, depth);
  if (ARGUMENTS.test(name) && isTexts(value)) {
    return maskArguments(value, MASK).map((argument) => maskAssignment(maskText(argument)));
  }
  if (isSecretProperty(name)) {
    if (typeof value === 'string' && value !== '') return MASK;
    if (isTexts(value)) return value.map(() => MASK);
  }
  return maskValue(value, maskText, depth);
}

function maskValue(value: unknown, maskText: MaskText, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (depth > MAX_DEPTH && typeof value === 'object' && value !== null) return MASK;
  if (Array.isArray(value)) return value.map((each: unknown) => maskValue(each, maskText, depth + 1));
  if (!isRecord(value)) return value;
  // A pair of a name and a value, wherever it is.
  const { name } = value;
  const isSecretPair = typeof name === 'string' && typeof value['value'] === 'string' && isSecretName(name);
  return fromEntries(
    Object.entries(value).map(([key, each]) => [
      maskText(key),
      isSecretPair && key === 'value' ? MASK : maskProperty(key, each, maskText, depth + 1),
    ]),
  );
}

/** Variables or headers, however they are written: as an object, as pairs, as `NAME=value` or as `Name: value`. */
function maskPairs(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskAssignment(value, true);
  if (Array.isArray(value)) {
    return value.map((pair: unknown) => {
      if (typeof pair === 'string') return maskAssignment(pair, true);
      if (Array.isArray(pair))
        return pair.map((each: unknown, index) => (index === 0 ? each : maskAll(each, depth)));
      if (!isRecord(pair)) return maskAll(pair, depth);
      return fromEntries(
        Object.entries(pair).map(([key, each]) => [
          key,
          /^(?:name|key)$/.test(key) ? each : maskAll(each, depth),
        ]),
      );
    });
  }
  return maskAll(value, depth);
}

/** Everything in a value, but not the names of its properties. */
function maskAll(value: unknown, depth: number): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (typeof value !== 'object' || depth > MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((each: unknown) => maskAll(each, depth + 1));
  return fromEntries(Object.entries(value).map(([name, each]) => [name, maskAll(each, depth + 1)]));
}

/** `NAME=value`: the value is hidden when the name is that of a secret, or when `isAlways`. */
function maskAssignment(text: string, isAlways = false): string {
  const before = /^[\w-]{1,100}(?:=|:\s?)/.exec(text)?.[0];
  if (before === undefined) return isAlways && text !== '' ? MASK : text;
  const value = text.slice(before.length);
  if (value === '' || (!isAlways && (isPlaceholder(value) || !isSecretName(before)))) return text;
  return `${before}${MASK}`;
}

const AUTHORIZATION =
  /(\b(?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:bearer|basic|token|digest|apikey)\s{1,4})?)([^\s"'\\,;]{4,8192})/gi;
const SCHEME = /(\b(?:bearer|basic)\s{1,4})([\w+/=.~-]{16,8192})/gi;
const HEADER =
  /(\b(?:x-(?:[a-z]{1,20}-){0,3}(?:key|token|secret)|(?:set-)?cookie)["']?\s{0,4}:\s{0,4}["']?)([^\r\n"'\\]{4,8192})/gi;
const FLAG =
  /(--[\w-]{0,40}(?:token|secret|password|passwd|passphrase|api-?key|access-?key|credentials?)(?:=|\s{1,4})["']?)([^\s"'\\,;]{1,8192})/gi;
const USER_INFO = /(:\/\/[^\s/?#@"'\\<>:]{0,256}:)([^\s/?#@"'\\<>]{1,1024})(?=@)/g;
const BARE_USER_INFO = /(:\/\/)([\w+=.~%-]{16,1024})(?=@)/g;
const PARAMETER =
  /([?&;#](?:[\w.-]{0,40}(?:token|secret|password|passwd|key|signature|credential)|sig|pwd|auth|code|jwt)=)([^\s&#"'\\<>;]{1,8192})/gi;
const ASSIGNMENT =
  /((?:token|secret|password|passwd|passphrase|api_?key|apikey|access_?key|private_?key)\w{0,20}(?:\\?["'])?\s{0,4}[=:]\s{0,4}(?:\\?["'])?)([\w+/=.~!@#%^*-]{8,8192})/gi;

/** A text without what follows the flags, headers and parameters that secrets follow, and without well-known keys. */
export function maskTextSyntax(text: string): string {
  let masked = text;
  if (text.includes('://')) masked = replaceSecret(replaceSecret(masked, USER_INFO), BARE_USER_INFO);
  if (/[?&;#]/.test(masked)) masked = replaceSecret(masked, PARAMETER);
  if (masked.includes('--')) masked = replaceSecret(masked, FLAG);
  for (const pattern of [AUTHORIZATION, HEADER, SCHEME]) masked = replaceSecret(masked, pattern);
  masked = masked.replaceAll(ASSIGNMENT, (whole, before: string, value: string) =>
    // In running text and in programs the name of a secret is followed by many things.
    isRandom(value) ? `${before}${MASK}` : whole,
  );
  return masked.replaceAll(KNOWN_KEYS, MASK);
}

function replaceSecret(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (whole, before: string, value: string) =>
    isPlaceholder(value) ? whole : `${before}${MASK}`,
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Names come from outside: `__proto__` is a name like others. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}
