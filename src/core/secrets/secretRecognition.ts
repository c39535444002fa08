// Decides which values are secrets: by the name they go by, and by whether they look like a word, a path or a key.

export interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** Whether the user entered it as a secret. */
  readonly isEntered?: boolean;
}

/** Shorter values occur by chance. */
const MIN_ENTERED_LENGTH = 4;
const MIN_NAMED_LENGTH = 6;
const MIN_LENGTH = 8;
/** From this length on, a value without structure is not matched by chance, so that it is hidden inside other text too. */
const MIN_STRONG_LENGTH = 12;
const MAX_WORD_LENGTH = 14;

/** Parts of a name after which a secret follows. */
const SECRET_PARTS =
  /^(?:(?:api|access|private|secret|auth|account|signing|encryption)?keys?|\w*tokens?|\w*secrets?|\w*passw(?:or)?ds?|pass|passphrase|pwd|auth|authorization|credentials?|cookies?|pat|dsn|jwt|bearer|signature|sig|pin)$/;

/** Names whose values are no secrets, although they may look like some. */
const ORDINARY_PARTS = new Set(
  'path dir directory folder home file files model models url uri host hostname endpoint region zone version lang language locale port user username shell term display type agent accept encoding editor pager'.split(
    ' ',
  ),
);

/** Values that everybody has. */
const ORDINARY_VALUES = new Set(
  'true false yes no on off none null undefined auto always never default enabled disabled debug verbose trace info warn warning error silent dev devel develop development test testing stage staging prod production local localhost'.split(
    ' ',
  ),
);

/** Keys of well-known services, wherever they are. */
export const KNOWN_KEYS =
  /(?<![A-Za-z0-9])(?:sk-[\w-]{16,200}|gh[oprsu]_\w{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,200}|xox[a-z]-[\w-]{10,200}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,60}|npm_[A-Za-z0-9]{30,60}|eyJ[\w-]{8,4000}\.eyJ[\w-]{4,4000}\.[\w-]{4,2000})/g;
const KNOWN_KEY = new RegExp(KNOWN_KEYS.source);

/** Whether a variable, a header, a flag or a parameter of that name has a secret as its value. */
export function isSecretName(name: string): boolean {
  const parts = nameParts(name);
  return parts.some((part) => SECRET_PARTS.test(part)) && !ORDINARY_PARTS.has(parts.at(-1) ?? '');
}

/** Whether a property of that name has a secret as its value: a stricter measure, as data has properties of any name. */
export function isSecretProperty(name: string): boolean {
  const parts = nameParts(name).filter((part) => !/^\d+$/.test(part));
  const last = parts.at(-1) ?? '';
  // `key`, `pin` and `tokens` are ordinary words of data; `apiKey` and `accessToken` are not.
  return (
    SECRET_PARTS.test(last) && (parts.length > 1 || !/^(?:keys?|pass|pat|pin|sig|auth|tokens)$/.test(last))
  );
}

/** Whether a value is to be hidden wherever it occurs. Never words, numbers, folders, locales and addresses. */
export function isSecretValue({ name, value, isEntered = false }: NamedValue): boolean {
  const text = value.trim();
  if (isEntered) return text.length >= MIN_ENTERED_LENGTH;
  if (text.length < MIN_NAMED_LENGTH || isPlaceholder(text)) return false;
  if (KNOWN_KEY.test(text)) return true;
  if (ORDINARY_VALUES.has(text.toLowerCase()) || isPathList(text) || isPlainUrl(text)) return false;
  if (/^[\d.,:+-]+$/.test(text)) return isSecretName(name) && text.length >= MIN_LENGTH;
  if (/^[a-z]{2,3}[_-][A-Z]{2}(?:\.[\w-]+)?$/.test(text)) return false;
  if (isSecretName(name)) return true;
  if (ORDINARY_PARTS.has(nameParts(name).at(-1) ?? '')) return false;
  return text.length >= MIN_LENGTH && !isWordLike(text);
}

/** Whether a value looks like nothing else, so that it is no accident where it is found. */
export function isStrong(value: string): boolean {
  return value.length >= MIN_STRONG_LENGTH && !isWordLike(value) && !isPathList(value);
}

/** Whether a value stands for another one. */
export function isPlaceholder(value: string): boolean {
  return /^(?:\$\{?[\w:.]+\}?|\$\(.*\)|%\w+%|<[^<>]*>|\{\{.*\}\}|\*+|•+|x+|\.+)$/i.test(value);
}

/** The words of a name, in lower case. */
function nameParts(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
}

/** Whether a value is neither made of words nor a path, even where it speaks of secrets. */
export function isRandom(value: string): boolean {
  return value.length >= MIN_LENGTH && /\d/.test(value) && !isMadeOfWords(value) && !isPathList(value);
}

/** Words and numbers that do not speak of secrets: those are chosen by hand, for examples and tests. */
function isWordLike(text: string): boolean {
  return !/secret|token|passw|credential/i.test(text) && isMadeOfWords(text);
}

/** Words, small numbers and versions, joined by what joins words: names of models, projects and hosts, options. */
function isMadeOfWords(text: string): boolean {
  if (/[$!%^*#&~`|\\]/.test(text)) return false;
  const parts = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  // One word may have a number, such as `utf8`; keys are full of them.
  return (
    parts.every(isWord) &&
    parts.filter((part) => /^(?!v\d).*(?:\p{L}\p{N}|\p{N}\p{L})/u.test(part)).length < 2
  );
}

function isWord(part: string): boolean {
  if (part.length > MAX_WORD_LENGTH) return false;
  // A capital may begin a word inside, once or twice; keys change their case more often.
  if ((part.match(/\p{Ll}\p{Lu}/gu) ?? []).length > 2) return false;
  return /^(?:v?\p{N}{1,4}\p{L}{0,2}|20\d{6}|\p{L}+\p{N}{0,3}\p{L}?)$/u.test(part);
}

/** One path or more of them, as in PATH. */
function isPathList(text: string): boolean {
  return text.split(/[;,]|:(?![\\/])/).every((part) => part === '' || isPath(part));
}

function isPath(text: string): boolean {
  return (
    /^(?:~|\.{1,2})?(?:[\\/]|[A-Za-z]:[\\/])/.test(text) && !/[+=]/.test(text) && !/\s/.test(text.slice(0, 2))
  );
}

/** An address that says nothing but where something is. */
function isPlainUrl(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]{1,20}:\/\/\S+$/i.test(text)) return false;
  const [address = '', query = ''] = text.split('?', 2);
  const afterScheme = address.slice(address.indexOf('://') + 3);
  return (
    query === '' &&
    !(afterScheme.split('/', 1)[0] ?? '').includes('@') &&
    afterScheme.split('/').every((part) => !isStrong(part))
  );
}
