// Messages: grouping, echo, thoughts, placeholders.
import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../../../../src/core/session/content.ts';
import { lastEntry } from '../../../../src/core/session/entries.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';

let now = 0;
type Role = 'user' | 'agent' | 'thought';

function text(words: string): ContentBlock {
  return { type: 'text', text: words };
}

function chunk(role: Role, words: string, messageId?: string): SessionEvent {
  const id = messageId === undefined ? {} : { messageId };
  return { type: 'message_chunk', at: ++now, role, content: text(words), ...id };
}

function prompt(words: string): SessionEvent {
  return { type: 'prompt_started', at: ++now, content: [text(words)] };
}

function tool(toolCallId: string, status?: string): SessionEvent {
  return { type: 'tool_call', at: ++now, call: { toolCallId, ...(status === undefined ? {} : { status }) } };
}

function fold(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('s', 'agent', '/work'));
}

/** The transcript as lines of `kind: text`. */
function lines(state: SessionState): readonly string[] {
  return state.entries.flat().map((entry) => {
    const words =
      'content' in entry
        ? entry.content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('')
        : '';
    return `${entry.kind}: ${words}`.trimEnd();
  });
}

describe('R50 grouping of chunks into messages', () => {
  test('chunks without an id continue the message they follow', () => {
    expect(lines(fold(chunk('agent', 'Hel'), chunk('agent', 'lo')))).toEqual(['agent: Hello']);
  });

  test('the same id is another message after something else: a tool call, a thought, a prompt, the end of a turn', () => {
    const end: SessionEvent = { type: 'turn_ended', at: 1, stopReason: 'end_turn' };
    const message = (content: string) => chunk('agent', content, '0');
    expect(lines(fold(message('a'), tool('t'), message('b')))).toEqual(['agent: a', 'tool:', 'agent: b']);
    expect(lines(fold(message('a'), chunk('thought', 'hm'), message('b')))).toEqual([
      'agent: a',
      'thought: hm',
      'agent: b',
    ]);
    expect(lines(fold(prompt('one'), message('a'), end, prompt('two'), message('b'), end))).toEqual([
      'user: one',
      'agent: a',
      'turn:',
      'user: two',
      'agent: b',
      'turn:',
    ]);
    expect(
      lines(fold(chunk('user', 'one', 'u'), message('a'), chunk('user', 'two', 'u'), message('b'))),
    ).toEqual(['user: one', 'agent: a', 'user: two', 'agent: b']);
  });

  test('messages of several ids may be written at once', () => {
    const state = fold(
      chunk('agent', 'a', 'm1'),
      chunk('agent', 'b', 'm2'),
      chunk('agent', 'c', 'm1'),
      chunk('agent', 'd', 'm2'),
    );
    expect(lines(state)).toEqual(['agent: ac', 'agent: bd']);
  });

  test('a changed id is a new message', () => {
    expect(lines(fold(chunk('agent', 'a', 'm1'), chunk('agent', 'b', 'm2')))).toEqual([
      'agent: a',
      'agent: b',
    ]);
  });

  test('ids are compared as they are', () => {
    const state = fold(chunk('agent', 'a', '01'), chunk('agent', 'b', '1'), chunk('agent', 'c', '1 '));
    expect(lines(state)).toHaveLength(3);
  });

  test('without an id a tool call ends the message, and a message with an id is not continued', () => {
    expect(lines(fold(chunk('agent', 'a'), tool('t'), chunk('agent', 'b')))).toEqual([
      'agent: a',
      'tool:',
      'agent: b',
    ]);
    expect(lines(fold(chunk('agent', 'a', 'm1'), chunk('agent', 'b')))).toEqual(['agent: a', 'agent: b']);
  });

  test('an update of a tool call does not end the message', () => {
    const state = fold(tool('t'), chunk('agent', 'a'), tool('t', 'completed'), chunk('agent', 'b'));
    expect(lines(state)).toEqual(['tool:', 'agent: ab']);
  });

  test('thoughts and answers stay apart, also under one id', () => {
    const state = fold(chunk('thought', 'hm', 'm'), chunk('agent', 'so', 'm'), chunk('thought', '!', 'm'));
    expect(lines(state)).toEqual(['thought: hm', 'agent: so', 'thought: !']);
  });

  test('empty chunks make no message', () => {
    expect(lines(fold(chunk('agent', ''), chunk('agent', '', 'm')))).toEqual([]);
  });
});

