// What agents say in `_meta`, or beside the answer, about why a turn ended: the protocol has no place for it.
import * as z from 'zod/mini';

/** `_meta` is small; what lies deeper, or is more, is not looked at. */
const MAX_LEVELS = 4;
const MAX_VALUES = 100;
const MAX_CHARACTERS = 4_000;

const ERROR = /error|failure/i;
const REASON = /(?:message|reason|details?|description)$/i;

const SUCCESS = /^(?:ok|success|successful|succeeded|done|complete|completed|finished)$/i;

const fields = z.record(z.string(), z.unknown());

export interface ReportedReasons {
  /** What it calls an error. */
  readonly errors: string;
  /** Sentences beside that: they count where the turn brought nothing else. */
  readonly reasons: string;
}

/** The texts of `_meta`, each once and on a line of its own; undefined where there are none. */
export function reasonsIn(meta: unknown): ReportedReasons | undefined {
  const errors = new Set<string>();
  const reasons = new Set<string>();
  let left = MAX_VALUES;
  const collect = (value: unknown, isError: boolean, isReason: boolean, levels: number): void => {
    if (left-- <= 0) return;
    if (typeof value === 'string') {
      const text = value.trim();
      if (text === '') return;
      if (isError) errors.add(text);
      // A single word is a name and no sentence.
      else if (isReason && /\s/.test(text)) reasons.add(text);
      return;
    }
    if (levels === 0 || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) collect(item, isError, isReason, levels - 1);
      return;
    }
    const read = fields.safeParse(value).data ?? {};
    if (isSuccess(read)) return;
    const entries = Object.entries(read);
    // The other fields of an error with a message are for programs.
    const said = entries.filter(([key, inner]) => REASON.test(key) && typeof inner === 'string');
    for (const [key, inner] of isError && said.length > 0 ? said : entries) {
      collect(inner, isError || ERROR.test(key), isReason || REASON.test(key), levels - 1);
    }
  };
  collect(meta, false, false, MAX_LEVELS);
  if (errors.size + reasons.size === 0) return undefined;
  return { errors: joined(errors), reasons: joined(reasons) };
}

/** What says beside its sentences that all went well has no reason for a failure. */
function isSuccess(read: Readonly<Record<string, unknown>>): boolean {
  const isGood = ['ok', 'success'].some((name) => read[name] === true);
  const words = ['status', 'state', 'result', 'outcome'].map((name) => read[name]);
  return isGood || words.some((word) => typeof word === 'string' && isSuccessWord(word));
}

/** Whether a word says that all went well. */
export function isSuccessWord(word: string): boolean {
  return SUCCESS.test(word);
}

function joined(texts: ReadonlySet<string>): string {
  return [...texts].join('\n').slice(0, MAX_CHARACTERS);
}
