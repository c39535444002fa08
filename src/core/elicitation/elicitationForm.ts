// A form of an elicitation: what it begins with, and what is wrong with what was typed (R111).
import type { ElicitationField, ElicitationValue, ElicitationValues } from '../session/elicitation.ts';

/** Tells whether a text matches a pattern; undefined when that could not be found out in time, or it is no pattern. */
export type PatternTest = (pattern: string, text: string) => boolean | undefined;

/** The values a form begins with: the defaults that are usable. */
export function initialValues(fields: readonly ElicitationField[]): ElicitationValues {
  const values: Record<string, ElicitationValue> = {};
  for (const field of fields) {
    const { initial } = field;
    if (initial !== undefined && problemOf(field, initial) === undefined) values[field.key] = initial;
    else if (field.kind === 'boolean' && field.isRequired) values[field.key] = false;
  }
  return values;
}

/** The values that belong to the form's fields, and nothing else. */
export function ownValues(fields: readonly ElicitationField[], values: ElicitationValues): ElicitationValues {
  return Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** What is wrong with a form, by field; patterns are tested only where `matches` is given. */
export function formProblems(
  fields: readonly ElicitationField[],
  values: ElicitationValues,
  matches?: PatternTest,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(
        field,
        Object.hasOwn(values, field.key) ? values[field.key] : undefined,
        matches,
      );
      return problem === undefined ? [] : [[field.key, problem]];
    }),
  );
}

/** What is wrong with a field's value in a sentence; undefined when nothing is. */
export function problemOf(
  field: ElicitationField,
  value: ElicitationValue | undefined,
  matches?: PatternTest,
): string | undefined {
  if (value === undefined || value === '') return field.isRequired ? 'This is needed.' : undefined;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value, matches) : 'This must be text.';
    case 'choice':
      return field.choices.some((choice) => choice.value === value) ? undefined : 'Choose one of the list.';
    case 'choices':
      return choicesProblem(field, value);
    case 'number':
      return numberProblem(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'This must be on or off.';
  }
}

type Field<Kind extends ElicitationField['kind']> = Extract<ElicitationField, { kind: Kind }>;

function textProblem(
  field: Field<'text'>,
  value: string,
  matches: PatternTest | undefined,
): string | undefined {
  const { length } = Array.from(value);
  if (field.minLength !== undefined && length < field.minLength) {
    return `At least ${field.minLength} characters.`;
  }
  if (field.maxLength !== undefined && length > field.maxLength)
    return `At most ${field.maxLength} characters.`;
  const format = field.format === undefined ? undefined : FORMATS.get(field.format);
  if (format !== undefined && !format.test(value)) return format.problem;
  const isMatch = field.pattern === undefined ? undefined : matches?.(field.pattern, value);
  return isMatch === false ? `This must match the pattern ${String(field.pattern)}` : undefined;
}

interface Format {
  readonly test: (value: string) => boolean;
  readonly problem: string;
}

/** The formats that are checked; any other word checks nothing. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['email', { test: (value) => /^[^\s@]+@[^\s@]+$/.test(value), problem: 'This must be a mail address.' }],
  [
    'uri',
    { test: (value) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(value), problem: 'This must be a full address.' },
  ],
  ['date', { test: isDate, problem: 'This must be a date: 2026-01-31.' }],
  [
    'date-time',
    {
      test: (value) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
      problem: 'This must be a date and time: 2026-01-31T12:00:00Z.',
    },
  ],
]);

function isDate(value: string): boolean {
  const parsed = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  return parsed !== undefined && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

function choicesProblem(field: Field<'choices'>, value: ElicitationValue): string | undefined {
  if (typeof value !== 'object') return 'Choose from the list.';
  const isOffered = value.every((chosen) => field.choices.some((choice) => choice.value === chosen));
  if (!isOffered) return 'Choose from the list.';
  const least = Math.max(field.minItems ?? 0, field.isRequired ? 1 : 0);
  if (value.length < least) return `Choose at least ${least}.`;
  return field.maxItems !== undefined && value.length > field.maxItems
    ? `Choose at most ${field.maxItems}.`
    : undefined;
}

function numberProblem(field: Field<'number'>, value: ElicitationValue): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'This must be a number.';
  if (field.isInteger && !Number.isInteger(value)) return 'This must be a whole number.';
  if (field.minimum !== undefined && value < field.minimum) return `At least ${field.minimum}.`;
  return field.maximum !== undefined && value > field.maximum ? `At most ${field.maximum}.` : undefined;
}
