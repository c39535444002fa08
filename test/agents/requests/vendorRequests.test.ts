// Requests of Cursor and Grok that ACP does not have: asked as forms and permission requests, shown as plans.
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import type { PlanEntry } from '../../../src/core/session/plan/state.ts';
import { temporaryFolder, until } from '../../support/agentHarness.ts';
import { relayAgent, type RelayHarness } from '../../support/relayHarness.ts';

const prompt = [{ type: 'text', text: 'go' }] as const;

/** An agent with two sessions, the second of which is prompted. */
async function prompted(): Promise<RelayHarness> {
  const harness = await relayAgent();
  for (let count = 0; count < 2; count++)
    await harness.agent.sessions.create({ cwd: temporaryFolder(), additional: [] });
  const turn = harness.agent.prompt('s2', prompt);
  turn.catch(() => undefined);
  await until(() => harness.requests.length > 0, 'the prompt');
  return harness;
}

function plans({ client }: RelayHarness): readonly { sessionId: string; entries: readonly PlanEntry[] }[] {
  return client.updates.flatMap(({ sessionId, event }) =>
    event.type === 'plan' ? [{ sessionId, entries: event.entries }] : [],
  );
}

const database = {
  id: 'db',
  prompt: 'Which database?',
  options: [
    { id: 'pg', label: 'PostgreSQL' },
    { id: 'lite', label: 'SQLite' },
  ],
};
const tables = {
  id: 'tables',
  prompt: 'Which tables?',
  options: [{ id: 'a', label: 'A' }],
  allowMultiple: true,
};

describe('cursor/ask_question', () => {
  it('is a form of its choices, and answered by their ids', async () => {
    const harness = await prompted();
    harness.client.outcome = { action: 'accept', content: { 0: 'lite', 1: ['a'] } };
    const params = { toolCallId: 'q', title: 'Setup', questions: [database, tables] };
    const { result } = await harness.send('cursor/ask_question', params).answer;
    expect(result).toEqual({
      outcome: {
        outcome: 'answered',
        answers: [
          { questionId: 'db', selectedOptionIds: ['lite'] },
          { questionId: 'tables', selectedOptionIds: ['a'] },
        ],
      },
    });
    expect(harness.client.questions).toMatchObject([
      {
        message: 'Setup',
        fields: [
          {
            key: '0',
            kind: 'choice',
            title: 'Which database?',
            choices: [{ value: 'pg' }, { value: 'lite' }],
          },
          { key: '1', kind: 'choices', title: 'Which tables?' },
        ],
      },
    ]);
  });

  it.each(['cancel', 'decline'] as const)('is cancelled where the user answers %s', async (action) => {
    const harness = await prompted();
    harness.client.outcome = { action };
    const { result } = await harness.send('cursor/ask_question', { questions: [database] }).answer;
    expect(result).toEqual({ outcome: { outcome: 'cancelled' } });
  });
});

