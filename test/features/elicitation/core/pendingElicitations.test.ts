// Elicitations: defaults, validation, answers exactly once, patterns in bounded time.
import { describe, expect, test } from 'vitest';
import {
  formProblems,
  initialValues,
  ownValues,
  problemOf,
} from '../../../../src/features/elicitation/core/elicitationForm.ts';
import { PendingElicitations } from '../../../../src/features/elicitation/core/pendingElicitations.ts';
import type {
  ElicitationField,
  ElicitationQuestion,
} from '../../../../src/core/session/elicitation/state.ts';
import { SessionStore } from '../../../../src/core/sessionLifecycle/sessionStore.ts';
import { matchesPattern } from '../../../../src/agents/boundedPattern.ts';
import { ManualClock } from '../../../support/clock.ts';

const base = { key: 'f', title: 'Field', isRequired: false };
const text = (limits: object = {}): ElicitationField => ({ ...base, kind: 'text', ...limits });
const choices = ['a', 'b', 'c'].map((value) => ({ value, title: value.toUpperCase() }));

/** A list of which no value is offered. */
const written = (limits: object = {}): ElicitationField => ({
  ...base,
  kind: 'choices',
  choices: [],
  ...limits,
});

describe('R111 validation', () => {
  test.each([
    [text({ minLength: 2 }), 'x', 'at least'],
    [text({ minLength: 2 }), '😀😀', undefined],
    [text({ maxLength: 2 }), 'xyz', 'at most'],
    [text({ format: 'email' }), 'me@example.com', undefined],
    [text({ format: 'email' }), 'me', 'mail'],
    [text({ format: 'uri' }), 'https://example.com', undefined],
    [text({ format: 'uri' }), 'example', 'URI'],
    [text({ format: 'date' }), '2026-02-28', undefined],
    [text({ format: 'date' }), '2026-02-30', 'date'],
    [text({ format: 'date-time' }), '2026-02-28T10:00:00Z', undefined],
    [text({ format: 'date-time' }), 'noon', 'date and time'],
    [text({ format: 'made-up' }), 'anything', undefined],
    [text({ isRequired: true }), undefined, 'required'],
    [text(), undefined, undefined],
    [{ ...base, kind: 'choice', choices } as const, 'b', undefined],
    [{ ...base, kind: 'choice', choices } as const, 'z', 'Select'],
    [{ ...base, kind: 'choices', choices, minItems: 2 } as const, ['a'], 'at least 2'],
    [{ ...base, kind: 'choices', choices, maxItems: 1 } as const, ['a', 'b'], 'at most 1'],
    [{ ...base, kind: 'choices', choices } as const, ['a', 'z'], 'list'],
    [written({ minItems: 2 }), ['any', '  '], 'at least 2 lines'],
    [written({ maxItems: 1 }), ['any', 'other', ''], 'at most 1 line'],
    [written({ isRequired: true }), [''], 'at least 1 line'],
    [written(), ['any', '', 'other'], undefined],
    [{ ...base, kind: 'number', isInteger: true } as const, 1.5, 'integer'],
    [{ ...base, kind: 'number', isInteger: false, minimum: 2 } as const, 1, 'at least'],
    [{ ...base, kind: 'number', isInteger: false } as const, Number.NaN, 'number'],
    [{ ...base, kind: 'boolean' } as const, true, undefined],
  ] satisfies readonly (readonly [ElicitationField, unknown, string | undefined])[])(
    '%j with %j: %s',
    (field, value, problem) => {
      const found = problemOf(field, value);
      if (problem === undefined) expect(found).toBeUndefined();
      else expect(found).toContain(problem);
    },
  );

  test('defaults are filled in, those that are not usable are not', () => {
    expect(
      initialValues([
        { ...base, key: 'a', kind: 'text', initial: 'x' },
        { ...base, key: 'b', kind: 'choice', choices, initial: 'z' },
        { ...base, key: 'c', kind: 'boolean', isRequired: true },
      ]),
    ).toEqual({ a: 'x', c: false });
  });

  test('a written list is sent without its empty lines', () => {
    expect(ownValues([written()], { f: ['a', '', ' b', ' '] })).toEqual({ f: ['a', ' b'] });
    expect(ownValues([written({ choices })], { f: [''] })).toEqual({ f: [''] });
  });

  test('a pattern is tested in bounded time; one that runs for ever, or is none, rejects nothing', () => {
    const patterned = (pattern: string, value: string) => problemOf(text({ pattern }), value, matchesPattern);
    expect(patterned('^[a-z]+$', 'abc')).toBeUndefined();
    expect(patterned('^[a-z]+$', 'ABC')).toContain('pattern');
    expect(patterned('(', 'x')).toBeUndefined();
    expect(patterned('^(a+)+$', `${'a'.repeat(40)}!`)).toBeUndefined();
  });

  test('names of the language itself are fields like others', () => {
    const field: ElicitationField = { ...base, key: 'constructor', kind: 'text', isRequired: true };
    expect(formProblems([field], {})).toHaveProperty('constructor');
  });
});

