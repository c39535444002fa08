// What agents report of their sub-agents, read from both spellings: that of ACP's draft, and the older one of single agents.
import * as z from 'zod/mini';
import type { ContentBlock } from '../../core/session/content.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { contentBlock } from '../schema/contentSchema.ts';
import { lenient, lenientArray } from '../schema/lenient.ts';
import { idText } from '../schema/sentText.ts';
import { reportedTokens } from '../schema/tokensSchema.ts';

/** How a sub-agent is, as the status of the call that stands for it. */
interface SubagentState {
  /** `unfinished`: the agent no longer knows. */
  readonly status: 'in_progress' | 'completed' | 'cancelled' | 'failed' | 'unfinished';
  /** The tokens of the work that has ended. */
  readonly tokens?: number;
}

/** That there is a sub-agent, or what of it changed: what is absent stays. Null takes away what was reported. */
export interface SubagentPatch {
  readonly subagentId: string;
  readonly title?: string | null;
  readonly description?: string | null;
  /** What it was asked to do, where that comes with the report of it. */
  readonly prompt?: string;
  readonly canStop?: boolean;
  readonly state?: SubagentState | null;
  /** Absolute. */
  readonly cwd?: string | null;
}

export type SubagentReport =
  | { readonly kind: 'subagent'; readonly subagent: SubagentPatch }
  /** A message of one session to another; what is absent stays. */
  | {
      readonly kind: 'message';
      readonly messageId: string;
      readonly sender?: string;
      readonly recipient?: string;
      readonly content?: readonly ContentBlock[];
    }
  | { readonly kind: 'message_chunk'; readonly messageId: string; readonly content: ContentBlock };

const clearable = lenient(z.nullable(z.string()));

const capabilities = z.pipe(
  lenient(z.nullable(z.object({ cancel: lenient(z.nullable(z.looseObject({}))) }))),
  z.transform((sent) =>
    sent === undefined ? undefined : sent?.cancel !== undefined && sent.cancel !== null,
  ),
);

const STATES: ReadonlyMap<string, SubagentState['status']> = new Map([
  ['running', 'in_progress'],
  ['requires_action', 'in_progress'],
  ['completed', 'completed'],
  ['cancelled', 'cancelled'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['disconnected', 'unfinished'],
  ['unknown', 'unfinished'],
]);

/** The reasons to stop after which the work is not done. */
const STOPS: ReadonlyMap<string, SubagentState['status']> = new Map([
  ['cancelled', 'cancelled'],
  ['error', 'failed'],
  ['refusal', 'failed'],
  ['max_tokens', 'failed'],
  ['max_turn_requests', 'failed'],
]);

/** A word alone, as in the older spelling, or with what is known of the end. A word of a later draft says nothing. */
const state = lenient(
  z.nullable(
    z.pipe(
      z.union([
        z.pipe(
          z.string(),
          z.transform((word) => ({ state: word, stopReason: undefined, usage: undefined })),
        ),
        z.object({ state: z.string(), stopReason: lenient(z.string()), usage: reportedTokens }),
      ]),
      z.transform(({ state: word, stopReason = '', usage }): SubagentState | null => {
        const status = word === 'idle' ? (STOPS.get(stopReason) ?? 'completed') : STATES.get(word);
        if (status === undefined) return null;
        const { total, input = 0, output = 0 } = usage ?? {};
        const tokens = total ?? input + output;
        return tokens === 0 ? { status } : { status, tokens };
      }),
    ),
  ),
);

function reportOf(subagent: SubagentPatch): SubagentReport {
  return { kind: 'subagent', subagent };
}

/** `subagent_update` of ACP's draft. */
const update = z.pipe(
  z.object({
    sessionId: idText,
    title: clearable,
    description: clearable,
    capabilities,
    state,
    cwd: clearable,
  }),
  z.transform(({ sessionId, capabilities: canStop, ...read }) =>
    reportOf({ subagentId: sessionId, ...withoutUndefined({ canStop, ...read }) }),
  ),
);

/** `subagent_spawned`: it works from then on. */
const spawned = z.pipe(
  z.object({
    subagentSessionId: idText,
    name: lenient(z.string()),
    task: lenient(z.string()),
    prompt: lenient(z.string()),
    capabilities,
  }),
  z.transform(({ subagentSessionId, name, task, prompt, capabilities: canStop }) =>
    reportOf({
      subagentId: subagentSessionId,
      state: { status: 'in_progress' },
      ...withoutUndefined({ title: name ?? task, prompt: prompt ?? task, canStop }),
    }),
  ),
);

const ended = z.pipe(
  z.object({ subagentSessionId: idText, state }),
  z.transform(({ subagentSessionId, state: reported }) =>
    reportOf({ subagentId: subagentSessionId, ...withoutUndefined({ state: reported }) }),
  ),
);

const sessionId = lenient(idText);

const message = z.pipe(
  z.object({
    messageId: idText,
    senderSessionId: sessionId,
    recipientSessionId: sessionId,
    content: lenient(lenientArray(contentBlock)),
  }),
  z.transform(
    ({ messageId, senderSessionId: sender, recipientSessionId: recipient, content }): SubagentReport => ({
      kind: 'message',
      messageId,
      ...withoutUndefined({ sender, recipient, content }),
    }),
  ),
);

const chunk = z.pipe(
  z.object({ messageId: idText, content: contentBlock }),
  z.transform(({ messageId, content }): SubagentReport => ({ kind: 'message_chunk', messageId, content })),
);

/** How each kind of report is read, by its discriminator. */
export const subagentReports: ReadonlyMap<string, z.ZodMiniType<SubagentReport>> = new Map<
  string,
  z.ZodMiniType<SubagentReport>
>([
  ['subagent_update', update],
  ['subagent_spawned', spawned],
  ['subagent_state_update', ended],
  ['session_message', message],
  ['session_message_chunk', chunk],
]);
