// Reads from an agent's error what kind of failure it is, by its codes and by the texts of known model services.
import type { FailureClass } from './failureClass.ts';
import { clockTimeInText, timeInText } from './timeInText.ts';
import { MAX_TIME } from './timeText.ts';

/** What an error can say; that a process has ended is seen otherwise. */
export type ReportedClass = Exclude<FailureClass, 'crashed'>;

/** What an agent said when a request failed. */
export interface ReportedFailure {
  /** The code of JSON-RPC, which some agents fill with the status of an HTTP response. */
  readonly code: number;
  readonly message: string;
  /** Outside data. */
  readonly data: unknown;
}

/** The limits of the account that an agent reported last (`_claude/rateLimit`). */
export interface ReportedLimit {
  readonly isReached: boolean;
  /** Epoch milliseconds. */
  readonly resetsAt?: number;
}

export interface ClassifiedFailure {
  readonly class: ReportedClass;
  /** When it is over, in epoch milliseconds, where the agent says so. */
  readonly resetsAt?: number;
}

/** Longer texts are logs and pages, whose words mean something else. */
const MAX_TEXT_LENGTH = 4_000;

/** The first that matches holds: what is more specific comes first. */
const TEXTS: readonly (readonly [ReportedClass, RegExp])[] = [
  [
    'context-exhausted',
    /context[ _-]?length[ _-]?exceeded|maximum context length|prompt is too long|context window (?:is )?(?:full|exceeded|overflow)|exceed(?:s|ed|ing)? (?:the |this )?(?:model(?:['’]s)? )?(?:maximum )?context|input (?:is )?too long|input token count .{0,40}exceeds|too many (?:input )?tokens/i,
  ],
  [
    'quota-exhausted',
    /insufficient[ _-]?quota|exceeded your (?:current|daily|monthly) quota|quota (?:has been )?(?:exceeded|exhausted)|(?:usage|session|weekly|daily|monthly|5-hour|spend(?:ing)?) limit (?:was |has been |is )?(?:reached|exceeded)|(?:hit|reached|exceeded) your (?:[\w-]+ )?(?:usage |session |weekly |daily |monthly )?limit|credit balance is too low|(?:out of|insufficient|not enough) (?:extra )?(?:credits?|funds|balance|usage)|(?:exhausted|exceeded) your (?:[\w-]+ ){0,2}(?:capacity|quota|credits|allowance)|(?:quota|allowance) will reset|billing[ _]hard[ _]limit|payment required/i,
  ],
  [
    'rate-limited',
    /rate[ _-]?limit|too many requests|requests per (?:minute|second|hour|day)|resource[ _]exhausted/i,
  ],
  [
    'overloaded',
    /overloaded|model is (?:currently )?(?:busy|at capacity)|(?:at|over|no|insufficient) capacity|server is busy|service (?:is )?(?:temporarily )?unavailable|try again later due to high/i,
  ],
  [
    'auth-required',
    /invalid[ _](?:api|x-api|auth\w*)[ _-]?(?:key|token|credentials?)|incorrect api key|api key (?:is )?(?:not valid|invalid|expired|missing)|no api key|missing api key|authentication[ _](?:error|failed|required)|unauthori[sz]ed|not (?:logged|signed) in|please (?:run \/?login|log in|sign in)|(?:oauth |access |refresh )?token (?:has |is )?(?:expired|revoked)|credentials? (?:have |has |are )?expired|session (?:has )?expired/i,
  ],
  [
    'refused',
    /content[ _-]?(?:policy|filter)|usage polic(?:y|ies)|safety (?:system|filter|settings)|flagged (?:as|by|for)|(?:was|been) (?:blocked|refused) (?:by|due to|because)/i,
  ],
  [
    'transport-lost',
    /ECONN(?:RESET|REFUSED|ABORTED)|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|ENETUNREACH|EHOSTUNREACH|socket hang up|fetch failed|network (?:error|connection|request failed)|connection (?:error|was (?:lost|closed)|reset|refused|timed out)|stream (?:disconnected|closed before)|getaddrinfo|unable to connect|certificate (?:has expired|verify failed)|self[- ]signed certificate/i,
  ],
];

/** The kinds that adapters and services write into the data of an error, in lower case and without what joins words. */
const KINDS: Readonly<Record<string, ReportedClass>> = {
  authrequired: 'auth-required',
  authenticationfailed: 'auth-required',
  authenticationerror: 'auth-required',
  permissionerror: 'auth-required',
  unauthorized: 'auth-required',
  ratelimit: 'rate-limited',
  ratelimited: 'rate-limited',
  ratelimiterror: 'rate-limited',
  quotaexhausted: 'quota-exhausted',
  budgetexhausted: 'quota-exhausted',
  billingerror: 'quota-exhausted',
  insufficientquota: 'quota-exhausted',
  usagelimitexceeded: 'quota-exhausted',
  usagelimitreached: 'quota-exhausted',
  overloaded: 'overloaded',
  overloadederror: 'overloaded',
  serveroverloaded: 'overloaded',
  contextexhausted: 'context-exhausted',
  contextwindowexceeded: 'context-exhausted',
  contextlengthexceeded: 'context-exhausted',
  transportlost: 'transport-lost',
  workershutdown: 'transport-lost',
  httpconnectionfailed: 'transport-lost',
  responsestreamdisconnected: 'transport-lost',
  responsestreamconnectionfailed: 'transport-lost',
  networkerror: 'transport-lost',
  refusal: 'refused',
  contentpolicyviolation: 'refused',
};
const MAX_KIND_LENGTH = 40;

/** Statuses of HTTP that say enough on their own. */
const STATUSES: Readonly<Partial<Record<number, ReportedClass>>> = {
  401: 'auth-required',
  402: 'quota-exhausted',
  413: 'context-exhausted',
  429: 'rate-limited',
  502: 'overloaded',
  503: 'overloaded',
  504: 'transport-lost',
  529: 'overloaded',
};

/** Under which names agents and services write a status, and a time to wait. */
const STATUS_NAMES = new Set([
  'status',
  'statuscode',
  'httpstatus',
  'httpstatuscode',
  'http_status',
  'status_code',
  'code',
]);
const RESET_NAMES = new Set(['resetsat', 'resets_at', 'resetat', 'reset_at', 'resettime', 'reset_time']);
const WAIT_SECONDS_NAMES = new Set([
  'retryafter',
  'retry_after',
  'retry-after',
  'retryafterseconds',
  'resets_in_seconds',
  'resetsinseconds',
]);
const WAIT_MS_NAMES = new Set(['retryafterms', 'retry_after_ms', 'retrydelayms', 'retry_delay_ms']);

/** Data of agents is small; what lies deeper, or is more, is not looked at. */
const MAX_DEPTH = 5;
const MAX_VALUES = 300;

/** The class of a failure, and when it is over; undefined for any other error. `now`: epoch milliseconds. */
export function classifyFailure(
  { code, message, data }: ReportedFailure,
  limit: ReportedLimit | undefined,
  now: number,
): ClassifiedFailure | undefined {
  const facts = factsOf(data, now);
  const text = [message, ...facts.texts].join('\n').slice(0, MAX_TEXT_LENGTH);
  const statuses = [code, ...facts.statuses, ...statusesInText(text)];
  const byText = TEXTS.find(([, pattern]) => pattern.test(text))?.[0];
  const byKind = facts.kinds.map(kindOf).find((kind) => kind !== undefined);
  const byStatus = statuses.map((status) => STATUSES[status]).find((found) => found !== undefined);
  const found = limit?.isReached === true && byText === 'rate-limited' ? 'quota-exhausted' : byText;
  const failure = found ?? byKind ?? byStatus ?? (limit?.isReached === true ? 'quota-exhausted' : undefined);
  if (failure === undefined) return undefined;
  const isLimit = failure === 'quota-exhausted' || failure === 'rate-limited' || failure === 'overloaded';
  const resetsAt =
    facts.resetsAt ??
    resetInText(text, now) ??
    (limit?.isReached === true ? limit.resetsAt : undefined) ??
    clockTimeInText(text, now);
  return isLimit && resetsAt !== undefined && resetsAt > now && resetsAt <= MAX_TIME
    ? { class: failure, resetsAt }
    : { class: failure };
}

function kindOf(text: string): ReportedClass | undefined {
  if (text.length > MAX_KIND_LENGTH) return undefined;
  const kind = text.toLowerCase().replaceAll(/[_\s-]/g, '');
  return Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
}

interface Facts {
  readonly texts: string[];
  /** Values and names that may be a kind: some are the name of what they are about. */
  readonly kinds: string[];
  readonly statuses: number[];
  resetsAt: number | undefined;
}

function factsOf(data: unknown, now: number): Facts {
  const facts: Facts = { texts: [], kinds: [], statuses: [], resetsAt: undefined };
  const queue: { readonly name: string; readonly value: unknown; readonly depth: number }[] = [
    { name: '', value: data, depth: 0 },
  ];
  for (const { name, value, depth } of queue) {
    if (typeof value === 'string') facts.texts.push(value);
    // `{"refusal": null}` and `{"rateLimited": false}` say that it is not one.
    if (value !== null && value !== undefined && value !== false) facts.kinds.push(name);
    if (typeof value === 'string') facts.kinds.push(value);
    readNumber(facts, name.toLowerCase(), value, now);
    if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (queue.length < MAX_VALUES) queue.push({ name: key, value: inner, depth: depth + 1 });
    }
  }
  return facts;
}

function readNumber(facts: Facts, name: string, value: unknown, now: number): void {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (RESET_NAMES.has(name)) facts.resetsAt ??= timeOf(value);
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return;
  if (STATUS_NAMES.has(name)) facts.statuses.push(number);
  else if (WAIT_SECONDS_NAMES.has(name)) facts.resetsAt ??= now + number * 1_000;
  else if (WAIT_MS_NAMES.has(name)) facts.resetsAt ??= now + number;
}

/** Numbers below this are seconds since 1970, as they will be for some thousand years. */
const MIN_EPOCH_MS = 100_000_000_000;

/**
 * Epoch seconds, epoch milliseconds or ISO 8601 as epoch milliseconds; undefined for anything else, such as nanoseconds,
 * which would be later than any date.
 */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number' && value > 0 && value <= MAX_TIME) {
    return value < MIN_EPOCH_MS ? value * 1_000 : value;
  }
  if (typeof value !== 'string') return undefined;
  const number = /^\d{9,14}$/.test(value) ? Number(value) : Date.parse(value);
  return Number.isNaN(number) ? undefined : number < MIN_EPOCH_MS ? number * 1_000 : number;
}

/** `API Error: 529`, `status 429`, `HTTP 503`: not any number. */
function statusesInText(text: string): readonly number[] {
  return [...text.matchAll(/(?:error|status(?: code)?|http|code)\W{0,3}(\d{3})\b/gi)].map(([, status]) =>
    Number(status),
  );
}

/** Claude's `limit reached|1751234567`, and what else says when a limit is over. */
function resetInText(text: string, now: number): number | undefined {
  const [, epoch] = /limit reached\|(\d{10,13})\b/i.exec(text) ?? [];
  return epoch === undefined ? timeInText(text, now) : timeOf(epoch);
}
