// What narrows a search of the history, and what a search finds.
import { isInside, pathStyleOf } from '../paths/pathContainment.ts';
import type { Excerpt } from './searchText.ts';
import type { SessionSummary } from './sessionSummary.ts';

export interface SearchFilter {
  /** The agent's key in the settings. */
  readonly agent?: string;
  /** Absolute: sessions that work there or below. */
  readonly folder?: string;
  /** Epoch milliseconds: sessions that are as new, or newer. */
  readonly since?: number;
  /** Epoch milliseconds: sessions that are as old, or older. */
  readonly until?: number;
}

/** A session that matches a search. */
export interface SearchHit {
  readonly summary: SessionSummary;
  /** The entry of the transcript; absent when only the title matches. */
  readonly entryId?: string;
  readonly excerpt?: Excerpt;
}

/** Whether a session passes a filter. */
export function passes(
  summary: Pick<SessionSummary, 'agent' | 'cwd' | 'updatedAt'>,
  { agent, folder, since, until }: SearchFilter,
): boolean {
  return (
    (agent === undefined || summary.agent === agent) &&
    (folder === undefined || isInside(folder, summary.cwd, pathStyleOf(folder))) &&
    (since === undefined || summary.updatedAt >= since) &&
    (until === undefined || summary.updatedAt <= until)
  );
}
