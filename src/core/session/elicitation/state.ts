// What an agent asks the user in a form, or on a web page, as the session state has it.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';

const choice = z.object({
  value: z.string(),
  title: z.string(),
  description: z.exactOptional(z.string()),
});

const common = {
  /** The property's name in the answer. */
  key: z.string(),
  title: z.string(),
  description: z.exactOptional(z.string()),
  isRequired: z.boolean(),
};

const elicitationField = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('text'),
    minLength: z.exactOptional(z.number()),
    maxLength: z.exactOptional(z.number()),
    /** A regular expression; only ever tested where its time is bounded (R111). */
    pattern: z.exactOptional(z.string()),
    /** `email`, `uri`, `date`, `date-time`, or any other word, which checks nothing (R111). */
    format: z.exactOptional(z.string()),
    initial: z.exactOptional(z.string()),
    /** Text of many lines, which is written in an editor. */
    isLong: z.exactOptional(z.boolean()),
  }),
  z.object({
    ...common,
    kind: z.literal('choice'),
    choices: z.array(choice),
    initial: z.exactOptional(z.string()),
  }),
  z.object({
    ...common,
    kind: z.literal('choices'),
    /** Without any, the user writes the values. */
    choices: z.array(choice),
    minItems: z.exactOptional(z.number()),
    maxItems: z.exactOptional(z.number()),
    initial: z.exactOptional(z.array(z.string())),
  }),
  z.object({
    ...common,
    kind: z.literal('number'),
    isInteger: z.boolean(),
    minimum: z.exactOptional(z.number()),
    maximum: z.exactOptional(z.number()),
    initial: z.exactOptional(z.number()),
  }),
  z.object({ ...common, kind: z.literal('boolean'), initial: z.exactOptional(z.boolean()) }),
]);
export type ElicitationField = Immutable<z.infer<typeof elicitationField>>;

const elicitationValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type ElicitationValue = Immutable<z.infer<typeof elicitationValue>>;

/** The values of a form by field; a field left empty is absent. */
export const elicitationValues = z.record(z.string(), elicitationValue);
export type ElicitationValues = Immutable<z.infer<typeof elicitationValues>>;

const formQuestion = z.object({
  mode: z.literal('form'),
  message: z.string(),
  title: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  fields: z.array(elicitationField),
  /** When the agent goes on without an answer, in epoch milliseconds. It does that itself. */
  deadline: z.exactOptional(z.number()),
});
export type FormQuestion = Immutable<z.infer<typeof formQuestion>>;

/** What is asked, without the request it came in. */
const elicitationQuestion = z.discriminatedUnion('mode', [
  formQuestion,
  z.object({ mode: z.literal('url'), message: z.string(), elicitationId: z.string(), url: z.string() }),
]);
export type ElicitationQuestion = Immutable<z.infer<typeof elicitationQuestion>>;

/** An elicitation that waits for the user. `requestId` is Parley's own, unique in the window. */
export const elicitationRequest = z.object({
  requestId: z.string(),
  at: z.number(),
  question: elicitationQuestion,
  /** Problems that only the host could find, by field. */
  problems: z.record(z.string(), z.string()),
  /** A page was opened and the agent has not said yet that it is done (R113). */
  isOpened: z.boolean(),
});
export type ElicitationRequest = Immutable<z.infer<typeof elicitationRequest>>;

export const elicitationState = {
  elicitations: z.array(elicitationRequest),
  /** The questions that the user answered last, by {@link elicitationId}; absent before the first. */
  answeredElicitations: z.exactOptional(z.array(z.string())),
};

/** The form of a request with what the user has entered, which is stored until they have answered. */
export const filledForm = z.object({
  requestId: z.string(),
  at: z.number(),
  question: formQuestion,
  values: elicitationValues,
});
export type FilledForm = Immutable<z.infer<typeof filledForm>>;

/** Names a request among those of all windows: each window counts its requests from 1 again. */
export function elicitationId({ requestId, at }: Pick<ElicitationRequest, 'requestId' | 'at'>): string {
  return `${requestId} ${at}`;
}