describe('R52 echo of the prompt', () => {
  test('an echo in one piece or in many is not shown', () => {
    expect(lines(fold(prompt('Hi there'), chunk('user', 'Hi there')))).toEqual(['user: Hi there']);
    expect(lines(fold(prompt('Hi there'), chunk('user', 'Hi '), chunk('user', 'there')))).toEqual([
      'user: Hi there',
    ]);
  });

  test('other words of the user are shown, and never put into the prompt', () => {
    const state = fold(prompt('Hi'), chunk('user', 'Bye'), chunk('user', ' now'));
    expect(lines(state)).toEqual(['user: Hi', 'user: Bye now']);
  });

  test('what begins like the prompt and goes on differently is a message of its own, to the letter', () => {
    expect(
      lines(fold(prompt('hello world'), chunk('user', 'hello '), chunk('user', 'there friend'))),
    ).toEqual(['user: hello world', 'user: hello there friend']);
    expect(
      lines(fold(prompt('go on'), chunk('user', 'g'), chunk('user', 'o'), chunk('user', ' home'))),
    ).toEqual(['user: go on', 'user: go home']);
  });

  test('what is only the beginning of the prompt when the agent answers is a message of its own', () => {
    expect(lines(fold(prompt('go on'), chunk('user', 'go'), chunk('agent', 'Yes.')))).toEqual([
      'user: go on',
      'user: go',
      'agent: Yes.',
    ]);
  });

  test('an echo that lacks only white space at the end of the prompt is not shown', () => {
    expect(lines(fold(prompt('go on \n'), chunk('user', 'go on'), chunk('agent', 'Yes.')))).toEqual([
      'user: go on',
      'agent: Yes.',
    ]);
  });

  test('a second echo is not an echo', () => {
    expect(lines(fold(prompt('Hi'), chunk('user', 'Hi'), chunk('user', 'Hi')))).toEqual([
      'user: Hi',
      'user: Hi',
    ]);
  });

  test('outside a turn user chunks are history', () => {
    expect(lines(fold(chunk('user', 'old'), chunk('agent', 'answer')))).toEqual([
      'user: old',
      'agent: answer',
    ]);
  });
});

describe('thoughts', () => {
  test('a thought ends when something else begins', () => {
    const state = fold(prompt('Go'), chunk('thought', 'hm'), chunk('agent', 'so'));
    const [, thought, answer] = state.entries.flat();
    expect(thought).toMatchObject({ kind: 'thought', endedAt: answer?.at });
  });

  test('a thought that is going on has no end', () => {
    expect(lastEntry(fold(prompt('Go'), chunk('thought', 'hm')).entries)).not.toHaveProperty('endedAt');
  });
});

test('R53 a block of an unknown kind stays as a placeholder between the texts', () => {
  const unknown: SessionEvent = {
    type: 'message_chunk',
    at: 1,
    role: 'agent',
    content: { type: 'unknown', name: 'hologram' },
  };
  expect(lines(fold(chunk('agent', 'a'), unknown, chunk('agent', 'b')))).toEqual(['agent: a<unknown>b']);
});

