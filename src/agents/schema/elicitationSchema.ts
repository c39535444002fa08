// The params of `elicitation/create` as the question they ask (R109).
import * as z from 'zod/mini';
import type {
  ElicitationField,
  ElicitationQuestion,
  ElicitationValues,
} from '../../core/session/elicitation/state.ts';
import { firstProblem } from '../../core/text/schemaProblem.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray, noteLeftOut } from './lenient.ts';
import { nearCompletion, nearElicitation } from './near/nearForm.ts';
import { sentText } from './sentText.ts';

/** A form of more fields is not shown. */
const MAX_FIELDS = 1_000;

const count = lenient(z.int().check(z.nonnegative()));

const choice = z.pipe(
  z.object({ value: sentText, title: lenient(z.string()), description: lenient(z.string()) }),
  z.transform(({ value: { text, sent }, title = text, description }) => ({
    sent,
    choice: withoutUndefined({ value: text, title, description }),
  })),
);

/** As {@link nearProperty} makes it of what was sent. */
const common = {
  title: lenient(z.string()),
  description: lenient(z.string()),
  choices: lenient(lenientArray(choice)),
};

const property = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('string'),
    ...common,
    minLength: count,
    maxLength: count,
    pattern: lenient(z.string()),
    format: lenient(z.string()),
    default: lenient(sentText),
  }),
  z.object({
    type: z.enum(['number', 'integer']),
    ...common,
    minimum: lenient(z.number()),
    maximum: lenient(z.number()),
    default: lenient(z.number()),
  }),
  z.object({ type: z.literal('boolean'), ...common, default: lenient(z.boolean()) }),
  z.object({
    type: z.literal('array'),
    ...common,
    /** Without choices it takes any texts. */
    isOfNumbers: z.boolean(),
    minItems: count,
    maxItems: count,
    default: lenient(lenientArray(sentText)),
  }),
]);
type Property = z.infer<typeof property>;

/** What a form asks for. Without a schema it asks for consent. */
const requestedSchema = z.object({
  title: lenient(z.string()),
  description: lenient(z.string()),
  properties: z.record(z.string(), z.unknown()),
  required: lenient(lenientArray(z.string())),
});

const scope = { sessionId: lenient(z.string()), message: z.string() };

/** What Parley's own program for RPC mode says besides (packages/rpc-agent/src/README.md). */
const extras = lenient(
  z.object({
    'parley.dev/editor': lenient(z.boolean()),
    /** Epoch milliseconds. */
    'parley.dev/deadline': lenient(z.number()),
  }),
);

/** What the agent is sent for a text that the user chose or entered, where it is another value. */
type SentValue = (text: string) => string | number | boolean;

/** A question, and what is sent in answer to it. */
export interface ReadElicitation {
  /** Undefined for a question that belongs to a request (R115). */
  readonly sessionId: string | undefined;
  readonly question: ElicitationQuestion;
  /** By the field's key; the values of other fields are sent as they are. */
  readonly sentValues: ReadonlyMap<string, SentValue>;
}

