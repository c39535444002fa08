// What the list of sessions needs of each, so that no log is read to show the list.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { withoutUndefined } from '../base/withoutUndefined.ts';
import { branchLinks } from '../session/branches/branchLink.ts';
import { entryCount, type Entry } from '../session/entries.ts';
import type { SessionEvent } from '../session/events.ts';
import type { SessionState } from '../session/model.ts';
import { meta, type Meta } from '../session/info/state.ts';
import { isUnused } from '../session/selectors.ts';
import { oneLine } from '../text/oneLine.ts';

/**
 * The length of a session's metadata in the list, as JSON, in UTF-16 code units: all lists are read when a window
 * opens.
 */
const MAX_META_LENGTH = 2_000;

export const sessionSummary = z.object({
  key: z.string(),
  /** The agent's key in the settings. */
  agent: z.string(),
  /** Absolute. */
  cwd: z.string(),
  sessionId: z.exactOptional(z.string()),
  /** The agent's title, else the first words of the first prompt. */
  title: z.exactOptional(z.string()),
  /** The name the user gave the session. */
  alias: z.exactOptional(z.string()),
  /** Where it branches off other sessions. */
  branch: z.exactOptional(branchLinks),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /** When something was last said or done in it, in epoch milliseconds. */
  updatedAt: z.number(),
  /** The number of entries of its transcript. */
  entries: z.number(),
  /** What its agent said about it besides, where that is short. */
  meta: z.exactOptional(meta),
});
export type SessionSummary = Immutable<z.infer<typeof sessionSummary>>;

/** The times of a session that its state does not have, in epoch milliseconds. */
export interface SessionTimes {
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The summary of a session as it stands. */
export function summarize(state: SessionState, { createdAt, updatedAt }: SessionTimes): SessionSummary {
  const { key, agent, cwd, sessionId, alias, branch } = state;
  const title = oneLine(state.info.title ?? '') || state.provisionalTitle;
  return {
    key,
    agent,
    cwd,
    ...withoutUndefined({ sessionId, title, alias, branch }),
    createdAt,
    updatedAt,
    entries: entryCount(state.entries),
    ...shortMeta(state.info.meta),
  };
}

function shortMeta(of: Meta): { readonly meta?: Meta } {
  const { length } = JSON.stringify(of);
  return Object.keys(of).length === 0 || length > MAX_META_LENGTH ? {} : { meta: of };
}

/** The name to show: the user's own for it, else the agent's, else the first words; undefined before any. */
export function summaryTitle({ alias, title }: SessionSummary): string | undefined {
  return alias ?? title;
}

/** Whether an event makes a session newer: what is said and done in a turn does, what opening it brings does not. */
export function isActivity(before: SessionState, event: SessionEvent): boolean {
  return event.type === 'prompt_started' || before.turn !== undefined;
}

/**
 * Whether there is anything of the user in it, or of the agent in a session that has a name: only then it is worth
 * storing. What an agent says in a new session, such as its version, it says again.
 */
export function isWorthStoring(state: SessionState): boolean {
  if (state.alias === undefined && isUnused(state)) return false;
  return (
    state.queue.length > 0 || state.alias !== undefined || state.entries.some((page) => page.some(isSaid))
  );
}

function isSaid({ kind }: Entry): boolean {
  return kind !== 'notice';
}
