// One sub-agent as far as its agent has reported it, and the updates that say so in the session of the user.
import { plainText, type ContentBlock } from '../../core/session/content.ts';
import type { PlanEntry } from '../../core/session/plan/state.ts';
import { isFinished, type ToolCallPatch } from '../../core/session/toolCall/state.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { startOf } from '../../core/text/wholeCharacters.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import type { Update } from '../schema/updateSchema.ts';
import type { SubagentPatch } from './subagentSchema.ts';

type PlanDocument = Extract<Update, { type: 'plan_document' }>;
type MessageChunk = Extract<Update, { type: 'message_chunk' }>;

/** As much of what it was asked as stands for a title, in UTF-16 code units. */
const MAX_TITLE_LENGTH = 80;

/** How the ids of calls begin that stand for sub-agents. */
const PREFIX = 'subagent:';

/** What Claude's program adds to an answer for its own model. */
const TOOLS_NOTE = /^<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*$/;

export interface SubagentOptions {
  readonly id: string;
  readonly root: string;
  /** The sub-agent that started it; undefined where the session did. */
  readonly parent: Subagent | undefined;
  /** The time in milliseconds. */
  readonly now: () => number;
}

export class Subagent {
  readonly id: string;
  /** The session of the user in which it is shown. */
  readonly root: string;
  readonly #parent: Subagent | undefined;
  /** How often it began to work: a call that has ended does not begin again, so that each time has one of its own. */
  #run = 1;
  readonly #now: () => number;
  #startedAt: number;
  #durationMs: number | undefined;
  #status = 'pending';
  #isRunning = false;
  #canStop = false;
  #title: string | null = null;
  #description: string | null = null;
  #tokens: number | undefined;
  /** The first thing that it was asked to do. */
  #task = '';
  #cwd: string | null = null;
  /** The ids of its calls as they are shown, and whether each has ended. */
  readonly #calls = new Map<string, boolean>();
  /** What the message is of which the last piece came; undefined once something else has come. */
  #said: string | undefined;
  #messages = 0;
  /** Its plans that are texts or files, by their ids. */
  readonly #plans = new Map<string, ContentBlock>();

  constructor({ id, root, parent, now }: SubagentOptions) {
    this.id = id;
    this.root = root;
    this.#parent = parent;
    this.#now = now;
    this.#startedAt = now();
  }

  /** The id of the call that stands for it. */
  get toolCallId(): string {
    return `${PREFIX}${this.id}${this.#run === 1 ? '' : `#${this.#run}`}`;
  }

