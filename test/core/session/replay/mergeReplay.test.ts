// The replay of a session, joined with the transcript that is stored of it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryText } from '../../../../src/core/session/entryTraits.ts';
import type { SessionEvent, UpdateEvent } from '../../../../src/core/session/events.ts';
import { mergeReplay } from '../../../../src/core/session/replay/mergeReplay.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { chunk, text } from '../../../support/sessions.ts';
import { propertyRuns } from '../../../support/cases/fullRun.ts';

/** A turn as the user saw it. */
interface Turn {
  readonly prompt: string;
  /** Empty: the agent said nothing. */
  readonly answer: string;
  readonly stopReason: 'end_turn' | 'cancelled';
}

function turn(prompt: string, answer: string, stopReason: Turn['stopReason'] = 'end_turn'): Turn {
  return { prompt, answer, stopReason };
}

function withId(event: UpdateEvent, messageId: string): UpdateEvent {
  return event.type === 'message_chunk' ? { ...event, messageId } : event;
}

/** The session in which these turns took place. */
function stored(turns: readonly Turn[], hasIds = false): SessionState {
  const events = turns.flatMap(({ prompt, answer, stopReason }, index): readonly SessionEvent[] => [
    { type: 'prompt_started', at: 1, content: text(prompt) },
    ...(answer === '' ? [] : [hasIds ? withId(chunk('agent', answer), `a${index}`) : chunk('agent', answer)]),
    { type: 'turn_ended', at: 2, stopReason },
  ]);
  return events.reduce(reduce, emptySession('key', 'A', '/work'));
}

function merged(state: SessionState, replay: readonly UpdateEvent[]): SessionState {
  return mergeReplay(state, replay, 5).events.reduce(reduce, state);
}

function said(state: SessionState): readonly string[] {
  return state.entries
    .flat()
    .filter(({ kind }) => kind !== 'turn')
    .map((entry) => `${entry.kind}: ${entryText(entry)}`);
}

function transcript(turns: readonly Turn[]): readonly string[] {
  return turns.flatMap(({ prompt, answer }) => [
    `user: ${prompt}`,
    ...(answer === '' ? [] : [`agent: ${answer}`]),
  ]);
}

function asked(prompt: string): readonly SessionEvent[] {
  return [{ type: 'prompt_started', at: 1, content: text(prompt) }];
}

const ended: SessionEvent = { type: 'turn_ended', at: 2, stopReason: 'end_turn' };
const ran: SessionEvent = {
  type: 'tool_call',
  at: 1,
  isAnnouncement: true,
  call: { toolCallId: 't1', title: 'Looked', status: 'completed' },
};

const stoppedInBetween = [
  turn('make a plan', 'Finished the plan.'),
  turn('talk slowly', 'One, two', 'cancelled'),
  turn('run it again', 'Ran it.'),
];

