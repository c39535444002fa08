// An agent as the rest of Parley sees it: a connection that can be made, asked, and lost.
import * as z from 'zod/mini';
import type { ClientRequest, Permit } from './clientRequests.ts';
import { userError, type UserError } from '../errors.ts';
import type { AbortSignalLike } from '../base/abort.ts';
import type { Immutable } from '../base/immutable.ts';
import type { Disposable, Event } from '../base/lifecycle.ts';
import type { ContentBlock } from '../session/content.ts';
import type { UpdateEvent } from '../session/events.ts';
import type { ConfigOption } from '../session/configOptions/state.ts';
import type { ElicitationQuestion, ElicitationValues } from '../session/elicitation/state.ts';
import type { PermissionOption } from '../session/permission/state.ts';
import type { AuthMethod } from '../signIn/authMethod.ts';
import type { Meta } from '../session/info/state.ts';
import type { ToolCallPatch } from '../session/toolCall/state.ts';
import type { TurnTokens } from '../session/usage/state.ts';

/** The state of a connection: `stopped` until it is used, then `starting`, then one of the other three. */
export const agentStatus = z.object({
  state: z.enum(['stopped', 'starting', 'ready', 'needs-sign-in', 'failed']),
  /** While it is starting: whether a package manager downloads it first. */
  isDownloading: z.exactOptional(z.boolean()),
  /** Why it failed, or needs the user to sign in. */
  error: z.exactOptional(userError),
});
export type AgentStatus = Immutable<z.infer<typeof agentStatus>>;

/** What an agent can do with its sessions besides making them; what it does not advertise it is never asked (R32). */
export interface SessionAbilities {
  readonly load: boolean;
  readonly resume: boolean;
  readonly fork: boolean;
  /** Whether a copy may end before a prompt that the agent has named (`parley.dev/forkAtEntry`). */
  readonly forkAtPrompt: boolean;
  /** Whether the agent is known to end a copy after one of its answers (`_meta.jetbrains.air.fork`). */
  readonly forkAfterAnswer: boolean;
  /** Whether it forgets what comes after a message of a session (`session/rewind`). */
  readonly rewind: boolean;
  readonly list: boolean;
  readonly close: boolean;
  readonly delete: boolean;
  /** Whether it takes roots besides the working directory (R38). */
  readonly additionalDirectories: boolean;
}

/** Where a copy of a session ends. */
export type ForkPoint =
  /** Before the prompt that the agent calls so. */
  | { readonly kind: 'before-prompt'; readonly entryId: string }
  /** After an answer: the agent's id of it, its whole text, and which one of that text it is, counted from 1. */
  | {
      readonly kind: 'after-answer';
      readonly messageId: string;
      readonly text: string;
      readonly occurrence: number;
    };

/** A session as the agent lists it (R40). */
export interface AgentListedSession {
  readonly sessionId: string;
  /** Absolute; undefined where the agent names none, though it has to. */
  readonly cwd?: string;
  readonly title?: string;
  /** Epoch milliseconds. */
  readonly updatedAt?: number;
  /** Whatever else the agent says about it (`_meta`). */
  readonly meta?: Meta;
}

/** The same with the folder in which it is opened. */
export interface ListedSession extends AgentListedSession {
  readonly cwd: string;
}

/** Where a session works: absolute paths; the further roots are sent only to agents that take them (R31, R38). */
export interface SessionFolders {
  readonly cwd: string;
  readonly additional: readonly string[];
  /** Whether the session is given no MCP servers: some agents refuse a session because of them. */
  readonly withoutServers?: true;
}

/**
 * What happens to a message during a turn: it goes into the turn, is answered after it, or takes the place of what the
 * agent does.
 */
export const steeringBehavior = z.enum(['steer', 'followUp', 'now']);
export type SteeringBehavior = z.infer<typeof steeringBehavior>;

