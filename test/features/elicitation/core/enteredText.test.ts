// What was entered into a form, as text.
import { expect, test } from 'vitest';
import { enteredText, holdsTyped } from '../../../../src/features/elicitation/core/enteredText.ts';
import type {
  ElicitationField,
  ElicitationValues,
  FormQuestion,
} from '../../../../src/core/session/elicitation/state.ts';

const choices = [
  { value: '1', title: 'Green' },
  { value: '2', title: 'Black' },
];
const optional = { isRequired: false };
const fields: readonly ElicitationField[] = [
  { ...optional, key: 'name', title: 'Name', kind: 'text', initial: 'Ada' },
  { ...optional, key: 'constructor', title: 'Maker', kind: 'text' },
  { ...optional, key: 'tea', title: 'Tea', kind: 'choice', choices },
  { ...optional, key: 'many', title: 'Many', kind: 'choices', choices, initial: ['1'] },
  { ...optional, key: 'cups', title: 'Cups', kind: 'number', isInteger: true, initial: 0 },
  { ...optional, key: 'milk', title: 'Milk', kind: 'boolean' },
];
const question: FormQuestion = { mode: 'form', message: 'Which?', fields: [...fields] };
const initial = { name: 'Ada', many: ['1'], cups: 0 };

test.each<readonly [string, ElicitationValues, string, boolean]>([
  ['nothing', initial, '', false],
  ['a single text', { ...initial, name: 'Grace: H.' }, 'Grace: H.', true],
  [
    'a text in a field that is named as something of the language',
    { ...initial, constructor: 'me' },
    'me',
    true,
  ],
  ['a number', { ...initial, cups: 2 }, '2', true],
  [
    'what is chosen, which is not typed',
    { ...initial, tea: '2', many: ['2', '1'], milk: true },
    'Tea: Black\nMany: Black, Green\nMilk: Yes',
    false,
  ],
  ['several', { ...initial, name: 'Grace', milk: false, cups: 0 }, 'Name: Grace\nMilk: No', true],
  ['a default that was deleted', { many: ['1'], cups: 0 }, '', false],
])('%s', (_name, values, text, isTyped) => {
  expect(enteredText(question, values)).toBe(text);
  expect(holdsTyped(question, values)).toBe(isTyped);
});
