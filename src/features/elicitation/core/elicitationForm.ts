// A form of an elicitation: its initial values, and what is wrong with those that the user entered (R111).
import type {
  ElicitationField,
  ElicitationValue,
  ElicitationValues,
} from '../../../core/session/elicitation/state.ts';
import { elicitationStrings } from './elicitationStrings.ts';

/** Whether a text matches a pattern; undefined when testing takes too long, or it is no pattern. */
export type PatternTest = (pattern: string, text: string) => boolean | undefined;

/** The values a form starts with: the defaults that are valid. */
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
    fields.flatMap((field) => {
      const sent = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
      const value = isWrittenList(field) && typeof sent === 'object' ? sent.filter(isEntry) : sent;
      return value === undefined ? [] : [[field.key, value]];
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

/** What is wrong with a field's value, for the user; undefined when nothing is. */
export function problemOf(
  field: ElicitationField,
  value: ElicitationValue | undefined,
  matches?: PatternTest,
): string | undefined {
  if (value === undefined || value === '')
    return field.isRequired ? elicitationStrings.required() : undefined;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value, matches) : elicitationStrings.notText();
    case 'choice':
      return field.choices.some((choice) => choice.value === value)
        ? undefined
        : elicitationStrings.notOffered();
    case 'choices':
      return choicesProblem(field, value);
    case 'number':
      return numberProblem(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : elicitationStrings.notBoolean();
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
    return elicitationStrings.tooShort(field.minLength);
  }
  if (field.maxLength !== undefined && length > field.maxLength)
    return elicitationStrings.tooLong(field.maxLength);
  const format = field.format === undefined ? undefined : FORMATS.get(field.format);
  if (format !== undefined && !format.test(value)) return format.problem();
  const { pattern } = field;
  if (pattern === undefined || matches?.(pattern, value) !== false) return undefined;
  return elicitationStrings.noMatch(pattern);
}

interface Format {
  readonly test: (value: string) => boolean;
  readonly problem: () => string;
}

/** The formats that are validated; any other is not. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['email', { test: (value) => /^[^\s@]+@[^\s@]+$/.test(value), problem: elicitationStrings.notEmail }],
  ['uri', { test: (value) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(value), problem: elicitationStrings.notUri }],
  ['date', { test: isDate, problem: elicitationStrings.notDate }],
  [
    'date-time',
    {
      test: (value) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
      problem: elicitationStrings.notDateTime,
    },
  ],
]);

function isDate(value: string): boolean {
  const parsed = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  return parsed !== undefined && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

function choicesProblem(field: Field<'choices'>, value: ElicitationValue): string | undefined {
  if (typeof value !== 'object') return elicitationStrings.notOffered();
  const isWritten = isWrittenList(field);
  const isOffered = value.every((chosen) => field.choices.some((choice) => choice.value === chosen));
  if (!isWritten && !isOffered) return elicitationStrings.notOffered();
  const { length } = isWritten ? value.filter(isEntry) : value;
  const { maxItems: most = length } = field;
  const least = Math.max(field.minItems ?? 0, field.isRequired ? 1 : 0);
  if (length < least) {
    return isWritten ? elicitationStrings.tooFewLines(least) : elicitationStrings.tooFew(least);
  }
  if (length <= most) return undefined;
  return isWritten ? elicitationStrings.tooManyLines(most) : elicitationStrings.tooMany(most);
}

/** Whether a field takes a list of which no value is offered: the user writes one on each line. */
export function isWrittenList(field: ElicitationField): boolean {
  return field.kind === 'choices' && field.choices.length === 0;
}

/** Whether a line of a written list is one of its values. */
function isEntry(line: string): boolean {
  return line.trim() !== '';
}

function numberProblem(field: Field<'number'>, value: ElicitationValue): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return elicitationStrings.notNumber();
  if (field.isInteger && !Number.isInteger(value)) return elicitationStrings.notInteger();
  const { minimum, maximum } = field;
  if (minimum !== undefined && value < minimum) return elicitationStrings.tooSmall(minimum);
  return maximum !== undefined && value > maximum ? elicitationStrings.tooBig(maximum) : undefined;
}
