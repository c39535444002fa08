// Finding text in a transcript: what is a hit, in which order, and that slices and growth change nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from '../../../../src/core/session/content.ts';
import type { Entry } from '../../../../src/core/session/entries.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { TranscriptFind, type TextsOf } from '../../../../src/features/find/core/transcriptFind.ts';
import { findPattern, type FindQuery } from '../../../../src/features/find/core/findPattern.ts';
import type { SearchedText } from '../../../../src/core/text/searchedText.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';

const never = (): boolean => false;
const always = (): boolean => true;

function said(messageId: string, text: string): SessionEvent {
  return { type: 'message_chunk', at: 1, role: 'agent', content: { type: 'text', text }, messageId };
}

function state(events: readonly SessionEvent[], from = emptySession('s', 'agent', '/work')): SessionState {
  return events.reduce(reduce, from);
}

/** The text of a message, and what a call's terminals printed; counts how often it was asked for. */
function texts(): { readonly of: TextsOf; readonly asked: Entry[] } {
  const asked: Entry[] = [];
  const of: TextsOf = (entry, { terminals }) => {
    asked.push(entry);
    return textsOf(entry, terminals);
  };
  return { of, asked };
}

function textsOf(entry: Entry, terminals: SessionState['terminals']): readonly SearchedText[] {
  if (entry.kind === 'agent') return [{ id: 'text', text: plainText(entry.content) }];
  if (entry.kind !== 'tool') return [];
  return entry.call.content.flatMap((part) => {
    const output = part.type === 'terminal' && terminals.find(({ id }) => id === part.terminalId)?.output;
    return part.type === 'terminal' ? [{ id: part.terminalId, text: output || '' }] : [];
  });
}

function query(text: string, more: Partial<FindQuery> = {}): FindQuery {
  return { text, matchCase: false, wordMatching: 'together', ...more };
}

function find(asked: FindQuery, of: TextsOf = texts().of): TranscriptFind {
  const pattern = findPattern(asked);
  if (pattern === undefined) throw new Error('There is nothing to look for.');
  return new TranscriptFind(pattern, of);
}

/** What is found of a query in one text, as it stands there. */
function foundIn(text: string, asked: FindQuery): readonly string[] {
  const found = find(asked);
  found.update(state([said('a', text)]));
  found.scan(never);
  return Array.from({ length: found.count }, (_, index) => found.hitAt(index)).map((hit) =>
    text.slice(hit?.start, hit?.end),
  );
}

test.each([
  ['any case', 'Über uns über', query('über'), ['Über', 'über']],
  ['the case, when it matters', 'Retry retry', query('retry', { matchCase: true }), ['retry']],
  ['signs as they are', 'a.b a+b axb', query('a.b'), ['a.b']],
  ['parts of words', 'backoff off', query('off'), ['off', 'off']],
  ['no two places in one another', 'aaaa', query('aa'), ['aa', 'aa']],
  [
    'words over a line break',
    'retry\nwith it, retry  with',
    query('retry with'),
    ['retry\nwith', 'retry  with'],
  ],
  ['no words over a blank line', 'retry\n\nwith', query('retry with'), []],
  [
    'words past their marks',
    'use **with** `backoff` now',
    query('with backoff now'),
    ['with** `backoff` now'],
  ],
  ['marks in names only as written', 'snake_case snakecase', query('snakecase'), ['snakecase']],
  [
    'each of several words',
    'backoff and retry',
    query('retry backoff', { wordMatching: 'each' }),
    ['backoff', 'retry'],
  ],
  ['the words in their order', 'backoff retry', query('retry backoff'), []],
])('finds %s', (_name, text, asked, expected) => {
  expect(foundIn(text, asked)).toEqual(expected);
});

test('nothing is looked for with no text, or with no word of several', () => {
  expect(findPattern(query(''))).toBeUndefined();
  expect(findPattern(query(' \n', { wordMatching: 'each' }))).toBeUndefined();
});

test('hits are numbered through the transcript, and found again by their number, entry and place', () => {
  const events = Array.from({ length: 300 }, (_, index) => said(`m${index}`, `one ${index} one`));
  const found = find(query('one'));
  found.update(state(events));
  expect(found.scan(never)).toBe(true);
  expect(found.count).toBe(600);
  expect(found.hitAt(401)).toEqual({ entryId: 'e200', textId: 'text', start: 8, end: 11 });
  expect(found.hitsIn('e200').map(({ start }) => start)).toEqual([0, 8]);
  expect(found.countBefore({ entryId: 'e200' })).toBe(400);
  expect(found.countBefore({ entryId: 'e200', textId: 'text', start: 8 })).toBe(401);
  expect(found.hitAt(600)).toBeUndefined();
  expect(found.countBefore({ entryId: 'gone' })).toBe(0);
});

