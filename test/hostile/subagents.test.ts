// Hostile sub-agents: by the thousand, deep in each other, without an end, with ids of others, in wrong shapes.
import { describe, expect, test } from 'vitest';
import { readSessionUpdate } from '../../src/agents/schema/updateSchema.ts';
import { exportMarkdown } from '../../src/core/history/exportMarkdown.ts';
import { searchText } from '../../src/core/history/searchText.ts';
import { subagentMarkdown } from '../../src/core/history/callMarkdown.ts';
import { toolEntries } from '../../src/core/session/entries.ts';
import { announce, ended, subagentSession } from '../support/agents/subagentSession.ts';

/** Sub-agents in each other: more than the stack has frames for. */
const DEEP = 15_000;

/** So many sub-agents; with `isNested` each is started by the one before it. */
function many(count: number, isNested: boolean) {
  const session = subagentSession();
  for (let index = 0; index < count; index++) {
    session.send(isNested && index > 0 ? `c${index - 1}` : 's', announce(`c${index}`));
  }
  return session;
}

describe('sub-agents', () => {
  test('in each other as deep as an agent likes answer, end and have a folder without using up the stack', () => {
    const { send, subagents, state } = many(DEEP, true);
    const last = `c${DEEP - 1}`;
    expect(subagents.rootOf(last)).toBe('s');
    expect(subagents.folderOf(last)).toBeUndefined();
    send('s', { ...announce('c0'), cwd: '/work/a' });
    expect(subagents.folderOf(last)).toBe('/work/a');
    send('c0', {
      sessionUpdate: 'session_message',
      messageId: 'm',
      senderSessionId: last,
      recipientSessionId: 'c0',
      content: [{ type: 'text', text: 'Hi' }],
    });
    const [answered] = toolEntries(state().entries, `subagent:${last}`);
    expect(answered?.found.call.content).toEqual([
      { type: 'content', content: { type: 'text', text: 'Hi' } },
    ]);
    send('s', ended('c0'));
    expect(searchText(state()).split('\n')).toHaveLength(DEEP + 2);
  });

  test('that never end are disconnected with the connection, and stay so', () => {
    const { send, dispatch, rows, state } = many(3, false);
    dispatch({ type: 'turn_ended', at: 10, stopReason: 'end_turn' });
    expect(state().background).toBe(3);
    dispatch({ type: 'detached', at: 20 });
    expect(rows().map(([, , status]) => status)).toEqual(['disconnected', 'disconnected', 'disconnected']);
    expect(state().background).toBeUndefined();
    send('s', ended('c1'));
    expect(rows().map(([, , status]) => status)).toEqual(['disconnected', 'completed', 'disconnected']);
  });

  test('whose ids come again, or are those of calls and of the session, take nothing of others over', () => {
    const { send, call, say, rows, said } = subagentSession();
    call('s', 'subagent:a');
    send('s', announce('a'));
    call('a', 'x');
    call('s', 'x');
    send('a', announce('s'));
    send('a', announce('other'));
    for (let time = 0; time < 50; time++) send('s', announce('a', { title: `Again ${time}` }));
    say('s', 'Hi');
    say('other', 'Hi');
    expect(rows().map(([id, , , parent]) => [id, parent])).toEqual([
      ['subagent:a', undefined],
      ['subagent:a/x', 'subagent:a'],
      ['x', undefined],
    ]);
    expect(said('subagent:a')).toEqual([]);
  });

  test('that start others after they and their turn have ended are in the card of the one that started them', () => {
    const { send, dispatch, rows } = subagentSession();
    send('s', announce('a'));
    send('s', ended('a'));
    dispatch({ type: 'turn_ended', at: 50, stopReason: 'end_turn' });
    for (let index = 0; index < 3; index++) send('a', announce(`b${index}`));
    expect(
      rows()
        .slice(1)
        .map(([, , , parent]) => parent),
    ).toEqual(['subagent:a', 'subagent:a', 'subagent:a']);
  });

  test('in names and tasks with HTML, marks and escapes are text, in one line', () => {
    const { send, say, state } = subagentSession();
    const title = '</summary><script>alert(1)</script>\u001B[31m\n# Head `x` ](javascript:alert(1))';
    send('s', announce('a', { title }));
    // A longer one, or of several lines, would be a message besides, which is Markdown as all messages are.
    send('s', announce('b', { title: '', description: '</summary><script>alert(1)</script>' }));
    say('a', '<img src=x onerror=alert(1)>\n\n```', 'agent_thought_chunk');
    const [a] = toolEntries(state().entries, 'subagent:a');
    const pages = [exportMarkdown(state()), a === undefined ? '' : subagentMarkdown(state(), a.found)];
    for (const page of pages) {
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(page).not.toMatch(/<script|^# Head/m);
      // A block of code that was left open ends with what is in it.
      expect(page.match(/^```$/gm)).toHaveLength(2);
    }
  });

  test.each<[string, object]>([
    ['no id', { sessionUpdate: 'subagent_update', title: 'x' }],
    ['an id that is an object', { sessionUpdate: 'subagent_update', sessionId: {}, title: 'x' }],
    ['an id that is null', { sessionUpdate: 'subagent_spawned', subagentSessionId: null }],
    [
      'a list for an id',
      { sessionUpdate: 'subagent_state_update', subagentSessionId: ['a'], state: 'completed' },
    ],
    ['a message without an id', { sessionUpdate: 'session_message', content: [] }],
  ])('with %s are none, and nothing else is harmed', (_name, update) => {
    const { send, state } = subagentSession();
    const before = state();
    const { kind } = readSessionUpdate({ sessionId: 's', update });
    expect(kind).not.toBe('subagent');
    expect(kind).not.toBe('parsed');
    expect(state()).toBe(before);
    send('s', announce('a'));
    expect(state().entries.flat()).toHaveLength(before.entries.flat().length + 1);
  });

  test.each<[string, object]>([
    ['a title', { title: { text: 'x' } }],
    ['a description', { description: 7 }],
    ['capabilities', { capabilities: 'cancel' }],
    ['a state', { state: { state: { state: 'running' } } }],
    ['a folder', { cwd: ['/'] }],
    ['usage', { state: { state: 'running', usage: 'much' } }],
  ])('with %s of a wrong shape are shown with the rest', (_name, more) => {
    const { send, rows, subagents } = subagentSession();
    send('s', announce('a', more));
    expect(rows()).toHaveLength(1);
    expect(rows()[0]?.[1]).not.toBe('');
    expect(subagents.allStoppable('s')).toEqual([]);
  });

  test('by the thousand speak at once in bounded time, and are stopped one by one', () => {
    const { send, say, subagents, state, said } = many(1_000, false);
    const began = performance.now();
    for (let index = 0; index < 1_000; index++) {
      send('s', announce(`c${index}`, { capabilities: { cancel: {} } }));
      for (let piece = 0; piece < 5; piece++) say(`c${index}`, `${piece} `);
    }
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(subagents.allStoppable('s')).toHaveLength(1_000);
    expect(subagents.stoppable('s', 'subagent:c999')).toBe('c999');
    expect(subagents.stoppable('other', 'subagent:c999')).toBeUndefined();
    expect(said('subagent:c500')).toEqual(['agent: 0 1 2 3 4 ']);
    expect(
      state()
        .entries.flat()
        .filter(({ kind }) => kind === 'tool'),
    ).toHaveLength(1_000);
  });
});
