// The params of `elicitation/create` as the question they ask (R109).
import * as z from 'zod/mini';
import type { ElicitationField, ElicitationQuestion } from '../../core/session/elicitation/state.ts';
import { firstProblem } from '../../core/text/schemaProblem.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray, noteLeftOut } from './lenient.ts';

/** A form of more fields is not shown. */
const MAX_FIELDS = 1_000;

const count = lenient(z.int().check(z.nonnegative()));

const titledChoice = z.pipe(
  z.object({ const: z.string(), title: lenient(z.string()), description: lenient(z.string()) }),
  z.transform((read) =>
    withoutUndefined({ value: read.const, title: read.title ?? read.const, description: read.description }),
  ),
);
const plainChoice = z.pipe(
  z.string(),
  z.transform((value) => ({ value, title: value })),
);

const labels = { title: lenient(z.string()), description: lenient(z.string()) };

const stringProperty = z.object({
  type: z.literal('string'),
  ...labels,
  minLength: count,
  maxLength: count,
  pattern: lenient(z.string()),
  format: lenient(z.string()),
  enum: lenient(lenientArray(plainChoice)),
  oneOf: lenient(lenientArray(titledChoice)),
  default: lenient(z.string()),
});

const numberProperty = z.object({
  type: z.enum(['number', 'integer']),
  ...labels,
  minimum: lenient(z.number()),
  maximum: lenient(z.number()),
  default: lenient(z.number()),
});

const booleanProperty = z.object({ type: z.literal('boolean'), ...labels, default: lenient(z.boolean()) });

const arrayProperty = z.object({
  type: z.literal('array'),
  ...labels,
  items: lenient(
    z.object({
      enum: lenient(lenientArray(plainChoice)),
      anyOf: lenient(lenientArray(titledChoice)),
      oneOf: lenient(lenientArray(titledChoice)),
    }),
  ),
  minItems: count,
  maxItems: count,
  default: lenient(lenientArray(z.string())),
});

const property = z.pipe(
  z.transform((read) => withType(read)),
  z.discriminatedUnion('type', [stringProperty, numberProperty, booleanProperty, arrayProperty]),
);
type Property = z.infer<typeof property>;

/** A property whose type is missing is what its other fields are about; a text where they do not say. */
function withType(read: unknown): unknown {
  if (typeof read !== 'object' || read === null) return read;
  return 'type' in read && typeof read.type === 'string' ? read : { ...read, type: typeOf(read) };
}

function typeOf(read: object): Property['type'] {
  if ('items' in read) return 'array';
  if ('minimum' in read || 'maximum' in read) return 'number';
  const initial = 'default' in read ? typeof read.default : 'string';
  return initial === 'boolean' || initial === 'number' ? initial : 'string';
}

/** What a form asks for. Without a schema it asks for consent. */
const requestedSchema = z.object({
  title: lenient(z.string()),
  description: lenient(z.string()),
  properties: z.catch(z.record(z.string(), z.unknown()), {}),
  required: lenient(lenientArray(z.string())),
});

const scope = { sessionId: lenient(z.string()), message: z.catch(z.string(), '') };

/** What Parley's own program for RPC mode says besides (packages/rpc-agent/src/README.md). */
const extras = lenient(
  z.object({
    'parley.dev/editor': lenient(z.boolean()),
    /** Epoch milliseconds. */
    'parley.dev/deadline': lenient(z.number()),
  }),
);

/** The question, and the session it belongs to; undefined for one that belongs to a request (R115). */
export const elicitationParams = z.pipe(
  z.pipe(
    z.transform((read) => withMode(read)),
    z.discriminatedUnion('mode', [
      z.object({
        mode: z.literal('form'),
        ...scope,
        requestedSchema: z.catch(requestedSchema, { properties: {} }),
        _meta: extras,
      }),
      // Without an id nobody reports that the page is done: the user says so.
      z.object({ mode: z.literal('url'), ...scope, elicitationId: z.catch(z.string(), ''), url: z.string() }),
    ]),
  ),
  z.transform((read, context): { sessionId: string | undefined; question: ElicitationQuestion } => {
    const { sessionId, message } = read;
    if (read.mode === 'url') {
      const { elicitationId, url } = read;
      return { sessionId, question: { mode: 'url', message, elicitationId, url } };
    }
    const { title, description, properties, required = [] } = read.requestedSchema;
    const entries = Object.entries(properties);
    if (entries.length > MAX_FIELDS) {
      const problem = `a form of ${entries.length} fields; at most ${MAX_FIELDS} are shown`;
      context.issues.push({ code: 'custom', message: problem, input: read });
      return z.NEVER;
    }
    const isLong = read._meta?.['parley.dev/editor'] === true;
    const needed = new Set(required);
    const fields: ElicitationField[] = [];
    for (const [key, value] of entries) {
      const parsed = property.safeParse(value);
      if (parsed.success) {
        const field = fieldOf(key, parsed.data, needed.has(key));
        fields.push(isLong && field.kind === 'text' ? { ...field, isLong } : field);
      } else if (needed.has(key)) {
        // There is no control for it, and no answer without it (R109).
        const problem = `a field that cannot be shown, ${firstProblem(parsed.error)}`;
        context.issues.push({ code: 'custom', message: problem, input: value, path: [key] });
        return z.NEVER;
      } else {
        noteLeftOut(value, `the field ${key}, ${firstProblem(parsed.error)}`);
      }
    }
    const deadline = read._meta?.['parley.dev/deadline'];
    return {
      sessionId,
      question: withoutUndefined({ mode: 'form' as const, message, title, description, fields, deadline }),
    };
  }),
);

/** Drafts had no mode: a question has a schema or an address. */
function withMode(read: unknown): unknown {
  if (typeof read !== 'object' || read === null || ('mode' in read && typeof read.mode === 'string'))
    return read;
  return { ...read, mode: 'url' in read ? 'url' : 'form' };
}

/** The params of `elicitation/complete`. */
export const elicitationCompleteParams = z.object({ elicitationId: z.string() });

function fieldOf(key: string, read: Property, isRequired: boolean): ElicitationField {
  const common = withoutUndefined({
    key,
    title: read.title ?? key,
    description: read.description,
    isRequired,
  });
  switch (read.type) {
    case 'string': {
      const choices = read.oneOf ?? read.enum;
      if (choices !== undefined) {
        return withoutUndefined({ ...common, kind: 'choice' as const, choices, initial: read.default });
      }
      const { minLength, maxLength, pattern, format } = read;
      const limits = { minLength, maxLength, pattern, format, initial: read.default };
      return withoutUndefined({ ...common, kind: 'text' as const, ...limits });
    }
    case 'number':
    case 'integer': {
      const { minimum, maximum } = read;
      const limits = { isInteger: read.type === 'integer', minimum, maximum, initial: read.default };
      return withoutUndefined({ ...common, kind: 'number' as const, ...limits });
    }
    case 'boolean':
      return withoutUndefined({ ...common, kind: 'boolean' as const, initial: read.default });
    case 'array': {
      const { minItems, maxItems, items } = read;
      const choices = items?.anyOf ?? items?.oneOf ?? items?.enum ?? [];
      return withoutUndefined({
        ...common,
        kind: 'choices' as const,
        choices,
        minItems,
        maxItems,
        initial: read.default,
      });
    }
  }
}
