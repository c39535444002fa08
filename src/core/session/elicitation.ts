// What an agent asks the user in a form, or on a web page, as the session state has it.
import * as z from 'zod';
import type { Immutable } from '../base/immutable.ts';

const choice = z.object({
  value: z.string(),
  title: z.string(),
  description: z.string().exactOptional(),
});

const common = {
  /** The property's name in the answer. */
  key: z.string(),
  title: z.string(),
  description: z.string().exactOptional(),
  isRequired: z.boolean(),
};

export const elicitationField = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('text'),
    minLength: z.number().exactOptional(),
    maxLength: z.number().exactOptional(),
    /** A regular expression; only ever tested where its time is bounded (R111). */
    pattern: z.string().exactOptional(),
    /** `email`, `uri`, `date`, `date-time`, or any other word, which checks nothing (R111). */
    format: z.string().exactOptional(),
    initial: z.string().exactOptional(),
    /** Text of many lines, which is written in an editor. */
    isLong: z.boolean().exactOptional(),
  }),
  z.object({
    ...common,
    kind: z.literal('choice'),
    choices: z.array(choice),
    initial: z.string().exactOptional(),
  }),
  z.object({
    ...common,
    kind: z.literal('choices'),
    choices: z.array(choice),
    minItems: z.number().exactOptional(),
    maxItems: z.number().exactOptional(),
    initial: z.array(z.string()).exactOptional(),
  }),
  z.object({
    ...common,
    kind: z.literal('number'),
    isInteger: z.boolean(),
    minimum: z.number().exactOptional(),
    maximum: z.number().exactOptional(),
    initial: z.number().exactOptional(),
  }),
  z.object({ ...common, kind: z.literal('boolean'), initial: z.boolean().exactOptional() }),
]);
export type ElicitationField = Immutable<z.infer<typeof elicitationField>>;

export const elicitationValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type ElicitationValue = Immutable<z.infer<typeof elicitationValue>>;

/** The values of a form by field; a field left empty is absent. */
export const elicitationValues = z.record(z.string(), elicitationValue);
export type ElicitationValues = Immutable<z.infer<typeof elicitationValues>>;

/** What is asked, without the request it came in. */
export const elicitationQuestion = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('form'),
    message: z.string(),
    title: z.string().exactOptional(),
    description: z.string().exactOptional(),
    fields: z.array(elicitationField),
    /** When the agent goes on without an answer, in epoch milliseconds. It does that itself. */
    deadline: z.number().exactOptional(),
  }),
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
