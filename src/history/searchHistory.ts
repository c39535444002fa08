// Searches the sessions one after the other, reading ahead, so that the first hits are there at once.
import type { SearchHit } from '../core/history/searchFilter.ts';
import type { SearchQuery } from '../core/history/searchText.ts';
import { summaryTitle, type SessionSummary } from '../core/history/sessionSummary.ts';

/** How many sessions are read ahead: more would hold more of them in memory. */
const READ_AHEAD = 6;

/** The sessions that have the words, in the order given. `textOf` never rejects. */
export async function* searchHistory(
  summaries: readonly SessionSummary[],
  query: SearchQuery,
  textOf: (summary: SessionSummary) => Promise<string>,
  signal: AbortSignal,
): AsyncGenerator<SearchHit> {
  if (query.isEmpty) return;
  const searchOne = async (summary: SessionSummary): Promise<SearchHit | undefined> => {
    const found = query.find(await textOf(summary));
    if (found !== undefined) return { summary, ...found };
    return query.isIn(summaryTitle(summary) ?? '') ? { summary } : undefined;
  };
  const ahead: Promise<SearchHit | undefined>[] = [];
  for (let index = 0; index < summaries.length + READ_AHEAD && !signal.aborted; index++) {
    const summary = summaries[index];
    if (summary !== undefined) ahead.push(searchOne(summary));
    if (index < READ_AHEAD) continue;
    const hit = await ahead.shift();
    if (hit !== undefined && !signal.aborted) yield hit;
  }
}
