// The state of one session: the host owns it and the webview mirrors it.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { backgroundTasksState } from './backgroundTask/state.ts';
import { branchLinks } from './branches/branchLink.ts';
import { changesState } from './changes/state.ts';
import { configOptionsState } from './configOptions/state.ts';
import { elicitationState } from './elicitation/state.ts';
import { transcriptState } from './entries.ts';
import { infoState } from './info/state.ts';
import { limitState } from './limit/state.ts';
import { messageState } from './message/state.ts';
import { openingState } from './opening/state.ts';
import { permissionState } from './permission/state.ts';
import { planState } from './plan/state.ts';
import { subagentState } from './subagent/state.ts';
import { terminalsState } from './terminal/state.ts';
import { toolCallsState } from './toolCall/state.ts';
import { turnState } from './turn/state.ts';
import { usageState } from './usage/state.ts';

export const sessionState = z.object({
  /** Parley's own key: unique in the window, there before the agent has answered `session/new`. */
  key: z.string(),
  /** The agent's key in the settings. */
  agent: z.string(),
  /** Absolute. */
  cwd: z.string(),
  /** Where it branches off other sessions; absent for one that does not. */
  branch: z.exactOptional(branchLinks),
  ...openingState,
  ...transcriptState,
  ...turnState,
  ...messageState,
  ...toolCallsState,
  ...terminalsState,
  ...subagentState,
  ...backgroundTasksState,
  ...permissionState,
  ...elicitationState,
  ...configOptionsState,
  ...planState,
  ...infoState,
  ...usageState,
  ...limitState,
  ...changesState,
});
export type SessionState = Immutable<z.infer<typeof sessionState>>;

/** A session of which only the agent and the folder are known yet. */
export function emptySession(key: string, agent: string, cwd: string): SessionState {
  return {
    key,
    agent,
    cwd,
    opening: false,
    entries: [],
    entriesMade: 0,
    queue: [],
    queueHeld: false,
    permissions: [],
    elicitations: [],
    configOptions: [],
    pendingConfigChanges: [],
    plan: [],
    commands: [],
    terminals: [],
    info: { meta: {} },
    contextWarning: { shown: [] },
  };
}