describe('turns', () => {
  test('R47 every stop reason ends the turn and is recorded, known or not', () => {
    for (const stopReason of [
      'end_turn',
      'max_tokens',
      'max_turn_requests',
      'refusal',
      'cancelled',
      'bored',
    ]) {
      const state = fold(prompt('Hi'), { type: 'turn_ended', at: 9, stopReason });
      expect(state.turn).toBeUndefined();
      expect(lastEntry(state.entries)).toMatchObject({ kind: 'turn', stopReason });
    }
  });

  test('R49 a failed turn is shown as an error and the session goes on', () => {
    const error = { code: 'agent-error', message: 'No.', actions: [] };
    const failed = fold(prompt('Hi'), { type: 'turn_failed', at: 9, error });
    expect(failed.turn).toBeUndefined();
    expect(lastEntry(failed.entries)).toMatchObject({ kind: 'notice', severity: 'error', error });
    expect(lines(reduce(failed, prompt('Again'))).at(-1)).toBe('user: Again');
  });

  test('R55 a cancel marks unfinished tool calls at once; R57 a later result does not make it done', () => {
    const cancelled = fold(prompt('Hi'), tool('t', 'in_progress'), tool('u', 'completed'), {
      type: 'cancel_requested',
      at: 9,
    });
    const statusOf = (state: SessionState): readonly string[] =>
      state.entries.flat().flatMap((entry) => (entry.kind === 'tool' ? [entry.call.status] : []));
    expect(statusOf(cancelled)).toEqual(['cancelled', 'completed']);
    expect(statusOf(reduce(cancelled, tool('t', 'in_progress')))).toEqual(['cancelled', 'completed']);
    expect(statusOf(reduce(cancelled, tool('t', 'completed')))).toEqual(['cancelled', 'completed']);
    expect(statusOf(reduce(cancelled, tool('t', 'failed')))).toEqual(['cancelled', 'completed']);
    const withText = { type: 'content' as const, content: { type: 'text' as const, text: 'out' } };
    const result = { toolCallId: 't', status: 'completed', content: [withText] };
    const later = reduce(cancelled, { type: 'tool_call', at: 10, call: result });
    expect(later.entries.flat()[1]).toMatchObject({ call: { status: 'cancelled', content: [withText] } });
    expect(lines(reduce(cancelled, chunk('agent', 'late'))).at(-1)).toBe('agent: late');
  });

  test('R58 only the answer to the prompt ends a cancelled turn', () => {
    const cancelled = fold(prompt('Hi'), { type: 'cancel_requested', at: 9 });
    expect(cancelled.turn?.cancelRequested).toBe(true);
    expect(reduce(cancelled, { type: 'turn_ended', at: 10, stopReason: 'cancelled' }).turn).toBeUndefined();
  });

  test.each([
    ['end_turn', 'unfinished'],
    ['max_tokens', 'unfinished'],
    ['cancelled', 'cancelled'],
    ['interrupted', 'cancelled'],
  ])('R55 a tool call that never finished, in a turn that ended by %s, is %s', (stopReason, status) => {
    const state = fold(prompt('Hi'), tool('t', 'pending'), { type: 'turn_ended', at: 9, stopReason });
    expect(state.entries.flat()[1]).toMatchObject({ call: { status } });
  });

  test('R55 one of a turn that failed is cancelled, and so is one that comes after the cancel', () => {
    const error = { code: 'agent-error', message: 'No.', actions: [] };
    const failed = fold(prompt('Hi'), tool('t', 'pending'), { type: 'turn_failed', at: 9, error });
    expect(failed.entries.flat()[1]).toMatchObject({ call: { status: 'cancelled' } });
    const late = fold(prompt('Hi'), { type: 'cancel_requested', at: 8 }, tool('t', 'pending'), {
      type: 'turn_ended',
      at: 9,
      stopReason: 'end_turn',
    });
    expect(late.entries.flat()[1]).toMatchObject({ call: { status: 'cancelled' } });
  });

  test('R57 what is reported of a call after the end of its turn still counts', () => {
    const ended = fold(prompt('Hi'), tool('t', 'pending'), {
      type: 'turn_ended',
      at: 9,
      stopReason: 'end_turn',
    });
    expect(reduce(ended, tool('t', 'pending')).entries.flat()[1]).toMatchObject({
      call: { status: 'in_progress' },
    });
    expect(reduce(ended, tool('t', 'completed')).entries.flat()[1]).toMatchObject({
      call: { status: 'completed' },
    });
  });

  test('the provisional title is the first line of words of the first prompt', () => {
    const state = fold(prompt('  Fix\n the   bug '), prompt('Other'));
    expect(state.provisionalTitle).toBe('Fix the bug');
    const mentioned: ContentBlock = { type: 'resource_link', name: 'app.ts', uri: 'file:///work/app.ts' };
    const withMention = (text: string) =>
      fold({ type: 'prompt_started', at: 1, content: [{ type: 'text', text }, mentioned] }).provisionalTitle;
    expect(withMention('Explain ')).toBe('Explain');
    expect(withMention(' ')).toBe('app.ts');
    const resource = { uri: 'file:///work/main.ts#L3', text: 'main()' };
    const content: readonly ContentBlock[] = [mentioned, { type: 'resource', resource }];
    expect(fold({ type: 'prompt_started', at: 1, content }).provisionalTitle).toBe('app.ts, main.ts');
    expect(fold(prompt('x'.repeat(500))).provisionalTitle).toHaveLength(80);
    expect(fold(prompt(`${'x'.repeat(78)}😀😀`)).provisionalTitle).toBe(`${'x'.repeat(78)}…`);
  });
});

