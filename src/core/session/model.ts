// The state of one session: the host owns it and the webview mirrors it.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { branchLinks } from './branches/branchLink.ts';
import { sessionChanges } from './changes/state.ts';
import { configOption, pendingConfigChange } from './configOptions/state.ts';
import { contentBlock } from './content.ts';
import { elicitationRequest } from './elicitation/state.ts';
import { entryPages } from './entries.ts';
import { protectedFile } from './permission/protectedFile.ts';
import { sessionInfo } from './info/state.ts';
import { availableCommand, planEntry } from './plan/state.ts';
import { terminal } from './terminal/state.ts';
import { toolCall } from './toolCall/state.ts';
import { contextWarning, cost, turnTokens, usage } from './usage/state.ts';

const permissionOption = z.object({
  optionId: z.string(),
  name: z.string(),
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`, or any other word, never read as allow (R72). */
  kind: z.string(),
});
export type PermissionOption = Immutable<z.infer<typeof permissionOption>>;

/** What is asked about a tool call. `requestId` is Parley's own, unique in the window; a changed request has another. */
export const askedPermission = z.object({
  requestId: z.string(),
  toolCallId: z.string(),
  options: z.array(permissionOption),
  at: z.number(),
  /** The label of the rule because of which the user is asked. */
  rule: z.exactOptional(z.string()),
  /** Whether the proposed texts may be edited before they are allowed. */
  canEdit: z.exactOptional(z.boolean()),
  /** The files because of which the user is asked, whatever rules allow: they run on their own. */
  protectedFiles: z.exactOptional(z.array(protectedFile)),
  /** The commands, with all their words, that a rule may name so that the user is not asked again. */
  wordsToAllow: z.exactOptional(z.array(z.string())),
  /** Whether the agent changed the call after it had asked. */
  isChanged: z.exactOptional(z.literal(true)),
});
export type AskedPermission = Immutable<z.infer<typeof askedPermission>>;

/** A permission request that waits for the user: the one value that they see, and that rules, log and grants use. */
const permissionRequest = z.extend(askedPermission, {
  /** The call as it was when the user was asked. What the agent reports of it later changes nothing here. */
  call: toolCall,
  /** The entry of the transcript that shows the request and its answer. */
  entryId: z.string(),
});
export type PermissionRequest = Immutable<z.infer<typeof permissionRequest>>;

export const queuedPrompt = z.object({ id: z.string(), content: z.array(contentBlock) });
export type QueuedPrompt = Immutable<z.infer<typeof queuedPrompt>>;

const runningTurn = z.object({
  startedAt: z.number(),
  cancelRequested: z.boolean(),
  /** The part of the prompt's text the agent has not echoed yet; absent when nothing more can be an echo (R52). */
  echo: z.exactOptional(z.string()),
  /** What was sent to the agent within the turn and not echoed by it: it may not have read it yet. */
  steered: z.exactOptional(z.array(queuedPrompt)),
  /** The session's cost when the turn began. */
  costBefore: z.exactOptional(cost),
  /** What its requests to the model have used so far, where the agent reports each of them. */
  tokens: z.exactOptional(turnTokens),
  /** Whether the agent reported another plan in this turn than there was. */
  planChanged: z.boolean(),
  /** Whether nothing has come from the agent for long, though it neither waits for the user nor runs a command. */
  isSilent: z.exactOptional(z.literal(true)),
});
export type RunningTurn = Immutable<z.infer<typeof runningTurn>>;

export const sessionState = z.object({
  /** Parley's own key: unique in the window, there before the agent has answered `session/new`. */
  key: z.string(),
  /** The agent's key in the settings. */
  agent: z.string(),
  /** Absolute. */
  cwd: z.string(),
  /** ACP's session id, from the moment the agent has answered; it stays when the process is gone. */
  sessionId: z.exactOptional(z.string()),
  /** Whether the agent is being started or asked for the session. */
  opening: z.boolean(),
  /** Whether the last prompt, or the last attempt to open the session, failed. */
  hasFailed: z.exactOptional(z.literal(true)),
  /** Why the session can be read but not continued; absent when it can. */
  readOnly: z.exactOptional(z.string()),
  /** The name the user gave the session here, because the agent cannot rename it. */
  alias: z.exactOptional(z.string()),
  /** Where it branches off other sessions; absent for one that does not. */
  branch: z.exactOptional(branchLinks),
  /** First words of the first prompt. */
  provisionalTitle: z.exactOptional(z.string()),
  entries: entryPages,
  /** How many entries were ever made: the source of entry ids. */
  entriesMade: z.number(),
  /**
   * The number of the entry from which on an id of the agent's means the same: where the last turn began or ended, or the
   * agent replayed a prompt. Absent before the first.
   */
  idScope: z.exactOptional(z.number()),
  turn: z.exactOptional(runningTurn),
  /** How many tool calls run in the background; absent while none does. */
  background: z.exactOptional(z.number()),
  /** What goes with the next prompt besides what the user types; absent when nothing does. */
  context: z.exactOptional(z.array(contentBlock)),
  queue: z.array(queuedPrompt),
  /** Whether the queue waits for the user, after a turn that was cancelled or failed. */
  queueHeld: z.boolean(),
  permissions: z.array(permissionRequest),
  elicitations: z.array(elicitationRequest),
  /** The questions that the user answered last, by {@link elicitationId}; absent before the first. */
  answeredElicitations: z.exactOptional(z.array(z.string())),
  /** In the agent's order (R94). */
  configOptions: z.array(configOption),
  pendingConfigChanges: z.array(pendingConfigChange),
  /** What the user chose in this session and the agent did not change since; absent while there is nothing. */
  chosenOptions: z.exactOptional(z.array(pendingConfigChange)),
  plan: z.array(planEntry),
  commands: z.array(availableCommand),
  /** In the order in which they were reported. */
  terminals: z.array(terminal),
  info: sessionInfo,
  usage: z.exactOptional(usage),
  /** The tokens of all turns so far, where the agent reports sums (Copilot). */
  sessionTokens: z.exactOptional(turnTokens),
  contextWarning,
  /** Absent while nothing is open and there is nothing to say. */
  changes: z.exactOptional(sessionChanges),
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