test('a chunk costs its page and no other, and a known state nothing', () => {
  const asked = texts();
  const found = find(query('one'), asked.of);
  const before = state(Array.from({ length: 200 }, (_, index) => said(`m${index}`, 'one')));
  found.update(before);
  found.scan(never);
  expect(asked.asked).toHaveLength(200);
  found.update(before);
  expect(found.isComplete).toBe(true);
  asked.asked.length = 0;
  found.update(state([said('m199', ' one')], before));
  expect(found.isComplete).toBe(false);
  found.scan(never);
  expect(asked.asked).toHaveLength(200 - 128);
  expect(found.count).toBe(201);
});

test('output of a terminal is found as it comes, though its entry stays the same', () => {
  const found = find(query('pass'));
  const call = { toolCallId: 't', content: [{ type: 'terminal', terminalId: 'x' }] } as const;
  let now = state([
    { type: 'tool_call', at: 1, call },
    { type: 'terminal_output', at: 1, terminalId: 'x', data: 'pass', skippedBytes: 0 },
  ]);
  found.update(now);
  found.scan(never);
  expect(found.count).toBe(1);
  now = state([{ type: 'terminal_output', at: 2, terminalId: 'x', data: ' pass', skippedBytes: 0 }], now);
  found.update(now);
  found.scan(never);
  expect(found.count).toBe(2);
});

test('entries that are gone take their hits with them', () => {
  const found = find(query('one'));
  found.update(state([said('a', 'one'), said('b', 'one')]));
  found.scan(never);
  found.update(state([said('a', 'one')]));
  found.scan(never);
  expect(found.count).toBe(1);
});

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', ' ', '\n', '*', '`', 'é', '😀'),
  maxLength: 30,
});
const asked = fc.record<FindQuery>({
  text: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '😀'), minLength: 1, maxLength: 4 }),
  matchCase: fc.boolean(),
  wordMatching: fc.constantFrom('together', 'each'),
});
const chunk = fc.record({ id: fc.nat({ max: 3 }).map(String), text: letters });

function hits(found: TranscriptFind): readonly unknown[] {
  return Array.from({ length: found.count }, (_, index) => found.hitAt(index));
}

test('any growth in any slices finds what one look at the end does', () => {
  fc.assert(
    fc.property(asked, fc.array(fc.tuple(chunk, fc.nat({ max: 2 })), { maxLength: 30 }), (sought, steps) => {
      fc.pre(findPattern(sought) !== undefined);
      const growing = find(sought);
      let now = emptySession('s', 'agent', '/work');
      for (const [{ id, text }, slices] of steps) {
        now = reduce(now, said(id, text));
        growing.update(now);
        for (let slice = 0; slice < slices; slice++) growing.scan(always);
      }
      let calls = 0;
      while (!growing.scan(always)) expect(calls++).toBeLessThan(100);
      const once = find(sought);
      once.update(now);
      once.scan(never);
      expect(hits(growing)).toEqual(hits(once));
      expect(new Set(hits(once).map((hit) => JSON.stringify(hit))).size).toBe(once.count);
    }),
  );
});

test('a number and a place mean the same', () => {
  fc.assert(
    fc.property(asked, fc.array(chunk, { maxLength: 10 }), (sought, chunks) => {
      fc.pre(findPattern(sought) !== undefined);
      const found = find(sought);
      found.update(state(chunks.map(({ id, text }) => said(id, text))));
      found.scan(never);
      for (let index = 0; index < found.count; index++) {
        const hit = found.hitAt(index);
        expect(hit && found.countBefore(hit)).toBe(index);
      }
    }),
  );
});

test('a text longer than a slice is searched over the edges of slices', () => {
  const text = `${'x'.repeat(131_070)}needle${'y'.repeat(200_000)}needle`;
  const found = find(query('needle'));
  found.update(state([said('a', text)]));
  let calls = 1;
  while (!found.scan(always)) calls++;
  expect(calls).toBeGreaterThan(2);
  expect(found.hitsIn('e0').map(({ start }) => start)).toEqual([131_070, text.length - 6]);
});
