// The params of elicitation/create: what real agents send, and what has no control.
import { expect, test } from 'vitest';
import { elicitationParams } from '../../../src/agents/schema/elicitationSchema.ts';

function read(properties: object, required: readonly string[] = []) {
  return elicitationParams.safeParse({
    sessionId: 's',
    mode: 'form',
    message: 'Which?',
    requestedSchema: { type: 'object', properties, required },
  });
}

test('a choice with titles and a free text beside it, as agents ask questions', () => {
  const parsed = read(
    {
      question_0: {
        type: 'string',
        oneOf: [{ const: 'a', title: 'A', description: 'first' }, { const: 'b' }],
      },
      question_0_custom: { type: 'string', title: 'Other' },
    },
    ['question_0'],
  );
  expect(parsed.data).toEqual({
    sessionId: 's',
    question: {
      mode: 'form',
      message: 'Which?',
      fields: [
        {
          key: 'question_0',
          title: 'question_0',
          isRequired: true,
          kind: 'choice',
          choices: [
            { value: 'a', title: 'A', description: 'first' },
            { value: 'b', title: 'b' },
          ],
        },
        { key: 'question_0_custom', title: 'Other', isRequired: false, kind: 'text' },
      ],
    },
  });
});

test('every kind of property has its field', () => {
  const parsed = read({
    a: { type: 'integer', minimum: 1, default: 2 },
    b: { type: 'boolean', default: true },
    c: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, maxItems: 1 },
    d: { type: 'string', format: 'made-up', pattern: '(' },
  });
  expect(parsed.data?.question).toMatchObject({
    fields: [
      { kind: 'number', isInteger: true, minimum: 1, initial: 2 },
      { kind: 'boolean', initial: true },
      { kind: 'choices', maxItems: 1 },
      { kind: 'text', format: 'made-up' },
    ],
  });
});

test('R109 an unknown mode or a required property of an unknown kind is refused, an optional one is left out', () => {
  const odd = { a: { type: 'object', properties: {} }, b: { type: 'string' } };
  expect(read(odd, ['a']).success).toBe(false);
  expect(read(odd, ['b']).data?.question).toMatchObject({ fields: [{ key: 'b', kind: 'text' }] });
  expect(elicitationParams.safeParse({ mode: 'voice', message: 'x' }).success).toBe(false);
});

test('a form of more fields than can be shown is refused', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_001 }, (_, index) => [`f${index}`, { type: 'string' }]),
  );
  expect(read(many).success).toBe(false);
});

test('R115 a question may belong to no session', () => {
  const parsed = elicitationParams.parse({
    mode: 'url',
    requestId: 7,
    message: 'Sign in',
    elicitationId: 'e',
    url: 'https://example.com',
  });
  expect(parsed).toMatchObject({ sessionId: undefined, question: { mode: 'url', elicitationId: 'e' } });
});