describe('A replay', () => {
  test('with prompts that nobody typed, as Claude has them after a stop, adds nothing', () => {
    const state = stored(stoppedInBetween, true);
    const replay = [
      chunk('user', 'make a plan'),
      withId(chunk('agent', 'Finished the plan.'), 'a0'),
      chunk('user', 'talk slowly'),
      withId(chunk('user', '[Request interrupted by user]'), 'u-x'),
      chunk('user', 'run it again'),
      withId(chunk('agent', 'Ran it.'), 'a2'),
    ];
    expect(said(merged(state, replay))).toEqual(transcript(stoppedInBetween));
  });

  test('that ends with such a prompt, in whatever language, adds nothing', () => {
    const turns = stoppedInBetween.slice(0, 2);
    const replay = [
      chunk('user', 'make a plan'),
      chunk('agent', 'Finished the plan.'),
      withId(chunk('user', 'talk slowly'), 'u1'),
      withId(chunk('user', '(abgebrochen)'), 'u2'),
    ];
    expect(said(merged(stored(turns), replay))).toEqual(transcript(turns));
  });

  test('of an agent that glues the prompt of a stopped turn to the next, as Copilot and Cline do, adds nothing', () => {
    const glued = [
      [chunk('user', 'talk slowly'), chunk('user', 'run it again')],
      [chunk('user', 'talk slowly\n\nrun it again')],
      [chunk('user', 'talk slowlyrun it'), chunk('user', ' again')],
    ];
    for (const prompts of glued) {
      const replay = [
        chunk('user', 'make a plan'),
        chunk('agent', 'Finished the plan.'),
        ...prompts,
        chunk('agent', 'Ran it.'),
      ];
      expect(said(merged(stored(stoppedInBetween), replay))).toEqual(transcript(stoppedInBetween));
    }
  });

  test('that glues a known prompt to a new one adds the new one alone', () => {
    const turns = stoppedInBetween.slice(0, 2);
    const added = [chunk('agent', 'Here.')];
    for (const prompts of [
      [chunk('user', 'talk slowly'), chunk('user', 'and '), chunk('user', 'now fast')],
      [chunk('user', 'talk slowly\nand now fast')],
    ]) {
      const replay = [
        chunk('user', 'make a plan'),
        chunk('agent', 'Finished the plan.'),
        ...prompts,
        ...added,
      ];
      expect(said(merged(stored(turns), replay))).toEqual([
        ...transcript(turns),
        'user: and now fast',
        'agent: Here.',
      ]);
    }
  });

  test('never adds to a message that is known by its id', () => {
    const state = stored([turn('one', 'answer')], true);
    const replay = [
      chunk('user', 'one'),
      withId(chunk('agent', 'answer'), 'a0'),
      chunk('user', 'a note of the agent'),
      withId(chunk('agent', 'answer'), 'a0'),
    ];
    expect(said(merged(state, replay))).toEqual(['user: one', 'agent: answer']);
  });

  test('that begins in the middle of the session, because the agent compacted it, adds nothing', () => {
    const replay = [
      chunk('user', 'This session continues another one. Summary: …'),
      chunk('agent', 'I see.'),
      chunk('user', 'run it again'),
      chunk('agent', 'Ran it.'),
    ];
    expect(said(merged(stored(stoppedInBetween), replay))).toEqual(transcript(stoppedInBetween));
  });

  test('that has the words of an earlier prompt with another answer adds that turn', () => {
    const turns = [turn('explain A please', 'A is.'), turn('yes', 'One.'), turn('explain B please', 'B is.')];
    const summary = [chunk('user', 'A summary of it all'), chunk('agent', 'ok')];
    const again = [chunk('user', 'yes'), chunk('agent', 'Something new.')];
    const after = [...again, chunk('user', 'go D now'), chunk('agent', 'D is.')];
    expect(said(merged(stored(turns), [...summary, ...again])).slice(-2)).toEqual([
      'user: yes',
      'agent: Something new.',
    ]);
    expect(said(merged(stored(turns), [...summary, ...after])).slice(-4)).toEqual([
      'user: yes',
      'agent: Something new.',
      'user: go D now',
      'agent: D is.',
    ]);
  });

  test('that begins with a prompt that was sent several times goes on from the one with that answer', () => {
    const turns = ['a1', 'a2', 'a3'].map((answer) => turn('continue', answer));
    const tail = [chunk('user', 'continue'), chunk('agent', 'a3')];
    expect(said(merged(stored(turns), tail))).toEqual(transcript(turns));
    const more = [...tail, chunk('user', 'continue'), chunk('agent', 'new')];
    expect(said(merged(stored(turns), more))).toEqual(transcript([...turns, turn('continue', 'new')]));
  });

  test('with answers in other words, or only their beginnings, adds nothing', () => {
    const turns = [turn('make a plan', 'The plan: one, two'), turn('yes', 'Did one'), turn('yes', 'Did two')];
    const reworded = turns.flatMap(({ prompt, answer }) => [
      chunk('user', prompt),
      chunk('agent', `> ${answer}`),
    ]);
    expect(said(merged(stored(turns), reworded))).toEqual(transcript(turns));
    const tail = [chunk('user', 'yes'), chunk('agent', 'Did tw')];
    expect(said(merged(stored(turns), tail))).toEqual(transcript(turns));
  });

  test('of the end of a session, with the last message of each answer alone, adds nothing', () => {
    const state = [
      ...asked('start with the parser'),
      chunk('agent', 'Started.'),
      ended,
      ...asked('go on'),
      chunk('agent', 'Let me see.'),
      ran,
      chunk('agent', 'All done.'),
      ended,
    ].reduce(reduce, emptySession('key', 'A', '/work'));
    const tail = [
      chunk('user', 'A summary of it'),
      chunk('agent', 'ok'),
      chunk('user', 'go on'),
      chunk('agent', 'All done.'),
    ];
    expect(merged(state, tail).entries).toEqual(state.entries);
  });

  test('of something else that has the letters of a single short prompt stands below it', () => {
    const turns = [turn('hi', 'Hello.')];
    const other = [chunk('user', 'This session is continued'), chunk('agent', 'Understood.')];
    const shown = [...transcript(turns), 'user: This session is continued', 'agent: Understood.'];
    expect(said(merged(stored(turns), other))).toEqual(shown);
    const wrapped = [chunk('user', '<query>hi</query>'), chunk('agent', 'Hello.')];
    expect(said(merged(stored(turns), wrapped))).toEqual(transcript(turns));
  });

  test('of something else that begins with what the agent says has that too, once', () => {
    const turns = [turn('explain the countdown', 'Three, two.')];
    const other = [chunk('agent', 'Summary: …'), chunk('user', 'what is left'), chunk('agent', 'One.')];
    const once = merged(stored(turns), other);
    const shown = [...transcript(turns), 'agent: Summary: …', 'user: what is left', 'agent: One.'];
    expect(said(once)).toEqual(shown);
    expect(said(merged(once, other))).toEqual(shown);
  });

  test('that quotes what was typed is the same session', () => {
    const turns = [turn('look at the readme', 'Seen.'), turn('and translate it', 'Done.')];
    const replay = turns.flatMap(({ prompt, answer }) => [
      chunk('user', `<task>${prompt}</task><environment>Linux</environment>`),
      chunk('agent', answer),
    ]);
    expect(said(merged(stored(turns), replay))).toEqual(transcript(turns));
  });

  test.each([
    ['short prompts in a template', (prompt: string) => `<user_query>\n${prompt}\n</user_query>`],
    ['the time before each', (prompt: string) => `[12:00] ${prompt}`],
  ])('that puts every prompt into a template is the same session: %s', (_what, wrap) => {
    const turns = [turn('hi', 'Hello.'), turn('yes', 'Good.'), turn('hi', 'Hello again.')];
    const state = stored(turns);
    const replay = turns.flatMap(({ prompt, answer }) => [
      chunk('user', wrap(prompt)),
      chunk('agent', answer),
    ]);
    expect(said(merged(state, replay))).toEqual(transcript(turns));
  });

  test('of a summary stands below what is stored, once', () => {
    const turns = [turn('explain the countdown', 'Three, two.'), turn('and now', 'One.')];
    const summary = [chunk('user', 'This session is continued: …'), chunk('agent', 'Understood.')];
    const once = merged(stored(turns), summary);
    const shown = [...transcript(turns), 'user: This session is continued: …', 'agent: Understood.'];
    expect(said(once)).toEqual(shown);
    expect(said(merged(once, summary))).toEqual(shown);
    const more = [...summary, chunk('user', 'go on'), chunk('agent', 'Zero.')];
    expect(said(merged(once, more))).toEqual([...shown, 'user: go on', 'agent: Zero.']);
  });

  test('brings the answer that the agent finished after the window was closed', () => {
    const asked = reduce(stored([turn('one', 'first')]), {
      type: 'prompt_started',
      at: 3,
      content: text('two'),
    });
    const closed = reduce(asked, { type: 'restored', at: 4 });
    const replay = [
      chunk('user', 'one'),
      chunk('agent', 'first'),
      chunk('user', 'two'),
      chunk('agent', 'second'),
    ];
    const state = merged(closed, replay);
    expect(said(state)).toEqual(['user: one', 'agent: first', 'user: two', 'agent: second']);
    expect(said(merged(state, replay))).toEqual(said(state));
  });

  test('reports how many of the last prompts the agent does not know, and not those that it passes over', () => {
    const state = stored(stoppedInBetween);
    const first = [chunk('user', 'make a plan'), chunk('agent', 'Finished the plan.')];
    expect(mergeReplay(state, first, 5).forgotten).toBe(2);
    expect(mergeReplay(state, [...first, chunk('user', 'run it again')], 5).forgotten).toBe(0);
  });
});

