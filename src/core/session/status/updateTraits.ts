// What each kind of update means in a replay, and whether it shows that the agent works, in one table: a new kind that
// lacks an answer does not compile.
import type { UpdateEvent } from '../events.ts';

interface UpdateTraits {
  /**
   * `entry`: separates the prompts and answers before it from those after it. `part`: belongs to the turn in which it
   * comes. `fact`: says how the session is, and nothing of what happened in it. `live-only`: is never history (R107).
   */
  readonly inReplay: 'entry' | 'part' | 'fact' | 'live-only';
  /** Whether the agent works on the prompt when it sends one. */
  readonly isSignOfLife: boolean;
}

const updateTraits: Readonly<Record<UpdateEvent['type'], UpdateTraits>> = {
  message_chunk: { inReplay: 'entry', isSignOfLife: true },
  tool_call: { inReplay: 'entry', isSignOfLife: true },
  compaction: { inReplay: 'entry', isSignOfLife: true },
  plan: { inReplay: 'part', isSignOfLife: true },
  request_tokens: { inReplay: 'part', isSignOfLife: true },
  terminal_started: { inReplay: 'part', isSignOfLife: true },
  terminal_output: { inReplay: 'part', isSignOfLife: true },
  terminal_exited: { inReplay: 'part', isSignOfLife: true },
  config_options: { inReplay: 'fact', isSignOfLife: false },
  current_mode: { inReplay: 'fact', isSignOfLife: false },
  commands: { inReplay: 'fact', isSignOfLife: false },
  session_info: { inReplay: 'fact', isSignOfLife: false },
  usage: { inReplay: 'fact', isSignOfLife: true },
  notice: { inReplay: 'live-only', isSignOfLife: false },
};

export function isFact({ type }: UpdateEvent): boolean {
  return updateTraits[type].inReplay === 'fact';
}

/** Whether an update says what happened in the session, as a replay repeats it. */
export function isHistory({ type }: UpdateEvent): boolean {
  return updateTraits[type].inReplay === 'entry' || updateTraits[type].inReplay === 'part';
}

export function makesEntry({ type }: UpdateEvent): boolean {
  return updateTraits[type].inReplay === 'entry';
}

/** The kinds of updates that show that the agent works on the prompt. */
export const workUpdates: readonly string[] = Object.entries(updateTraits)
  .filter(([, { isSignOfLife }]) => isSignOfLife)
  .map(([type]) => type);