/** What the agent says of itself in the handshake (R21: an omitted capability is an unsupported one). */
export interface AgentDescription {
  /** `agentInfo.title`, else its name, else the key in the settings (R23). */
  readonly title: string;
  readonly version: string | undefined;
  readonly promptCapabilities: {
    readonly image: boolean;
    readonly audio: boolean;
    readonly embeddedContext: boolean;
  };
  readonly sessions: SessionAbilities;
  /** What it does with messages during a turn (`_session/steering`); empty where it does not accept any. */
  readonly steering: readonly SteeringBehavior[];
  /** Whether a new session may name the one that it continues (`parley.dev/parentSession`). */
  readonly linksSessions: boolean;
  /** The ways to sign in that it offers, whether the user is signed in or not (R24). */
  readonly authMethods: readonly AuthMethod[];
  /** Whether the user can sign out (R26). */
  readonly signsOut: boolean;
  /** Whether its commands go on after `session/cancel`, until their session is closed. */
  readonly commandsOutliveCancel?: true;
}

export interface PromptResult {
  readonly stopReason: string;
  /** The tokens of the turn, if the agent reports them. */
  readonly tokens?: TurnTokens;
  /** In place of `tokens`: those of all turns of the session so far. */
  readonly sessionTokens?: TurnTokens;
  /** What went wrong, though the agent answered without an error. */
  readonly error?: UserError;
  /** Whether the turn failed because of that: it brought nothing. */
  readonly hasFailed?: true;
  /** What the agent calls the prompt, where a copy of the session may end before it. */
  readonly forkPoint?: string;
}

