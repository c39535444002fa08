// What the warning about the context says, for the banner and for screen readers.
import type { UsageLevel } from '../../../src/core/session/usage/state.ts';
import { transcriptStrings } from './transcriptStrings.ts';

/** A level that is warned about. */
export type WarningLevel = Exclude<UsageLevel, 'normal'>;

const HINTS: Readonly<Record<WarningLevel, (() => string) | undefined>> = {
  yellow: undefined,
  orange: transcriptStrings.startNewSession,
  red: transcriptStrings.mayFail,
};

/** What to do about it; undefined where nothing is needed yet. */
export function contextHint(level: WarningLevel): string | undefined {
  return HINTS[level]?.();
}

/** How full the context is, and what to do about it, in whole sentences. */
export function contextWarningText(level: WarningLevel, percent: number): string {
  const hint = contextHint(level);
  const full = transcriptStrings.contextIsFull(percent);
  return hint === undefined ? full : `${full} ${hint}`;
}
