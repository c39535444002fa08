// What stands out in an entry of the registry: variables and arguments that load other code, names that look like others.
import type { InstallChoice } from './installChoice.ts';
import type { RegistryAgent } from './registryFormat.ts';

/** What the user is to look at before an agent is added. */
export interface EntryMarks {
  readonly variables: readonly string[];
  readonly args: readonly string[];
  /** Whether the name has letters of several scripts, or letters that look like those of another. */
  readonly hasOddName: boolean;
}

/** Variables by which a program loads code, finds other programs, or trusts and uses other servers. */
const VARIABLE =
  /^(?:PATH|PATHEXT|NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)|LD_\w+|DYLD_\w+|npm_config_\w+|npm_\w*registry\w*|yarn_\w+|bun_\w+|deno_\w+|(?:PIP|UV)_\w+|PYTHON\w+|VIRTUAL_ENV|RUBY(?:OPT|LIB)|PERL5?(?:OPT|LIB|5OPT|5LIB|5DB)|(?:JAVA|JDK)_\w*OPTIONS|CLASSPATH|BASH_ENV|ENV|SHELL|PS4|PROMPT_COMMAND|GIT_\w+|SSH_\w+|EDITOR|VISUAL|PAGER|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_\w+|CURL_\w+|\w*_BASE_URL|\w*_ENDPOINT)$/i;

/** Options of interpreters and package managers that load code, or load it from elsewhere. */
const ARGUMENT =
  /^(?:--(?:with(?:-requirements|-editable)?|index(?:-url)?|default-index|extra-index-url|find-links|registry|userconfig|globalconfig|script-shell|node-options|require|import|(?:experimental-)?loader|eval|print|call|package|from|preload|env-file|config|inspect(?:-brk)?)(?:=.*)?|-[recp])$/;

/** An address in the place of a package: it comes from no registry. */
const ADDRESS = /^(?:[a-z][a-z+]*:|[^@/\s]+\/[^@\s]+$|.*@(?:[a-z][a-z+]*:))/i;

/** What stands out in an agent as it would be installed: undefined for nothing. */
export function agentMarks({ name }: RegistryAgent, choice: InstallChoice): EntryMarks | undefined {
  const { args, env } = choice.target;
  const words = choice.kind === 'binary' ? args : [choice.target.package, ...args];
  const marks = entryMarks(name, words, env);
  return marks.hasOddName || marks.variables.length + marks.args.length > 0 ? marks : undefined;
}

/** The marks of an agent's name in the registry, and of the arguments and variables that are listed for it. */
export function entryMarks(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): EntryMarks {
  return {
    variables: Object.keys(env).filter((each) => VARIABLE.test(each)),
    args: args.filter((each) => ARGUMENT.test(each) || ADDRESS.test(each)),
    hasOddName: isOddName(name),
  };
}

/** Scripts of which letters look like Latin ones. */
const LOOK_ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
/** Letters that are drawn like Latin ones. */
const DRAWN_ALIKE = /^[асеорхуѕіјԁһӏԛԝАВЕЅІЈКМНОРСТХҮοαυνιρΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+$/u;

function isOddName(name: string): boolean {
  // Letters of other widths and of mathematics.
  if (name.normalize('NFKC') !== name.normalize('NFC')) return true;
  const letters = name.match(/\p{L}/gu)?.join('') ?? '';
  const hasLatin = /\p{Script=Latin}/u.test(letters);
  if (LOOK_ALIKE.test(letters))
    return hasLatin || (name.match(/\p{L}+/gu) ?? []).some((word) => DRAWN_ALIKE.test(word));
  // Latin letters that are drawn like others: `ı`, `ɑ`, `ꞵ`.
  return hasLatin && /[ıɑɡɩʟʏꞵꙅƖǀ]/u.test(letters);
}