/** The answer to a permission request: an offered option, or `cancelled` (R71). */
export type PermissionOutcome =
  { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' };

/** The answer to an elicitation; content comes only with `accept` (R113). */
export type ElicitationOutcome =
  | { readonly action: 'accept'; readonly content?: ElicitationValues }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** What an agent asks to be allowed; `call` is merged into the call on display (R66). */
export interface PermissionQuestion {
  readonly call: ToolCallPatch;
  readonly options: readonly PermissionOption[];
  /** Whether the agent is known to write files through Parley, and so what the user makes of a proposed text. */
  readonly writesThroughClient?: boolean;
}

/** Handles what an agent sends on its own. Called synchronously, in wire order (R10). */
export interface AgentClient {
  sessionUpdate(agent: Agent, sessionId: string, event: UpdateEvent): void;
  /** The agent reads or writes a file by Parley, or starts a command, whether it may or not. */
  requestReceived(agent: Agent, sessionId: string): void;
  /** `signal` aborts when the agent withdraws the request or its process is gone (R14, R16). */
  requestPermission(
    agent: Agent,
    sessionId: string,
    question: PermissionQuestion,
    signal: AbortSignalLike,
  ): Promise<PermissionOutcome>;
  /**
   * Whether the agent may do what it asks Parley for without having asked the user; calls `onAsking` when that is up
   * to the user. Rejects with a FileAccessError `outside`, `refused` or `cancelled`.
   */
  requestAccess(
    agent: Agent,
    sessionId: string,
    access: ClientRequest,
    asked: { readonly signal: AbortSignalLike; readonly onAsking: () => void },
  ): Promise<Permit>;
  /** `sessionId` is undefined for a question that belongs to a request and no session (R115). */
  requestElicitation(
    agent: Agent,
    sessionId: string | undefined,
    question: ElicitationQuestion,
    signal: AbortSignalLike,
  ): Promise<ElicitationOutcome>;
  /** A page that was opened for an elicitation is done (R114). */
  elicitationCompleted(agent: Agent, elicitationId: string): void;
}

/** What Parley's own tools do in an agent's sessions: the ids of their tool calls are ones that no agent can report. */
export type OwnClient = Pick<AgentClient, 'requestAccess' | 'requestPermission' | 'sessionUpdate'>;

/** The sessions of an agent. Every promise rejects with a ParleyError. */
export interface AgentSessions {
  /**
   * Asks for a session (R31), which continues the session `parent` where the agent can link sessions. Resolves to its
   * id. The config options in the answer have been delivered as an update before.
   */
  create(folders: SessionFolders, parent?: string): Promise<string>;
  /**
   * Opens a session of an earlier process; its history has been delivered as updates before it resolves (R33). Rejects
   * with `session-gone` when the agent does not know it, and when `session/load` is not advertised. However long the
   * agent takes, it may answer until `signal` aborts: then the request is cancelled, and it rejects at once.
   */
  load(sessionId: string, folders: SessionFolders, signal?: AbortSignalLike): Promise<void>;
  /** Resumes a session of an earlier process without its history (R35). Otherwise like {@link load}. */
  resume(sessionId: string, folders: SessionFolders, signal?: AbortSignalLike): Promise<void>;
  /**
   * Copies a session, up to `forkPoint` if given; resolves to the id of the copy, whose history may be delivered as
   * updates before.
   */
  fork(sessionId: string, folders: SessionFolders, forkPoint?: ForkPoint): Promise<string>;
  /**
   * All the agent's sessions, of one folder when `cwd` is given: every page (R39). Ends with the pages so far when
   * the pages repeat themselves, never end, or a later one does not come; rejects without the first.
   */
  list(cwd?: string): Promise<readonly AgentListedSession[]>;
  /**
   * Nothing is served to the session any more, and the agent may free what it holds for it, where it supports
   * closing (R32); one that is gone already counts as closed (R41).
   */
  close(sessionId: string): Promise<void>;
  /** Deletes the session for good; one that is gone already counts as deleted (R41). */
  delete(sessionId: string): Promise<void>;
}

/** What can be asked in an open session besides prompts. Every promise rejects with a ParleyError. */
export interface SessionControls {
  /**
   * Changes a config option by the method it names (R91, R98). Resolves to the complete new state, or to undefined when
   * the method does not report it.
   */
  setConfigOption(
    sessionId: string,
    option: ConfigOption,
    value: string | boolean,
  ): Promise<readonly ConfigOption[] | undefined>;
  /** Renames the session where the agent can (`session/set_title`); resolves to false where it cannot. */
  setTitle(sessionId: string, title: string): Promise<boolean>;
  /** Sends it a message while it works on a prompt; rejects when it does not accept it. */
  steer(sessionId: string, content: readonly ContentBlock[], behavior: SteeringBehavior): Promise<void>;
  /** Stops a task that it runs beside its turns; rejects when it does not. */
  stopTask(sessionId: string, taskId: string): Promise<void>;
}

/**
 * One agent of the window: at most one process at a time, many sessions in it.
 * Every promise rejects with a ParleyError; when the process is gone all of them do (R16).
 */
export interface Agent extends Disposable {
  /** Its key in the settings. */
  readonly name: string;
  /** What the user calls it: its key in the settings, or the demo agent's name. */
  readonly label: string;
  readonly status: AgentStatus;
  readonly onStatusChange: Event<AgentStatus>;
  /** From the last handshake; undefined before the first. */
  readonly description: AgentDescription | undefined;
  /**
   * Whether it is being started, waits for an answer of Parley, or runs a command in a terminal here: then it must not
   * be stopped for being idle. What it is asked does not count.
   */
  readonly isBusy: boolean;
  /** Starts the process and shakes hands if that has not happened yet. */
  connect(): Promise<void>;
  /**
   * Has the agent sign the user in by one of its methods of the kind `agent` (R24, R25), or with a key by one that passes
   * such. It may take as long as the user takes; when `signal` aborts, the request is cancelled and it rejects at once.
   */
  authenticate(methodId: string, signal?: AbortSignalLike, apiKey?: string): Promise<void>;
  /**
   * The user has signed in outside of the process, by a program in a terminal: the agent does not need a sign-in any more
   * until it says so again.
   */
  signedIn(): void;
  /** Signs the user out (R26); from then on the agent needs a sign-in (R30). */
  signOut(): Promise<void>;
  /** Its sessions. Throws a ParleyError where no process runs. */
  readonly sessions: AgentSessions;
  /** What can be asked in an open session besides prompts. Throws a ParleyError where no process runs. */
  readonly controls: SessionControls;
  /** Sends a prompt; resolves with the answer that ends the turn. Every update read before it has been delivered (R10). */
  prompt(sessionId: string, content: readonly ContentBlock[]): Promise<PromptResult>;
  /** Asks the agent to stop the session's turn (R54). */
  cancel(sessionId: string): void;
  /** Asks the agent to stop a sub-agent of the session, named by the call that stands for it, and nothing else. */
  cancelSubagent(sessionId: string, toolCallId: string): void;
  /** Ends the command of a terminal that runs here, as the user wants; the agent learns of it when it asks (R85). */
  killTerminal(sessionId: string, terminalId: string): void;
  /** The session is not shown any more: ends what runs in its terminals (R87). Resolves when it is gone. */
  endTerminals(sessionId: string): Promise<void>;
  /** Ends the process: stdin, a grace period, the whole tree. Resolves when it is gone. */
  stop(): Promise<void>;
}