/** Prompts of which no two read like a third. */
const prompts = fc.oneof(
  fc.constantFrom('go', 'go on', 'a', 'continue', 'run the tests'),
  fc.stringMatching(/^[b-z]{3,12}$/),
);
const answers = fc.constantFrom('Done.', 'ok', 'Ran it.', 'Here is a **list**');
const anyTurn = fc.oneof(
  fc.record({ prompt: prompts, answer: answers, stopReason: fc.constant('end_turn' as const) }),
  fc.record({
    prompt: prompts,
    answer: fc.constantFrom('', 'One, tw'),
    stopReason: fc.constant('cancelled' as const),
  }),
);
const answered = fc.record({
  prompt: prompts,
  answer: answers,
  stopReason: fc.constant('end_turn' as const),
});

/** How an agent replays. */
const anyHabit = fc.record({
  hasIds: fc.boolean(),
  dropsStopped: fc.boolean(),
  notesStops: fc.boolean(),
});

test('R34 whatever the session and however the agent replays it, nothing is doubled and nothing is lost', () => {
  fc.assert(
    fc.property(
      fc.array(anyTurn, { minLength: 1, maxLength: 8 }),
      fc.array(answered, { maxLength: 3 }),
      anyHabit,
      (turns, added, { hasIds, dropsStopped, notesStops }) => {
        const replay = [...turns, ...added].flatMap(({ prompt, answer, stopReason }, index) => {
          const isStopped = stopReason === 'cancelled';
          const user = chunk('user', prompt);
          const said = chunk('agent', answer);
          const isLeftOut = answer === '' || (isStopped && dropsStopped);
          return [
            hasIds ? withId(user, `u${index}`) : user,
            ...(isLeftOut ? [] : [hasIds ? withId(said, `a${index}`) : said]),
            ...(isStopped && notesStops ? [withId(chunk('user', '[interrupted]'), `n${index}`)] : []),
          ];
        });
        const state = stored(turns, hasIds);
        const expected = [...transcript(turns), ...transcript(added)];
        const once = merged(state, replay);
        expect(said(once)).toEqual(expected);
        expect(said(merged(once, replay))).toEqual(expected);
      },
    ),
    propertyRuns(1_000),
  );
});
