// The rows of the protocol view: those that come, those that change, and those that a filter leaves.
import { expect, test } from 'vitest';
import type { ProtocolRow } from '../../../../src/features/protocolView/core/protocolRow.ts';
import { filterRows } from '../../../../webview/features/protocolView/filterRows.ts';
import { withMessage, type ProtocolState } from '../../../../webview/features/protocolView/useProtocol.ts';

function row(seq: number, more: Partial<ProtocolRow> = {}): ProtocolRow {
  return {
    seq,
    at: seq,
    direction: 'in',
    kind: 'request',
    method: 'fs/read_text_file',
    sizeBytes: 1,
    verdict: 'ok',
    problems: [],
    ...more,
  };
}

const source = { kind: 'agent', name: 'A', isRecording: true, hasStart: true, dropped: 0 } as const;
const empty: ProtocolState = { rows: [], source: undefined, messages: new Map() };

test('new rows are added, changed ones replaced and dropped ones removed', () => {
  const before = withMessage(empty, { type: 'rows', reset: true, first: 1, rows: [row(1), row(2)], source });
  const rows = [row(2, { latencyMs: 5 }), row(3)];
  const after = withMessage(before, { type: 'rows', reset: false, first: 2, rows, source });
  expect(after.rows).toEqual(rows);
});

test('a filter matches all of its words in method, session, id and rule', () => {
  const rows = [
    row(1, { sessionId: 's1' }),
    row(2, { verdict: 'broken', problems: [{ rule: 'R17', state: 'broken', text: 'Bad path' }] }),
  ];
  const seqs = (text: string, verdict: 'all' | 'broken' = 'all'): readonly number[] =>
    filterRows(rows, { text, verdict }).map(({ seq }) => seq);
  expect(seqs('READ s1')).toEqual([1]);
  expect(seqs('r17')).toEqual([2]);
  expect(seqs('', 'broken')).toEqual([2]);
  expect(seqs('none')).toEqual([]);
});
