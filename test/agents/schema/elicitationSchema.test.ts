// The params of elicitation/create: what real agents send, and what has no control.
import { expect, test } from 'vitest';
import {
  elicitationCompleteParams,
  elicitationParams,
  valuesAsSent,
} from '../../../src/agents/schema/elicitationSchema.ts';

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
  expect(parsed.data).toMatchObject({
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

/** What a form with these fields shows, without what every field has. */
function fieldsOf(properties: object, more: object = {}) {
  const { question } = elicitationParams.parse({
    message: 'Which?',
    requestedSchema: { properties, ...more },
  });
  return question.mode === 'form' ? question.fields : [];
}

/** What an agent is sent for these values. */
function sentFor(properties: object, values: Parameters<typeof valuesAsSent>[0]) {
  return valuesAsSent(values, elicitationParams.parse({ requestedSchema: { properties } }).sentValues);
}

const NUMBERS = [1, 2, 30];

test.each([
  ['an enum', { enum: NUMBERS }],
  ['an enum of a type', { type: 'integer', enum: NUMBERS }],
  ['constants', { oneOf: NUMBERS.map((value) => ({ const: value, title: `Number ${value}` })) }],
  ['constants of a text', { type: 'string', anyOf: NUMBERS.map((value) => ({ const: value })) }],
  ['an optional enum', { anyOf: [{ type: 'integer', enum: NUMBERS }, { type: 'null' }] }],
  ['options', { type: 'select', options: NUMBERS.map((value) => ({ value, label: `Number ${value}` })) }],
  ['names beside an enum', { enum: NUMBERS, enumNames: ['One', 'Two', 'Thirty'] }],
])('choices that are numbers are shown, and go back as numbers: %s', (_name, property) => {
  expect(fieldsOf({ many: property })).toMatchObject([
    { kind: 'choice', choices: [{ value: '1' }, { value: '2' }, { value: '30' }] },
  ]);
  expect(sentFor({ many: property }, { many: '30', other: 'stays' })).toEqual({ many: 30, other: 'stays' });
});

test('choices go back as what they are: switches, several numbers, texts that look like numbers', () => {
  const properties = {
    sure: {
      type: 'boolean',
      oneOf: [
        { const: true, title: 'Delete it' },
        { const: false, title: 'Leave it' },
      ],
      default: false,
    },
    several: { type: 'array', items: { type: 'integer', enum: [1, 2] }, default: [2] },
    text: { type: 'string', enum: ['1', '2'] },
  };
  expect(fieldsOf(properties)).toMatchObject([
    { kind: 'choice', choices: [{ title: 'Delete it' }, { title: 'Leave it' }], initial: 'false' },
    { kind: 'choices', initial: ['2'] },
    { kind: 'choice' },
  ]);
  expect(sentFor(properties, { sure: 'true', several: ['2', '1'], text: '2' })).toEqual({
    sure: true,
    several: [2, 1],
    text: '2',
  });
});

test('choices without values are sent back as their titles, and those in an object by their names', () => {
  const properties = {
    a: { type: 'string', oneOf: [{ title: 'Red' }, { title: 'Green', description: 'as grass' }] },
    b: { choices: { r: 'Red', g: { label: 'Green' } } },
    c: { type: 'string', enum: [] },
  };
  expect(fieldsOf(properties)).toMatchObject([
    { choices: [{ value: 'Red' }, { value: 'Green', title: 'Green', description: 'as grass' }] },
    {
      choices: [
        { value: 'r', title: 'Red' },
        { value: 'g', title: 'Green' },
      ],
    },
    { kind: 'text' },
  ]);
});

test('a list of which no value is offered is written by the user, and its numbers go back as numbers', () => {
  const properties = {
    names: { type: 'array', items: { type: 'string' }, minItems: 1, default: 'a' },
    ports: { type: 'array', items: { type: 'integer' } },
    any: { type: 'list' },
  };
  expect(fieldsOf(properties, { required: ['names'] })).toMatchObject([
    { kind: 'choices', choices: [], isRequired: true, minItems: 1, initial: ['a'] },
    { kind: 'choices', choices: [] },
    { kind: 'choices', choices: [] },
  ]);
  expect(sentFor(properties, { names: ['1', 'b'], ports: ['80', 'http'] })).toEqual({
    names: ['1', 'b'],
    ports: [80, 'http'],
  });
});

test.each<[string, object, object]>([
  [
    'an optional number',
    { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    { kind: 'number', minimum: 1 },
  ],
  ['a list of types', { type: ['null', 'boolean'] }, { kind: 'boolean' }],
  ['a number or a text', { anyOf: [{ type: 'number' }, { type: 'string' }] }, { kind: 'text' }],
  ['a type in capitals', { type: 'String' }, { kind: 'text' }],
  ['a short type', { type: 'bool', default: 'true' }, { kind: 'boolean', initial: true }],
  ['a format for a type', { type: 'email' }, { kind: 'text', format: 'email' }],
  [
    'a number with numbers as texts',
    { type: 'number', minimum: '1', default: '5' },
    { kind: 'number', minimum: 1, initial: 5 },
  ],
  ['a reference', { $ref: '#/$defs/Color' }, { kind: 'choice', title: 'Color', choices: [{ value: 'red' }] }],
  [
    'an optional reference',
    { anyOf: [{ $ref: '#/$defs/Color' }, { type: 'null' }] },
    { kind: 'choice', title: 'Color' },
  ],
  [
    'one in parts',
    { allOf: [{ $ref: '#/$defs/Color' }], title: 'Paint' },
    { kind: 'choice', title: 'Paint' },
  ],
  [
    'a label',
    { type: 'text', label: 'Name', help: 'yours' },
    { kind: 'text', title: 'Name', description: 'yours' },
  ],
  ['a number as the initial text', { type: 'string', default: 7 }, { kind: 'text', initial: '7' }],
])('a field is read as what it was meant to be: %s', (_name, property, expected) => {
  const $defs = { Color: { title: 'Color', type: 'string', enum: ['red'] } };
  expect(fieldsOf({ a: property }, { $defs, required: ['a'] })).toMatchObject([
    { ...expected, isRequired: true },
  ]);
});

const NAME = { name: { type: 'string' } };

test.each<[string, object]>([
  ['in snake case', { session_id: 's', mode: 'form', requested_schema: { properties: NAME } }],
  ['as a schema', { sessionId: 's', mode: 'FORM', schema: { properties: NAME } }],
  ['as fields in a list', { sessionID: 's', fields: [{ name: 'name', type: 'string' }] }],
  ['without the schema around them', { sessionId: 's', mode: 'Form', requestedSchema: NAME }],
  ['as a text', { sessionId: 's', requestedSchema: JSON.stringify({ properties: NAME }) }],
  ['under a name that nobody knows', { sessionId: 's', survey: NAME }],
  ['in a wrapper', { sessionId: 's', requestedSchema: { name: 'form', schema: { properties: NAME } } }],
  ['by what is required alone', { sessionId: 's', requestedSchema: { required: ['name'] } }],
])('the fields of a form are found %s', (_name, params) => {
  expect(elicitationParams.parse({ message: 'Who?', ...params })).toMatchObject({
    sessionId: 's',
    question: { mode: 'form', message: 'Who?', fields: [{ key: 'name', kind: 'text' }] },
  });
});

test.each<[string, object]>([
  ['in capitals', { mode: 'URL', url: 'https://a.test' }],
  ['under another name', { mode: 'url', href: 'https://a.test' }],
  ['in a question that calls itself a form', { mode: 'form', url: 'https://a.test' }],
])('a page is found %s, and reported as done by any spelling of its id', (_name, params) => {
  expect(elicitationParams.parse({ ...params, prompt: 'Go', elicitation_id: 7 }).question).toEqual({
    mode: 'url',
    message: 'Go',
    elicitationId: '7',
    url: 'https://a.test',
  });
  expect(elicitationCompleteParams.parse({ elicitation_id: 7 })).toEqual({ elicitationId: '7' });
});

test('a question without a schema, or with an empty one, asks for consent', () => {
  for (const params of [
    {},
    { requestedSchema: null },
    { requestedSchema: { type: 'object', properties: {} } },
    { requestedSchema: { type: 'object' }, _meta: { a: { b: 1 } } },
  ]) {
    expect(elicitationParams.parse({ message: 'Go on?', ...params }).question).toMatchObject({ fields: [] });
  }
});

test.each<[string, object]>([
  ['a schema that is a text', { requestedSchema: 'the name' }],
  ['a schema of something else', { requestedSchema: { kind: 'survey', pages: [1] } }],
  ['something under a name that nobody knows', { survey: { pages: 1 } }],
  ['choices beside the message', { options: ['yes', 'no'] }],
  ['optional fields that cannot be shown', { requestedSchema: { properties: { a: { type: 'object' } } } }],
  ['fields without names', { fields: [{ type: 'string' }] }],
])('a form of which nothing can be shown is refused, and is no question of consent: %s', (_name, params) => {
  expect(elicitationParams.safeParse({ message: 'Which?', ...params }).success).toBe(false);
});
