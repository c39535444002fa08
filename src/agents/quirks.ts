// What single agents need that others must not get, by the name they give in `agentInfo.name`.
import type { PromptResult } from '../core/ports/agent.ts';
import type { Update } from './schema/updateSchema.ts';

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
}

const NONE: Quirks = {
  missingFileIsEmpty: false,
  writesThroughClient: false,
  replaysInnerContext: false,
  addsUpTokens: false,
  replaysAfterAnswer: false,
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
    },
  ],
  ['qwen-code', { ...NONE, writesThroughClient: true }],
  ['oh-my-pi', { ...NONE, writesThroughClient: true }],
  ['Copilot', { ...NONE, addsUpTokens: true }],
  ['parley-demo', { ...NONE, writesThroughClient: true }],
]);

/** The quirks of an agent; `name` is its `agentInfo.name`. */
export function quirksOf(name: string | undefined): Quirks {
  return QUIRKS.get(name ?? '') ?? NONE;
}

/** The part before the user's own text in the first message of a session. */
const SESSION_CONTEXT = /^\s*<session_context>[^]*?(<\/session_context>\s*|$)/;

/** The result of a tool, replayed as a message. */
const FUNCTION_RESPONSE = /^\s*\[Function Response:/;

/** A call of a tool, replayed as a message beside the call itself. */
const FUNCTION_CALL = /^\s*\[Function Call:[^\]\n]*\]\s*$/;

/** An update of a replay without inner context; undefined when it is nothing else. */
export function withoutInnerContext(update: Update): Update | undefined {
  if (update.type !== 'message_chunk' || update.content.type !== 'text') return update;
  const { text } = update.content;
  if (update.role === 'agent' && FUNCTION_CALL.test(text)) return undefined;
  if (update.role !== 'user') return update;
  if (FUNCTION_RESPONSE.test(text)) return undefined;
  const own = text.replace(SESSION_CONTEXT, '');
  if (own === text) return update;
  return own === '' ? undefined : { ...update, content: { ...update.content, text: own } };
}

/** An agent's answer to a prompt, with its tokens as what they are: those of the turn, or of the whole session. */
export function promptResult({ tokens, ...result }: PromptResult, { addsUpTokens }: Quirks): PromptResult {
  if (tokens === undefined) return result;
  return addsUpTokens ? { ...result, sessionTokens: tokens } : { ...result, tokens };
}
