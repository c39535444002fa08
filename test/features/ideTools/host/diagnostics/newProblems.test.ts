// Which problems are new.
import { expect, test } from 'vitest';
import { newProblems } from '../../../../../src/features/ideTools/host/diagnostics/newProblems.ts';

const a = { message: 'a', severity: 0, source: 'ts', code: 1 };
const b = { message: 'b', severity: 0, source: 'ts', code: 1 };

test('what was there before is not new, also where it has a code with a link now', () => {
  expect(newProblems([a, b], [{ ...a, code: { value: 1 } }])).toEqual([b]);
});

test('the same problem twice is new once where it was there once', () => {
  expect(newProblems([a, { ...a }], [a])).toEqual([a]);
});

test('another severity or source is another problem', () => {
  expect(newProblems([{ ...a, severity: 1 }], [a])).toHaveLength(1);
  expect(newProblems([{ ...a, source: 'eslint' }], [a])).toHaveLength(1);
});
