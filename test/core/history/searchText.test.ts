// What a search finds in a session's text, and how it is shown.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SearchQuery, searchText } from '../../../src/core/history/searchText.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

function textOf(...events: readonly SessionEvent[]): string {
  return searchText(events.reduce(reduce, emptySession('s', 'agent', '/work')));
}

function said(role: 'agent' | 'user', text: string, messageId = text): SessionEvent {
  return { type: 'message_chunk', at: 1, role, content: { type: 'text', text }, messageId };
}

const talk = textOf(said('user', 'Why does the parser fail?'), said('agent', 'Because a\n\nLINE is empty.'), {
  type: 'tool_call',
  at: 1,
  call: { toolCallId: 't', title: 'Read file', locations: [{ path: '/src/Parser.ts' }] },
});

test('words are found in any case, with the entry they are in and what is around them', () => {
  expect(new SearchQuery('line is').find(talk)).toEqual({
    entryId: 'e1',
    excerpt: { before: 'Because a ', match: 'LINE is', after: ' empty.' },
  });
});

test('all words have to be there, wherever; together they are the place to show', () => {
  expect(new SearchQuery('empty parser').find(talk)?.excerpt.match).toBe('parser');
  expect(new SearchQuery('parser absent').find(talk)).toBeUndefined();
  const text = textOf(said('agent', 'fail first'), said('agent', 'then the parser fail'));
  expect(new SearchQuery('parser fail').find(text)?.entryId).toBe('e1');
});

test('files of tool calls are found by name', () => {
  expect(new SearchQuery('parser.ts').find(talk)?.entryId).toBe('e2');
});

test('letters outside ASCII are found in any case', () => {
  const text = textOf(said('agent', 'ÜBER 漢字 Straße'));
  for (const words of ['über', '漢', 'STRAßE', 'über straße']) {
    expect(new SearchQuery(words).find(text)?.entryId).toBe('e0');
  }
});

test('ids of entries are not words', () => {
  expect(new SearchQuery('e1').find(talk)).toBeUndefined();
  expect(new SearchQuery('e1').find(textOf(said('agent', 'a'), said('agent', 'the e1 one')))?.entryId).toBe(
    'e1',
  );
});

test('what looks like a pattern is looked for as it is', () => {
  const text = textOf(said('agent', 'a.*b (c) [d] \\e $f^ {g} x|y ?+'));
  for (const words of ['a.*b', '(c)', '[d]', '\\e', '$f^', '{g}', 'x|y', '?+']) {
    expect(new SearchQuery(words).find(text)?.excerpt.match).toBe(words);
  }
  expect(new SearchQuery('a..b').find(text)).toBeUndefined();
});

test('no query finds nothing', () => {
  for (const words of ['', '  ', '\n\0']) {
    expect(new SearchQuery(words).isEmpty).toBe(true);
    expect(new SearchQuery(words).find(talk)).toBeUndefined();
    expect(new SearchQuery(words).isIn('a title')).toBe(false);
  }
});

test('a title has the words in any order', () => {
  const query = new SearchQuery('fix parser');
  expect([query.isIn('Parser fix'), query.isIn('Parser fix'), query.isIn('Fix')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('an excerpt is short and never ends in half a character', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), (before, after) => {
      const text = textOf(said('agent', `x${'😀'.repeat(before)}needle${'😀'.repeat(after)}`));
      const excerpt = new SearchQuery('needle').find(text)?.excerpt;
      const shown = `${excerpt?.before}${excerpt?.match}${excerpt?.after}`;
      expect(shown.length).toBeLessThan(180);
      expect(shown.isWellFormed()).toBe(true);
      expect(excerpt?.match).toBe('needle');
    }),
  );
});

test('R107 what an agent only notices is not searched', () => {
  const text = textOf({ type: 'notice', at: 1, severity: 'info', text: 'Rate limit', isLiveOnly: true });
  expect(text).toBe('');
});