describe('tool calls', () => {
  test('R62 an update for an unseen call creates it; R63 missing kind and status have defaults', () => {
    expect(lastEntry(fold(tool('t')).entries)).toMatchObject({
      kind: 'tool',
      call: { toolCallId: 't', kind: 'other', status: 'pending' },
    });
  });

  test('a call announced again is merged and its status never moves backwards', () => {
    const state = fold(
      tool('t', 'pending'),
      tool('t', 'in_progress'),
      tool('t', 'pending'),
      tool('t', 'completed'),
    );
    expect(state.entries.flat()).toHaveLength(1);
    expect(lastEntry(state.entries)).toMatchObject({ call: { status: 'completed' } });
    expect(lastEntry(reduce(state, tool('t', 'in_progress')).entries)).toMatchObject({
      call: { status: 'completed' },
    });
  });

  test('R63 a status may be called like something of the language', () => {
    const state = fold(tool('t', 'constructor'), tool('t', 'completed'));
    expect(lastEntry(state.entries)).toMatchObject({ call: { status: 'completed' } });
  });

  test('R61 a patch changes only what it carries, arrays as a whole', () => {
    const full: SessionEvent = {
      type: 'tool_call',
      at: 1,
      call: {
        toolCallId: 't',
        title: 'Read a',
        kind: 'read',
        locations: [{ path: '/a' }, { path: '/b' }],
        content: [{ type: 'content', content: text('one') }],
      },
    };
    const patched = fold(full, {
      type: 'tool_call',
      at: 2,
      call: { toolCallId: 't', locations: [{ path: '/c' }] },
    });
    expect(lastEntry(patched.entries)).toMatchObject({
      call: {
        title: 'Read a',
        kind: 'read',
        locations: [{ path: '/c' }],
        content: [{ content: { text: 'one' } }],
      },
    });
  });

  test('R66 the call of a permission request is merged into the call on display', () => {
    const state = fold(tool('t', 'pending'), {
      type: 'permission_requested',
      at: 3,
      call: { toolCallId: 't', title: 'Delete all' },
      request: { requestId: 'r', toolCallId: 't', options: [], at: 3 },
    });
    expect(state.entries.flat()).toHaveLength(1);
    expect(lastEntry(state.entries)).toMatchObject({ call: { title: 'Delete all' } });
    expect(state.permissions).toHaveLength(1);
  });
});

describe('How long a thought took', () => {
  const durations = (state: SessionState): readonly (number | undefined)[] =>
    state.entries
      .flat()
      .flatMap((entry) =>
        entry.kind === 'thought' ? [entry.endedAt === undefined ? undefined : entry.endedAt - entry.at] : [],
      );

  test('is known in a turn', () => {
    expect(durations(fold(prompt('Go'), chunk('thought', 'Hm'), chunk('agent', 'Yes')))).toEqual([1]);
    expect(durations(fold(prompt('Go'), chunk('thought', 'Hm')))).toEqual([undefined]);
  });

  test('is not known of one that is replayed, whatever follows it', () => {
    const replay = [
      chunk('user', 'Go'),
      chunk('thought', 'Hm'),
      chunk('thought', ' so'),
      chunk('agent', 'Yes'),
    ];
    expect(durations(fold(...replay, prompt('More')))).toEqual([0]);
    expect(durations(fold(chunk('user', 'Go'), chunk('thought', 'Hm'), prompt('More')))).toEqual([0]);
  });

  test('is known of one in the background, while calls run', () => {
    const ended: SessionEvent = { type: 'turn_ended', at: ++now, stopReason: 'end_turn' };
    const state = fold(prompt('Go'), ended, tool('c', 'in_progress'), chunk('thought', 'Hm'), tool('d'));
    expect(durations(state)).toEqual([1]);
  });
});
