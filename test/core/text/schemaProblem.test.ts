// What a refused value is told by, in words and with its place.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allProblems, firstProblem } from '../../../src/core/text/schemaProblem.ts';

const schema = z.strictObject({ name: z.string(), list: z.array(z.number()) });

function errorOf(value: unknown): z.core.$ZodError {
  const { error } = schema.safeParse(value);
  if (error === undefined) throw new Error('The value has no problem.');
  return error;
}

test('the first problem has its place and a reason', () => {
  expect(firstProblem(errorOf({ name: 'a', list: [1, 'two'] }))).toMatch(/^list\.1: .*expected number/);
});

test('a value of another type has a reason without a place', () => {
  expect(firstProblem(errorOf('text'))).toMatch(/expected object/);
});

test('all problems are listed', () => {
  const text = allProblems(errorOf({ name: 1, list: [], nmae: 'b' }));
  expect(text).toContain('nmae');
  expect(text).toContain('name');
});