  get hasEnded(): boolean {
    return isFinished(this.#status);
  }

  get isStoppable(): boolean {
    return this.#canStop && !this.hasEnded;
  }

  get cwd(): string | undefined {
    return this.#ancestors().flatMap((each) => each.#cwd ?? [])[0];
  }

  /** Whether a session, or a sub-agent of it, started this one. */
  isWithin(sessionId: string): boolean {
    return this.root === sessionId || this.#ancestors().some((each) => each.#parent?.id === sessionId);
  }

  /** Itself, its parent, and so on; an agent may nest them by the thousand. */
  #ancestors(): readonly Subagent[] {
    const found: Subagent[] = [this];
    for (let next = this.#parent; next !== undefined; next = next.#parent) found.push(next);
    return found;
  }

  announced(patch: Omit<SubagentPatch, 'subagentId'>): readonly Update[] {
    this.#apply(patch);
    const prompt = patch.prompt ?? this.#longTask();
    return [
      this.#report(true),
      ...(prompt === undefined ? [] : this.asked('', [{ type: 'text', text: prompt }])),
    ];
  }

  patched(patch: Omit<SubagentPatch, 'subagentId'>): readonly Update[] {
    const isAgain =
      patch.state?.status === 'in_progress' && isFinished(this.#status) && this.#status !== 'unfinished';
    if (isAgain) {
      this.#run++;
      this.#startedAt = this.#now();
      this.#calls.clear();
      this.#plans.clear();
      this.#said = undefined;
    }
    this.#apply(patch);
    return [...this.#endedCalls(), this.#report(isAgain)];
  }

  /** It works, though its agent has not said so: some say nothing of it. */
  begun(): readonly Update[] {
    if (this.#status !== 'pending') return [];
    this.#status = 'in_progress';
    return [this.#report()];
  }

  used(tokens: number): readonly Update[] {
    this.#tokens = tokens;
    return [this.#report()];
  }

  planned(subagentPlan: readonly PlanEntry[]): readonly Update[] {
    return [...this.begun(), { type: 'tool_call', call: { toolCallId: this.toolCallId, subagentPlan } }];
  }

  /** A plan that is a text, or the file of one: a message, which the next report of it replaces. */
  wrotePlan({ planId, text, file }: Pick<PlanDocument, 'planId' | 'text' | 'file'>): readonly Update[] {
    const isEmpty = text.trim() === '';
    const isKnown = this.#plans.has(planId);
    if (isEmpty && file === undefined && !isKnown) return this.begun();
    if (!isKnown) this.#said = undefined;
    const content: ContentBlock =
      isEmpty && file !== undefined
        ? { type: 'resource_link', uri: file, name: file.replace(/^.*[\\/]/su, '') }
        : { type: 'text', text };
    this.#plans.set(planId, content);
    return [...this.begun(), this.#planMessage(planId, content)];
  }

  withdrewPlan(planId: string): readonly Update[] {
    const content = this.#plans.get(planId);
    return content === undefined
      ? this.planned([])
      : [{ ...this.#planMessage(planId, content), isRemoved: true }];
  }

  #planMessage(planId: string, content: ContentBlock) {
    const { toolCallId } = this;
    const messageId = `plan ${planId}`;
    return { type: 'subagent_message', toolCallId, messageId, role: 'plan', content } as const;
  }

  /** One of its calls was reported, by the id with which it is shown. */
  called(toolCallId: string, hasEnded: boolean): void {
    this.#said = undefined;
    this.#calls.set(toolCallId, hasEnded || this.#calls.get(toolCallId) === true);
  }

  /** A call of it, nested in the one that stands for it, or in the one of its own that it names. */
  callOf(call: ToolCallPatch): ToolCallPatch {
    const parent = call.parentToolCallId === undefined ? undefined : this.#shownId(call.parentToolCallId);
    const isKnown = parent !== undefined && this.#calls.has(parent);
    return {
      ...call,
      toolCallId: this.#shownId(call.toolCallId),
      parentToolCallId: isKnown ? parent : this.toolCallId,
    };
  }

  said({
    role,
    content,
    messageId,
  }: Pick<MessageChunk, 'role' | 'content' | 'messageId'>): readonly Update[] {
    if (content.type === 'text' && content.text === '') return [];
    const said = `${role} ${messageId ?? ''}`;
    if (said !== this.#said) this.#messages++;
    this.#said = said;
    const { toolCallId } = this;
    return [{ type: 'subagent_message', toolCallId, messageId: String(this.#messages), role, content }];
  }

  /** What it is asked to do, by its parent or by another sub-agent. */
  asked(messageId: string, content: readonly ContentBlock[]): readonly Update[] {
    const isFirst = this.#task === '';
    if (isFirst) this.#task = titleOf(plainText(content));
    const isTitle = isFirst && this.#task !== '' && this.#task === this.#shownTitle();
    return [
      ...(isTitle ? [this.#report()] : []),
      ...content.flatMap((block) =>
        this.said({ role: 'user', messageId: `asked ${messageId}`, content: block }),
      ),
    ];
  }

  /** What it answered to the one that asked: the result of the call that stands for it. */
  answered(content: readonly ContentBlock[]): readonly Update[] {
    const isSaid = (block: ContentBlock): boolean => block.type !== 'text' || !TOOLS_NOTE.test(block.text);
    return [this.#report(false, content.filter(isSaid))];
  }

  #shownId(toolCallId: string): string {
    return `${this.toolCallId}/${toolCallId}`;
  }

  #apply({ title, description, canStop, state, cwd }: Omit<SubagentPatch, 'subagentId'>): void {
    if (title !== undefined) this.#title = title;
    if (description !== undefined) this.#description = description;
    if (canStop !== undefined) this.#canStop = canStop;
    if (cwd !== undefined) this.#cwd = cwd;
    if (state === undefined) return;
    this.#isRunning = state?.status === 'in_progress';
    this.#status = state?.status ?? this.#status;
    this.#tokens = state?.tokens ?? this.#tokens;
    this.#durationMs = isFinished(this.#status) ? this.#now() - this.#startedAt : undefined;
  }

  /** With its work, its calls have ended as well: agents do not report it of each. */
  #endedCalls(): readonly Update[] {
    if (!isFinished(this.#status)) return [];
    const open = [...this.#calls].filter(([, hasEnded]) => !hasEnded);
    const status = this.#status === 'cancelled' ? 'cancelled' : 'unfinished';
    return open.map(([toolCallId]) => {
      this.#calls.set(toolCallId, true);
      return { type: 'tool_call', call: { toolCallId, status } };
    });
  }

  #report(isAnnouncement = false, content?: readonly ContentBlock[]): Update {
    const call: ToolCallPatch = {
      toolCallId: this.toolCallId,
      title: this.#shownTitle(),
      kind: 'think',
      status: this.#status,
      ...withoutUndefined({
        parentToolCallId: this.#parent?.toolCallId,
        content: content?.map((block) => ({ type: 'content' as const, content: block })),
      }),
      subagent: {
        ...(this.#isRunning ? { isRunning: true } : {}),
        ...(this.isStoppable ? { canStop: true } : {}),
        ...withoutUndefined({ durationMs: this.#durationMs, tokens: this.#tokens }),
      },
    };
    return { type: 'tool_call', call, ...(isAnnouncement ? { isAnnouncement } : {}) };
  }

  /** Codex gives its sub-agents no title, and reports what it asks them as their description alone. */
  #longTask(): string | undefined {
    const description = this.#description ?? '';
    return (this.#title ?? '') === '' && titleOf(description) !== description ? description : undefined;
  }

  /** Its id, where nothing says what it is for. */
  #shownTitle(): string {
    const [title = '', description = ''] = [this.#title ?? undefined, this.#description ?? undefined];
    const named = description === '' || description === title ? title : `${title} (${description})`;
    return (
      [title === '' ? titleOf(description) : named, this.#task, this.id].find((text) => text !== '') ?? ''
    );
  }
}

/** A line that stands for a text of any length. */
function titleOf(text: string): string {
  return oneLine(startOf(text, MAX_TITLE_LENGTH));
}
