// What single agents need that others must not get, by the name they give in `agentInfo.name`.
import type { PromptResult } from '../core/ports/agent.ts';
import type { ToolCallPatch } from '../core/session/toolCall/state.ts';
import { readClineCall } from './quirks/clineCalls.ts';

/** A tool call with what only the agent's own spelling says. `cwd`: absolute, the folder of its session. */
type ReadCall = (call: ToolCallPatch, cwd: string | undefined) => ToolCallPatch;

export interface Quirks {
  /**
   * Reading a missing file answers an empty text instead of -32002 (R76): before it makes a file it reads it, and any
   * error at all, the standard one too, makes its tool fail.
   */
  readonly missingFileIsEmpty: boolean;
  /**
   * What it proposes in a permission request it writes by `fs/write_text_file` and in no other way, so that the user
   * may edit it before.
   */
  readonly writesThroughClient: boolean;
  /** When it loads a session it replays as the user's messages what it had itself added for the model. */
  readonly replaysInnerContext: boolean;
  /** The tokens in its answer to a prompt are those of the whole session, see docs/decisions/021-usage-as-agents-report-it.md. */
  readonly addsUpTokens: boolean;
  /** It answers `session/load` before it has replayed the session; what comes until the next prompt is history. */
  readonly replaysAfterAnswer: boolean;
  /** It confirms a change of its mode by a message in the transcript, `[MODE_UPDATE] autoEdit`. */
  readonly confirmsModesInText: boolean;
  /** It asks its questions by permission requests, with the questions in their `_meta`. */
  readonly asksByPermission: boolean;
  /** It reads in `session/fork` after which answer the copy ends (`_meta.jetbrains.air.fork`). */
  readonly forksAfterAnswers: boolean;
  /** Its commands go on after `session/cancel`, until their session is closed; it reports the end of each. */
  readonly commandsOutliveCancel: boolean;
  /** What its tool calls say where only it says so; undefined where they say it as ACP has it. */
  readonly readCall: ReadCall | undefined;
}

const NONE: Quirks = {
  missingFileIsEmpty: false,
  writesThroughClient: false,
  replaysInnerContext: false,
  addsUpTokens: false,
  replaysAfterAnswer: false,
  confirmsModesInText: false,
  asksByPermission: false,
  forksAfterAnswers: false,
  commandsOutliveCancel: false,
  readCall: undefined,
};

const QUIRKS: ReadonlyMap<string, Quirks> = new Map([
  // Seen in Gemini CLI; Qwen Code, which descends from it, needs -32002.
  [
    'gemini-cli',
    {
      ...NONE,
      missingFileIsEmpty: true,
      writesThroughClient: true,
      replaysInnerContext: true,
      replaysAfterAnswer: true,
      confirmsModesInText: true,
    },
  ],
  ['qwen-code', { ...NONE, writesThroughClient: true, asksByPermission: true }],
  // Titles are cut JSON, files and patches are in the input alone, and kinds do not say what is done.
  ['cline', { ...NONE, readCall: readClineCall }],
  ['oh-my-pi', { ...NONE, writesThroughClient: true }],
  ['Copilot', { ...NONE, addsUpTokens: true }],
  ['parley-demo', { ...NONE, writesThroughClient: true, forksAfterAnswers: true }],
  // Claude's background commands outlive a cancel, and so do all commands of Codex.
  [
    '@agentclientprotocol/claude-agent-acp',
    { ...NONE, forksAfterAnswers: true, commandsOutliveCancel: true },
  ],
  [
    '@agentclientprotocol/codex-acp',
    { ...NONE, forksAfterAnswers: true, commandsOutliveCancel: true, readCall: readCodexCall },
  ],
]);

/** The quirks of an agent; `name` is its `agentInfo.name`. */
export function quirksOf(name: string | undefined): Quirks {
  return QUIRKS.get(name ?? '') ?? NONE;
}

/** Codex ends its turn while a command runs that it no longer waits for, and reports the end of the command later. */
function readCodexCall(call: ToolCallPatch): ToolCallPatch {
  const isCommand = call.content?.some(({ type }) => type === 'terminal') === true;
  return isCommand ? { ...call, endIsReported: true } : call;
}

/** An agent's answer to a prompt, with its tokens as what they are: those of the turn, or of the whole session. */
export function promptResult({ tokens, ...result }: PromptResult, { addsUpTokens }: Quirks): PromptResult {
  if (tokens === undefined) return result;
  return addsUpTokens ? { ...result, sessionTokens: tokens } : { ...result, tokens };
}