describe('R113 answers', () => {
  const never = { aborted: false, addEventListener: () => undefined };
  const form: ElicitationQuestion = {
    mode: 'form',
    message: 'Which?',
    fields: [{ ...base, kind: 'text', isRequired: true }],
  };

  function setUp() {
    const store = new SessionStore();
    store.create('s', 'A', '/work');
    const elicitations = new PendingElicitations({ store, clock: new ManualClock() });
    const open = () => store.state('s')?.elicitations ?? [];
    return { store, elicitations, open };
  }

  test('a form with problems stays open and says which; content is only what was asked for', async () => {
    const { elicitations, open } = setUp();
    const answer = elicitations.request('s', form, never);
    const id = open()[0]?.requestId ?? '';
    elicitations.accept('s', id, {});
    expect(open()).toMatchObject([{ problems: { f: 'This field is required.' } }]);
    elicitations.accept('s', id, { f: 'x', other: 'y' });
    expect(await answer).toEqual({ action: 'accept', content: { f: 'x' } });
    expect(open()).toEqual([]);
  });

  test('decline, cancel, an abort and R59 the end of the turn answer without content', async () => {
    const { elicitations, open } = setUp();
    const abort = new AbortController();
    const answers = [
      elicitations.request('s', form, never),
      elicitations.request('s', form, never),
      elicitations.request('s', form, abort.signal),
      elicitations.request('s', form, never),
    ];
    const [first, second] = open();
    elicitations.refuse('s', first?.requestId ?? '', 'decline');
    elicitations.refuse('s', second?.requestId ?? '', 'cancel');
    abort.abort();
    elicitations.cancel('s');
    expect(await Promise.all(answers)).toEqual([
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'cancel' },
      { action: 'cancel' },
    ]);
  });

  test('R5 a question of a session that is gone is answered, turn or no turn', async () => {
    const { store, elicitations } = setUp();
    const answer = elicitations.request('s', form, never);
    store.remove('s');
    expect(await answer).toEqual({ action: 'cancel' });
  });

  test('only what the user answers or refuses is closed as answered', () => {
    const { store, elicitations, open } = setUp();
    const closed: unknown[] = [];
    store.onEvent('elicitation_closed', ({ event }) => closed.push(event.isAnswered));
    const abort = new AbortController();
    const ask = (signal: Parameters<typeof elicitations.request>[2] = never): string => {
      void elicitations.request('s', form, signal);
      return open().at(-1)?.requestId ?? '';
    };
    elicitations.accept('s', ask(), { f: 'x' });
    elicitations.refuse('s', ask(), 'decline');
    elicitations.refuse('s', ask(), 'cancel');
    const answered = store.state('s')?.answeredElicitations;
    expect(answered).toHaveLength(3);
    const late = ask(abort.signal);
    abort.abort();
    elicitations.accept('s', late, { f: 'too late' });
    ask();
    elicitations.cancel('s');
    ask();
    store.dispatch('s', { type: 'detached', at: 1 });
    expect(closed).toEqual([true, true, true, undefined, undefined, undefined]);
    expect(store.state('s')?.answeredElicitations).toEqual(answered);
  });

  test('R114 a page is open until the agent says that it is done, and other ids mean nothing', async () => {
    const { elicitations, open } = setUp();
    const url = 'https://example.com/';
    const answer = elicitations.request(
      's',
      { mode: 'url', message: 'Sign in', elicitationId: 'e', url },
      never,
    );
    elicitations.completed('s', 'e');
    expect(open()).toHaveLength(1);
    expect(elicitations.consent('s', open()[0]?.requestId ?? '')).toBe(url);
    expect(await answer).toEqual({ action: 'accept' });
    elicitations.completed('s', 'stranger');
    expect(open()).toMatchObject([{ isOpened: true }]);
    elicitations.completed('s', 'e');
    expect(open()).toEqual([]);
  });

  test.each(['the end of the turn', 'the end of the agent'])(
    'F20 %s closes forms and opened pages',
    async (end) => {
      const { store, elicitations, open } = setUp();
      const answer = elicitations.request('s', form, never);
      for (const elicitationId of ['1', '1', '2']) {
        const page = { mode: 'url', message: 'Sign in', elicitationId, url: 'https://a.example/' } as const;
        void elicitations.request('s', page, never);
        elicitations.consent('s', open().at(-1)?.requestId ?? '');
      }
      expect(open()).toHaveLength(4);
      if (end === 'the end of the turn') elicitations.cancel('s');
      else store.dispatch('s', { type: 'detached', at: 1 });
      expect(await answer).toEqual({ action: 'cancel' });
      expect(open()).toEqual([]);
    },
  );

  test('R114 pages of two sessions may have the same id', () => {
    const { store, elicitations, open } = setUp();
    store.create('other', 'B', '/work');
    for (const key of ['s', 'other']) {
      const page = {
        mode: 'url' as const,
        message: 'Sign in',
        elicitationId: '1',
        url: 'https://a.example/',
      };
      void elicitations.request(key, page, never);
      elicitations.consent(key, store.state(key)?.elicitations[0]?.requestId ?? '');
    }
    elicitations.completed('s', '1');
    expect(open()).toEqual([]);
    elicitations.completed('other', '1');
    expect(store.state('other')?.elicitations).toEqual([]);
  });
});
