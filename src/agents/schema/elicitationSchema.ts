// The params of `elicitation/create` as the question they ask (R109).
import * as z from 'zod/mini';
import type { ElicitationField, ElicitationQuestion } from '../../core/session/elicitation.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient, lenientArray } from './lenient.ts';

/** A form of more fields is not shown. */
const MOST_FIELDS = 1_000;

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
  enum: lenient(z.array(plainChoice)),
  oneOf: lenient(z.array(titledChoice)),
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
  items: z.object({
    enum: lenient(z.array(plainChoice)),
    anyOf: lenient(z.array(titledChoice)),
    oneOf: lenient(z.array(titledChoice)),
  }),
  minItems: count,
  maxItems: count,
  default: lenient(z.array(z.string())),
});

/** Properties of another type have no control and make the form unusable (R109). */
const property = z.discriminatedUnion('type', [
  stringProperty,
  numberProperty,
  booleanProperty,
  arrayProperty,
]);

const formParams = z.object({
  message: z.string(),
  requestedSchema: z.object({
    title: lenient(z.string()),
    description: lenient(z.string()),
    properties: z.record(z.string(), property),
    required: lenient(lenientArray(z.string())),
  }),
});

const urlParams = z.object({ message: z.string(), elicitationId: z.string(), url: z.string() });

const scope = { sessionId: lenient(z.string()) };

/** What Parley's own program for RPC mode says besides (src/agentBin/rpcMode/README.md). */
const extras = lenient(
  z.object({
    'parley.dev/editor': lenient(z.boolean()),
    /** Epoch milliseconds. */
    'parley.dev/deadline': lenient(z.number()),
  }),
);

/** The question, and the session it belongs to; undefined for one that belongs to a request (R115). */
export const elicitationParams = z.pipe(
  z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('form'), ...scope, ...formParams.shape, _meta: extras }),
    z.object({ mode: z.literal('url'), ...scope, ...urlParams.shape }),
  ]),
  z.transform((read, context): { sessionId: string | undefined; question: ElicitationQuestion } => {
    const { sessionId, message } = read;
    if (read.mode === 'url') {
      const { elicitationId, url } = read;
      return { sessionId, question: { mode: 'url', message, elicitationId, url } };
    }
    const { title, description, properties, required = [] } = read.requestedSchema;
    const entries = Object.entries(properties);
    if (entries.length > MOST_FIELDS) {
      const message = `a form of ${entries.length} fields; at most ${MOST_FIELDS} are shown`;
      context.issues.push({ code: 'custom', message, input: read });
      return z.NEVER;
    }
    const isLong = read._meta?.['parley.dev/editor'] === true;
    const needed = new Set(required);
    const fields = entries.map(([key, property]) => {
      const field = fieldOf(key, property, needed.has(key));
      return isLong && field.kind === 'text' ? { ...field, isLong } : field;
    });
    const deadline = read._meta?.['parley.dev/deadline'];
    return {
      sessionId,
      question: withoutUndefined({ mode: 'form' as const, message, title, description, fields, deadline }),
    };
  }),
);

/** The params of `elicitation/complete`. */
export const elicitationCompleteParams = z.object({ elicitationId: z.string() });

function fieldOf(key: string, read: z.infer<typeof property>, isRequired: boolean): ElicitationField {
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
      const choices = items.anyOf ?? items.oneOf ?? items.enum ?? [];
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
