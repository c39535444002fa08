// Finds the secrets in the arguments of a command line: after flags, in headers, variables and addresses.
import { isPlaceholder, isSecretName, isStrong, type NamedValue } from './secretRecognition.ts';

/** An argument in two pieces: what may be shown, and the secret after it with the name it goes by. */
interface SplitArgument {
  readonly shown: string;
  readonly secret: NamedValue;
}

const HEADER_FLAG = /^(?:-H|--headers?|--http-headers?)$/;
const LOGIN_FLAG = /^(?:-u|--user|--proxy-user|--basic-auth)$/;
const HEADER = /^([\w-]{1,100}):\s*/;
/**
 * Letters and digits without an end: no name of a model, a session or a version. Only the beginning of such a run is
 * tried, because agents send arguments of any length.
 */
const LONG_KEY = /(?<![A-Za-z\d])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{16,}/;
const FLAG_WITH_VALUE = /^(--?[\w.-]{1,100}|[\w.-]{1,100})(=|:\s*)(?=.)/s;

/** Each argument with the secret in it, if there is one. */
function splitArguments(args: readonly string[]): readonly (string | SplitArgument)[] {
  return args.map((argument, index) => split(argument, args[index - 1]));
}

function split(argument: string, before: string | undefined): string | SplitArgument {
  if (before !== undefined && isSecretFlag(before)) {
    // The value of a flag with a header or a login begins with a name that may be shown.
    const name =
      HEADER.exec(argument)?.[0] ?? (LOGIN_FLAG.test(before) ? /^[^:]*:/.exec(argument)?.[0] : undefined);
    if (HEADER_FLAG.test(before) && name === undefined) return argument;
    return secretAfter(
      argument,
      name ?? '',
      LOGIN_FLAG.test(before) ? 'password' : `${before} ${name ?? ''}`,
    );
  }
  const inline = /^-[Hu]./.test(argument) ? argument.slice(0, 2) : undefined;
  if (inline !== undefined) {
    const rest = split(argument.slice(2).trimStart(), inline);
    if (typeof rest !== 'string') return { shown: `${inline}${rest.shown}`, secret: rest.secret };
  }
  const flag = FLAG_WITH_VALUE.exec(argument);
  const name = flag?.[1] ?? '';
  if (flag !== null && HEADER_FLAG.test(name)) {
    const rest = split(argument.slice(flag[0].length), name);
    return typeof rest === 'string' ? rest : { ...rest, shown: `${flag[0]}${rest.shown}` };
  }
  if (flag !== null && isSecretName(name)) return secretAfter(argument, flag[0], name);
  const value = flag === null ? argument : argument.slice(flag[0].length);
  if (LONG_KEY.test(value) && isStrong(value) && /^[\w+=~-]+$/.test(value)) {
    return secretAfter(argument, argument.slice(0, argument.length - value.length), name);
  }
  return argument;
}

function isSecretFlag(argument: string): boolean {
  if (!argument.startsWith('-') || /[=:\s]/.test(argument)) return false;
  return HEADER_FLAG.test(argument) || LOGIN_FLAG.test(argument) || isSecretName(argument);
}

function secretAfter(argument: string, shown: string, name: string): string | SplitArgument {
  const value = argument.slice(shown.length);
  return value === '' || isPlaceholder(value) ? argument : { shown, secret: { name, value } };
}

/** The secrets in the arguments. */
export function secretsInArguments(args: readonly string[]): readonly NamedValue[] {
  return splitArguments(args).flatMap((argument) => (typeof argument === 'string' ? [] : [argument.secret]));
}

/** The arguments with `mask` in place of each secret. */
export function maskArguments(args: readonly string[], mask: string): readonly string[] {
  return splitArguments(args).map((argument) =>
    typeof argument === 'string' ? argument : `${argument.shown}${mask}`,
  );
}
