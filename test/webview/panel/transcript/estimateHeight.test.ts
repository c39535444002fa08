// @vitest-environment happy-dom
// Guesses at the heights of rows.
import { expect, test } from 'vitest';
import type { Entry } from '../../../../src/core/session/entries.ts';
import { estimateHeight } from '../../../../webview/panel/transcript/estimateHeight.ts';

function heightOf(entry: Entry, width = 400): number {
  return estimateHeight({ kind: 'entry', key: entry.id, entry, streaming: false }, width);
}

const prompt = (text: string): Entry => ({
  id: 'u',
  at: 0,
  kind: 'user',
  origin: 'user',
  content: [{ type: 'text', text }],
});

test('a message grows with its text and shrinks with the width', () => {
  expect(heightOf(prompt('a'.repeat(2_000)))).toBeGreaterThan(heightOf(prompt('a')));
  expect(heightOf(prompt('a'.repeat(2_000)), 800)).toBeLessThan(heightOf(prompt('a'.repeat(2_000)), 300));
});

test('a notice with an error is taller than one without', () => {
  const notice: Entry = { id: 'n', at: 0, kind: 'notice', severity: 'error', text: 'It failed' };
  const error = { code: 'agent-error', message: 'It failed', actions: [] };
  expect(heightOf({ ...notice, error })).toBeGreaterThan(heightOf(notice));
});

test('what is not known has the height of one line', () => {
  expect(estimateHeight(undefined, 400)).toBe(
    heightOf({ id: 't', at: 0, kind: 'turn', startedAt: 0, stopReason: 'end_turn' }),
  );
});

test('a tool call that is expanded at first is taller by its diff or its output, up to what its boxes show', () => {
  const call = { toolCallId: '1', title: 'Edit', kind: 'edit', status: 'completed', locations: [] };
  const edited = (newText: string): number =>
    heightOf({
      id: 't',
      at: 0,
      kind: 'tool',
      call: { ...call, content: [{ type: 'diff', path: '/a', newText }] },
    });
  const printed = (text: string, status: string): number =>
    heightOf({
      id: 't',
      at: 0,
      kind: 'tool',
      call: {
        ...call,
        status,
        kind: 'execute',
        content: [{ type: 'content', content: { type: 'text', text } }],
      },
    });
  expect(printed('a', 'pending')).toBe(estimateHeight(undefined, 400));
  expect(printed('a', 'completed')).toBeGreaterThan(printed('a', 'pending'));
  expect(printed('a\nb\nc', 'completed')).toBeGreaterThan(printed('a', 'completed'));
  expect(edited('a\n'.repeat(10))).toBeGreaterThan(edited('a\n'));
  expect(edited('a\n'.repeat(100_000))).toBe(edited('a\n'.repeat(1_000)));
});

test('a part of an answer is as high as that text alone', () => {
  const [before, part, after] = ['a\n'.repeat(30), 'one\n\ntwo\n'.repeat(40), 'z\n\n'.repeat(50)];
  const row = { kind: 'part', key: 'p', entryId: 'e', streaming: true } as const;
  const from = before.length;
  const to = from + part.length;
  expect(estimateHeight({ ...row, text: before + part + after, from, to }, 400)).toBe(
    estimateHeight({ ...row, text: part, from: 0, to: undefined }, 400),
  );
});

test('a message of one text has the height of one in which the same text is in pieces', () => {
  const text = 'Some line.\n'.repeat(20);
  const inPieces: Entry = {
    id: 'a',
    at: 0,
    kind: 'agent',
    content: [
      { type: 'text', text: text.slice(0, 50) },
      { type: 'text', text: text.slice(50) },
    ],
  };
  expect(heightOf(prompt(text))).toBe(heightOf(inPieces));
});

test('of a very long message the beginning counts', () => {
  expect(heightOf(prompt('a'.repeat(8_000)))).toBe(heightOf(prompt('a'.repeat(100_000))));
});