describe('_x.ai/ask_user_question', () => {
  const questions = [
    { question: 'Which database?', header: 'DB', options: [{ label: 'SQLite', description: 'a file' }] },
    { question: 'Which sizes?', options: [{ label: 'S' }, { label: 'M' }], multiSelect: true },
    { question: 'Anything else?' },
  ];
  test.each([
    ['x.ai/ask_user_question', { sessionId: 's1', questions }],
    ['_x.ai/ask_user_question', { method: 'x', params: { sessionId: 's1', questions } }],
  ])('is a form, and answered by the words of the questions: %s', async (method, params) => {
    const harness = await prompted();
    harness.client.outcome = { action: 'accept', content: { '0:other': 'DuckDB', 1: ['S', 'M'] } };
    const { result } = await harness.send(method, params).answer;
    expect(result).toEqual({
      outcome: 'accepted',
      answers: { 'Which database?': ['Other'], 'Which sizes?': ['S', 'M'] },
      annotations: { 'Which database?': { notes: 'DuckDB' } },
    });
  });

  it('names the text beside each question, also where two have the same header', async () => {
    const harness = await prompted();
    harness.client.outcome = { action: 'cancel' };
    const names = async (asked: readonly unknown[]): Promise<unknown> => {
      await harness.send('_x.ai/ask_user_question', { sessionId: 's1', questions: asked }).answer;
      const form = harness.client.questions.at(-1);
      const fields = form?.mode === 'form' ? form.fields : [];
      return fields.filter(({ key }) => key.endsWith(':other')).map(({ title }) => title);
    };
    expect(await names(questions)).toEqual([
      'Other answer: DB',
      'Other answer: Which sizes?',
      'Other answer: Anything else?',
    ]);
    const [first] = questions;
    const again = { question: `Which cache,\n${'or none '.repeat(20)}?`, header: 'DB' };
    const [one, two] = z.array(z.string()).parse(await names([first, again]));
    expect([one, two]).toEqual([
      'Other answer: Which database?',
      expect.stringMatching(/^Other answer: Which cache, or none /),
    ]);
    expect(two?.length).toBeLessThan(100);
    expect(await names([first])).toEqual(['Other answer']);
  });

  it('numbers the questions that have the same header and words, and no others', async () => {
    const harness = await prompted();
    harness.client.outcome = { action: 'cancel' };
    const [first, ...others] = questions;
    const asked = [first, first, { ...first, header: 'Cache' }, first, ...others];
    await harness.send('_x.ai/ask_user_question', { sessionId: 's1', questions: asked }).answer;
    const form = harness.client.questions.at(-1);
    expect(form?.mode === 'form' && form.fields.map(({ title }) => title)).toEqual([
      'DB',
      'Other answer: Which database?',
      'DB (2)',
      'Other answer: Which database? (2)',
      'Cache',
      'Other answer: Cache',
      'DB (3)',
      'Other answer: Which database? (3)',
      'Which sizes?',
      'Other answer: Which sizes?',
      'Anything else?',
      'Other answer: Anything else?',
    ]);
  });

  it('is answered with all that was said to questions of the same words', async () => {
    const harness = await prompted();
    const same = { question: 'Which?', options: [{ label: 'S' }, { label: 'M' }] };
    const other = { question: '__proto__', options: [{ label: 'L' }] };
    harness.client.outcome = {
      action: 'accept',
      content: { 0: 'S', 1: 'M', 2: 'S', '2:other': 'XL', 3: 'L', '4:other': 'XS' },
    };
    const params = { sessionId: 's1', questions: [same, same, same, other, same] };
    const { result } = await harness.send('_x.ai/ask_user_question', params).answer;
    const { answers, annotations } = z
      .object({ answers: z.unknown(), annotations: z.unknown() })
      .parse(result);
    expect(JSON.stringify(answers)).toBe('{"Which?":["S","M","Other"],"__proto__":["L"]}');
    expect(annotations).toEqual({ 'Which?': { notes: 'XL\nXS' } });
  });

  it('is skipped where the user does not answer', async () => {
    const harness = await prompted();
    const { result } = await harness.send('_x.ai/ask_user_question', { sessionId: 's1', questions }).answer;
    expect(result).toEqual({ outcome: 'skip_interview', partial_answers: {} });
  });
});

describe('a plan to be accepted', () => {
  test.each([
    ['cursor/create_plan', 'accept', { outcome: { outcome: 'accepted' } }],
    ['cursor/create_plan', 'keep', { outcome: { outcome: 'rejected' } }],
    ['cursor/create_plan', undefined, { outcome: { outcome: 'cancelled' } }],
    ['_x.ai/exit_plan_mode', 'accept', { outcome: 'approved' }],
    ['_x.ai/exit_plan_mode', 'keep', { outcome: 'cancelled' }],
    ['x.ai/exit_plan_mode', undefined, { outcome: 'cancelled' }],
  ])('%s answered %s', async (method, optionId, result) => {
    const harness = await prompted();
    const { answer } = harness.send(method, {
      sessionId: 's2',
      toolCallId: 'p1',
      name: 'Rename',
      overview: 'Two steps.',
      plan: '# Plan',
      planContent: 'Two steps.\n\n# Plan',
      todos: [{ id: '1', content: 'Rename a.ts', status: 'pending' }],
    });
    await until(() => harness.client.permissions.length > 0, 'the question');
    const [asked] = harness.client.permissions;
    expect(asked).toMatchObject({
      sessionId: 's2',
      question: {
        call: {
          toolCallId: 'p1',
          kind: 'switch_mode',
          content: [{ content: { text: 'Two steps.\n\n# Plan' } }],
        },
        options: [{ name: 'Accept Plan' }, { name: 'Keep Planning' }],
      },
    });
    asked?.answer(optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId });
    expect((await answer).result).toEqual(result);
    const isCursor = method.startsWith('cursor');
    expect(plans(harness)).toEqual(
      isCursor
        ? [{ sessionId: 's2', entries: [{ content: 'Rename a.ts', priority: 'medium', status: 'pending' }] }]
        : [],
    );
  });
});

