// Which rows are shown.
import type { ProtocolRow } from '../../../src/features/protocolView/core/protocolRow.ts';

export interface RowFilter {
  /** Words that the method, id, session, kind or problems of a row have, all of them. */
  readonly text: string;
  readonly verdict: 'all' | 'broken' | 'unknown';
}

export function filterRows(
  rows: readonly ProtocolRow[],
  { text, verdict }: RowFilter,
): readonly ProtocolRow[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0 && verdict === 'all') return rows;
  return rows.filter((row) => {
    if (verdict !== 'all' && row.verdict !== verdict) return false;
    const { method, id = '', sessionId = '', kind, problems } = row;
    const all = [method, id, sessionId, kind, ...problems.flatMap((each) => [each.rule, each.text])]
      .join(' ')
      .toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
