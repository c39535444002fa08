// The events of how a session is attached to its agent.
import * as z from 'zod/mini';
import { userError } from '../../errors.ts';
import { at } from '../eventShape.ts';

export const openingEvents = [
  /** The agent is being started, or asked for a session. */
  z.object({ type: z.literal('opening'), at }),
  /** The agent answered `session/new`, `session/load`, `session/resume` or `session/fork`. */
  z.object({ type: z.literal('opened'), at, sessionId: z.string() }),
  /** No session could be opened; the reason is an error entry. */
  z.object({ type: z.literal('open_failed'), at, error: userError }),
  /** The agent's process is gone, and its session with it. */
  z.object({ type: z.literal('detached'), at, error: z.exactOptional(userError) }),
  /** The session came back from the history: nothing of it runs or waits any more. */
  z.object({ type: z.literal('restored'), at }),
  /** The history that the agent replays replaces the transcript (R34). */
  z.object({ type: z.literal('transcript_cleared'), at }),
  /** The session can be read but not continued. */
  z.object({ type: z.literal('read_only'), at, reason: z.string() }),
] as const;