describe('cursor/update_todos', () => {
  const first = [
    { id: '1', content: 'Rename', status: 'completed' },
    { id: '2', content: 'Fix imports', status: 'pending' },
  ];
  const words = (harness: RelayHarness): readonly string[] =>
    plans(harness).map(({ entries }) =>
      entries.map(({ content, status }) => `${content} ${status}`).join(', '),
    );

  it('is the plan, replaced or changed by ids, as a request and as a notification', async () => {
    const harness = await prompted();
    const { result } = await harness.send('cursor/update_todos', { todos: first, merge: false }).answer;
    expect(result).toEqual({ outcome: { outcome: 'accepted', todos: first } });
    const merged = [
      { id: '2', status: 'in_progress' },
      { id: '3', content: 'Test', status: 'pending' },
    ];
    harness.notify('cursor/update_todos', { todos: merged, merge: true });
    await harness.send('cursor/update_todos', { todos: [{ id: '9', content: 'New', status: 'pending' }] })
      .answer;
    expect(words(harness)).toEqual([
      'Rename completed, Fix imports pending',
      'Rename completed, Fix imports in_progress, Test pending',
      'New pending',
    ]);
  });
});

describe('what cannot be used of a question', () => {
  const bad = [null, 'PostgreSQL', { label: 7 }, {}];
  test.each([
    ['a choice', [{ ...database, options: [...bad, { id: 'pg', label: 'PostgreSQL' }] }], 1],
    ['the label of a choice', [{ ...database, options: [{ id: 'pg', label: null }, { id: 'lite' }] }], 2],
    ['a question', [null, { id: 'empty', prompt: 'Which?', options: [] }, { id: 'x' }, tables], 1],
  ])('of Cursor is left out alone: %s', async (_part, questions, choices) => {
    const harness = await prompted();
    harness.client.outcome = { action: 'accept', content: {} };
    const { result } = await harness.send('cursor/ask_question', { questions }).answer;
    expect(result).toMatchObject({ outcome: { outcome: 'answered', answers: [{}] } });
    expect(harness.client.questions).toMatchObject([
      { fields: [{ choices: Array.from({ length: choices }, () => ({})) }] },
    ]);
  });

  test.each([
    ['a choice', [{ question: 'Which?', options: [...bad, { label: 'S' }] }], ['S']],
    ['the choices', [{ question: 'Which?', options: 'S or M' }], []],
    ['a question', [{}, 'Which?', { question: 'Which?', options: [{ label: 'M' }] }], ['M']],
  ])('of Grok is left out alone: %s', async (_part, questions, choices) => {
    const harness = await prompted();
    harness.client.outcome = { action: 'accept', content: { '0:other': 'None' } };
    const { result } = await harness.send('_x.ai/ask_user_question', { questions }).answer;
    expect(result).toMatchObject({ outcome: 'accepted', annotations: { 'Which?': { notes: 'None' } } });
    expect(harness.client.questions).toMatchObject([
      { fields: [{ choices: choices.map((value) => ({ value })) }, { key: '0:other' }] },
    ]);
  });
});

test.each([
  ['cursor/ask_question', { questions: [] }, 'unreadable-form'],
  ['cursor/ask_question', { questions: [{ ...database, options: [] }] }, 'unreadable-form'],
  ['cursor/ask_question', { questions: [{ id: 'a' }] }, 'unreadable-form'],
  ['cursor/ask_question', { questions: Array.from({ length: 21 }, () => database) }, 'unreadable-form'],
  ['_x.ai/ask_user_question', {}, 'unreadable-form'],
  ['cursor/update_todos', { todos: 'none' }, 'unreadable-plan'],
  ['cursor/create_plan', ['# Plan'], 'unreadable-plan'],
  ['_x.ai/exit_plan_mode', ['Two steps.'], 'unreadable-plan'],
])('%s with %j is refused, and the user learns once what it was', async (method, params, code) => {
  const harness = await prompted();
  for (let count = 0; count < 2; count++)
    expect(await harness.send(method, params).answer).toMatchObject({ error: { code: -32602 } });
  const notices = harness.client.updates.filter(({ event }) => event.type === 'notice');
  expect(notices).toMatchObject([{ sessionId: 's2', event: { error: { code } } }]);
});
