// The options of the history, and the errors that it reports.
import type { Clock, Log } from '../core/ports/hostPorts.ts';

export interface HistorySettings {
  /** Whether sessions are stored; those that were stay readable. */
  readonly isEnabled: boolean;
  /** 0: without a limit. */
  readonly maxAgeDays: number;
  /** The size of all sessions together; 0: without a limit. */
  readonly maxSizeMB: number;
}

export interface HistoryOptions {
  /** Absolute; made when there is something to store. Several windows may use it. */
  readonly folder: string;
  /** A folder that VS Code gives to one window at a time; absent where it gives none. */
  readonly place?: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => HistorySettings;
  /** Hides secrets in what is stored; without it nothing is hidden. */
  readonly secrets?: HistorySecrets;
}

/** Hides the secrets of agents. */
export interface HistorySecrets {
  /** In JSON, which stays JSON; without an agent, the secrets of all. */
  readonly inJson: (agent: string | undefined, json: string) => string;
  readonly inText: (agent: string, text: string) => string;
}

export const nothingHidden: HistorySecrets = {
  inJson: (_agent, json) => json,
  inText: (_agent, text) => text,
};

/**
 * What the user should know, reported once each: sessions cannot be stored at present, or some were stored by a newer
 * version of Parley.
 */
export type HistoryError =
  | { readonly kind: 'unwritable'; readonly reason: string }
  | { readonly kind: 'newer-version'; readonly sessions: number };

/** What is in the place of a session's log: a link, a pipe or the like, or far too long a file. */
export type UnreadableReason = 'not-a-file' | 'too-large';