export const elicitationParams = z.pipe(
  z.pipe(
    z.transform(nearElicitation),
    z.discriminatedUnion('mode', [
      z.object({
        mode: z.literal('form'),
        ...scope,
        requestedSchema: z.optional(requestedSchema),
        _meta: extras,
      }),
      // Without an id nobody reports that the page is done: the user says so.
      z.object({ mode: z.literal('url'), ...scope, elicitationId: z.catch(z.string(), ''), url: z.string() }),
    ]),
  ),
  z.transform((read, context): ReadElicitation => {
    const { sessionId, message } = read;
    if (read.mode === 'url') {
      const { elicitationId, url } = read;
      return { sessionId, question: { mode: 'url', message, elicitationId, url }, sentValues: new Map() };
    }
    const { title, description, properties = {}, required = [] } = read.requestedSchema ?? {};
    const refuse = (problem: string, path: string[] = []): never => {
      context.issues.push({ code: 'custom', message: problem, input: read, path });
      return z.NEVER;
    };
    const entries = Object.entries(properties);
    if (entries.length > MAX_FIELDS) {
      return refuse(`a form of ${entries.length} fields; at most ${MAX_FIELDS} are shown`);
    }
    const isLong = read._meta?.['parley.dev/editor'] === true;
    const needed = new Set(required);
    const fields: ElicitationField[] = [];
    const sentValues = new Map<string, SentValue>();
    for (const [key, value] of entries) {
      const parsed = property.safeParse(value);
      if (parsed.success) {
        const field = fieldOf(key, parsed.data, needed.has(key));
        fields.push(isLong && field.kind === 'text' ? { ...field, isLong } : field);
        sentValues.set(key, sentValueOf(parsed.data));
        continue;
      }
      const problem = firstProblem(parsed.error);
      // There is no control for it, and no answer without it (R109).
      if (needed.has(key)) return refuse(`a field that cannot be shown, ${problem}`, [key]);
      noteLeftOut(value ?? {}, `the field ${key}, ${problem}`);
    }
    // Nobody can answer a form without seeing any of it.
    if (fields.length === 0 && entries.length > 0) return refuse('none of its fields can be shown');
    const deadline = read._meta?.['parley.dev/deadline'];
    return {
      sessionId,
      question: withoutUndefined({ mode: 'form' as const, message, title, description, fields, deadline }),
      sentValues,
    };
  }),
);

/** The params of `elicitation/complete`. */
export const elicitationCompleteParams = z.pipe(
  z.transform(nearCompletion),
  z.object({ elicitationId: z.string() }),
);

/** The values of a form as the agent has them. */
export function valuesAsSent(
  values: ElicitationValues,
  sentValues: ReadElicitation['sentValues'],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const sent = sentValues.get(key);
      if (sent === undefined || typeof value === 'number' || typeof value === 'boolean') return [key, value];
      return [key, typeof value === 'string' ? sent(value) : value.map(sent)];
    }),
  );
}

function sentValueOf(read: Property): SentValue {
  const choices = new Map(read.choices?.map(({ choice: { value }, sent = value }) => [value, sent]));
  const isOfNumbers = read.type === 'array' && read.isOfNumbers;
  return (text) => choices.get(text) ?? (isOfNumbers && isNumber(text) ? Number(text) : text);
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

function fieldOf(key: string, read: Property, isRequired: boolean): ElicitationField {
  const choices = read.choices?.map(({ choice }) => choice) ?? [];
  const field = withoutUndefined({
    key,
    title: read.title ?? key,
    description: read.description,
    isRequired,
  });
  if (read.type === 'array') {
    const { minItems, maxItems } = read;
    const initial = read.default?.map(({ text }) => text);
    return withoutUndefined({ ...field, kind: 'choices' as const, choices, minItems, maxItems, initial });
  }
  const initial = typeof read.default === 'object' ? read.default.text : read.default;
  // A checkbox has the names of its two values in its own.
  const isCheckbox = read.type === 'boolean' && choices.every(({ value, title }) => value === title);
  if (choices.length > 0 && !isCheckbox) {
    const chosen = initial === undefined ? undefined : String(initial);
    return withoutUndefined({ ...field, kind: 'choice' as const, choices, initial: chosen });
  }
  switch (read.type) {
    case 'string': {
      const { minLength, maxLength, pattern, format } = read;
      const limits = { minLength, maxLength, pattern, format, initial: read.default?.text };
      return withoutUndefined({ ...field, kind: 'text' as const, ...limits });
    }
    case 'number':
    case 'integer': {
      const { minimum, maximum } = read;
      const limits = { isInteger: read.type === 'integer', minimum, maximum, initial: read.default };
      return withoutUndefined({ ...field, kind: 'number' as const, ...limits });
    }
    case 'boolean':
      return withoutUndefined({ ...field, kind: 'boolean' as const, initial: read.default });
  }
}
