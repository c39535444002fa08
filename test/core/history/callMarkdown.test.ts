// What a sub-agent was asked, said, did and planned, in the exported conversation and in the text to search.
import { expect, test } from 'vitest';
import { exportJson } from '../../../src/core/history/exportJson.ts';
import { exportMarkdown } from '../../../src/core/history/exportMarkdown.ts';
import { SearchQuery, searchText } from '../../../src/core/history/searchText.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

function session(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('key', 'claude', '/work'));
}

function call(toolCallId: string, title: string, parentToolCallId?: string, more: object = {}): SessionEvent {
  const parent = parentToolCallId === undefined ? {} : { parentToolCallId };
  return { type: 'tool_call', at: 1, call: { toolCallId, title, status: 'completed', ...parent, ...more } };
}

function said(toolCallId: string, role: 'user' | 'agent' | 'thought' | 'plan', text: string): SessionEvent {
  const content = { type: 'text', text } as const;
  return { type: 'subagent_message', at: 1, toolCallId, messageId: `${role} ${text}`, role, content };
}

const plan = [{ content: 'Look at rates', priority: 'high', status: 'completed' }];
const worked = session(
  call('a', 'Explorer', undefined, { subagent: {}, subagentPlan: plan }),
  said('a', 'user', 'Find the rates'),
  call('a/1', 'grep rates', 'a'),
  said('a', 'thought', 'Only one file'),
  call('b', 'Checker', 'a', { subagent: {} }),
  said('b', 'agent', 'It holds'),
  said('a', 'agent', 'They are in `tax.ts`'),
  { type: 'message_chunk', at: 1, role: 'agent', content: { type: 'text', text: 'All answered.' } },
);

test('is one call with its steps in their order, and those of its own sub-agents in theirs', () => {
  expect(exportMarkdown(worked).split('UTC\n\n')[1]).toMatchInlineSnapshot(`
    "<details>
    <summary>Explorer (done)</summary>

    **Plan**

    - [x] Look at rates

    **Task**

    Find the rates

    <details>
    <summary>grep rates (done)</summary>
    </details>

    <details>
    <summary>Thought</summary>

    Only one file

    </details>

    <details>
    <summary>Checker (done)</summary>

    It holds

    </details>

    They are in \`tax.ts\`

    </details>

    All answered.
    "
  `);
});

test('is one call without steps where it said nothing, and so are calls that no sub-agent made', () => {
  const markdown = exportMarkdown(
    session(call('a', 'Explorer', undefined, { subagent: {} }), call('x', 'Look')),
  );
  expect(markdown.match(/<summary>.*<\/summary>/g)).toEqual([
    '<summary>Explorer (done)</summary>',
    '<summary>Look (done)</summary>',
  ]);
});

test('whose parent nobody reported stands in the conversation', () => {
  const markdown = exportMarkdown(session(call('b', 'Checker', 'gone'), call('c', 'Other', 'c')));
  expect(markdown).toContain('Checker (done)');
  expect(markdown).toContain('Other (done)');
});

test('has a plan that is a text as a plan', () => {
  const planned = session(call('a', 'Explorer', undefined, { subagent: {} }), said('a', 'plan', '1. Look'));
  expect(exportMarkdown(planned)).toContain('**Plan**\n\n1. Look');
  expect(new SearchQuery('1. look').find(searchText(planned))).toMatchObject({ entryId: 'e0' });
});

test('is complete as JSON', () => {
  expect(JSON.parse(exportJson(worked))).toMatchObject({
    subagents: [{ toolCallId: 'a', messages: [{ role: 'user' }, {}, {}] }, { toolCallId: 'b' }],
  });
});

test.each([
  ['what it was asked', 'find the rates', 'Find the rates'],
  ['what it said', 'tax.ts', 'tax.ts'],
  ['its plan', 'look at', 'Look at'],
])('is found by %s, at its call', (_what, words, match) => {
  const found = new SearchQuery(words).find(searchText(worked));
  expect(found).toMatchObject({ entryId: 'e0', excerpt: { match } });
});

test('a call that stands for no sub-agent is searched as before', () => {
  expect(searchText(session(call('x', 'Look'), said('x', 'agent', 'words')))).toBe('e0\tLook\n');
});

test('sub-agents in each other by the thousand are all in it, and cost no stack', () => {
  const deep = 3_000;
  const events = Array.from({ length: deep }, (_, level) => [
    call(`c${level}`, `Level ${level}`, level === 0 ? undefined : `c${level - 1}`, { subagent: {} }),
    said(`c${level}`, 'agent', `Words ${level}`),
  ]).flat();
  const state = session(...events);
  const markdown = exportMarkdown(state);
  expect(markdown.match(/Words \d+/g)).toHaveLength(deep);
  expect(markdown.match(/Level \d+/g)).toHaveLength(deep);
});
