// The sub-agents of an agent's sessions: what they do becomes a part of the session that the user has open. A sub-agent is
// a tool call there, its own calls are nested in that one, and what is said in it is a message of it.
import type { ContentBlock } from '../../core/session/content.ts';
import { isFinished, type ToolCallPatch } from '../../core/session/toolCall/state.ts';
import type { Update } from '../schema/updateSchema.ts';
import { Subagent } from './subagent.ts';
import type { SubagentPatch, SubagentReport } from './subagentSchema.ts';

/** Messages between sessions whose parts may still come; an agent may make up any number. */
const MAX_OPEN_MESSAGES = 256;

/** What of a sub-agent's updates says something about its work; the rest, such as its options, is not that of its parent. */
const HANDED_ON: ReadonlySet<Update['type']> = new Set([
  'notice',
  'background_tasks',
  'terminal_started',
  'terminal_output',
  'terminal_exited',
]);

interface SessionMessage {
  readonly sender: string | undefined;
  readonly recipient: string | undefined;
  readonly content: readonly ContentBlock[];
}

export class Subagents {
  readonly #now: () => number;
  /** By id. A fork may have the sub-agents of its session under the same ids: one for each session of the user. */
  readonly #subagents = new Map<string, readonly Subagent[]>();
  readonly #messages = new Map<string, SessionMessage>();

  /** `now`: the time in milliseconds, for how long each one works. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The session of the user in which something of a session is shown: itself where it is no sub-agent. */
  rootOf(sessionId: string): string {
    return this.#find(sessionId)?.root ?? sessionId;
  }

  /** The folder that a sub-agent was reported to work in, absolute. */
  folderOf(sessionId: string): string | undefined {
    return this.#find(sessionId)?.cwd;
  }

  /** The call of a sub-agent as it is shown in its root; any other as it is. */
  callOf(sessionId: string, call: ToolCallPatch): ToolCallPatch {
    return this.#find(sessionId)?.callOf(call) ?? call;
  }

  /** The id of a sub-agent that can be stopped, by the call that stands for it. */
  stoppable(root: string, toolCallId: string): string | undefined {
    return this.#allIn(root).find((each) => each.toolCallId === toolCallId && each.isStoppable)?.id;
  }

  /** The ids of the sub-agents of a session that can be stopped. */
  allStoppable(root: string): readonly string[] {
    return this.#allIn(root).flatMap((each) => (each.isStoppable ? [each.id] : []));
  }

  /** The user opens a session, which is no sub-agent for them: its agent reports again which ones it has. */
  forget(root: string): void {
    for (const [id, sameIds] of this.#subagents) {
      const others = id === root ? [] : sameIds.filter((each) => each.root !== root);
      if (others.length === 0) this.#subagents.delete(id);
      else if (others.length < sameIds.length) this.#subagents.set(id, others);
    }
  }

  #allIn(root: string): readonly Subagent[] {
    return [...this.#subagents.values()].flat().filter((each) => each.root === root);
  }

  /** The sub-agent whose session that is. Of several with one id, the one that works, and was reported last. */
  #find(id: string): Subagent | undefined {
    const sameIds = this.#subagents.get(id) ?? [];
    return sameIds.findLast((each) => !each.hasEnded) ?? sameIds.at(-1);
  }

  /** What a report in a session means for its root. `isOwn`: whether an id is that of a session of the user. */
  reported(
    sessionId: string,
    report: SubagentReport,
    isOwn: (sessionId: string) => boolean,
  ): readonly Update[] {
    if (report.kind === 'subagent') return this.#changed(sessionId, report.subagent, isOwn);
    return this.#said(sessionId, report);
  }

  /** What an update in a session means for its root. */
  translated(sessionId: string, update: Update): readonly Update[] {
    const subagent = this.#find(sessionId);
    if (subagent === undefined) return [update];
    switch (update.type) {
      case 'tool_call': {
        const call = subagent.callOf(update.call);
        subagent.called(call.toolCallId, isFinished(call.status ?? ''));
        return [...subagent.begun(), { ...update, call }];
      }
      case 'message_chunk':
        return [...subagent.begun(), ...subagent.said(update)];
      case 'session_info':
        return typeof update.patch.title === 'string' ? subagent.patched({ title: update.patch.title }) : [];
      case 'plan':
        return subagent.planned(update.entries);
      case 'plan_document':
        return subagent.wrotePlan(update);
      case 'plan_removed':
        return subagent.withdrewPlan(update.planId);
      case 'usage':
        return update.usage.used === undefined ? [] : subagent.used(update.usage.used);
      default:
        return HANDED_ON.has(update.type) ? [update] : [];
    }
  }

  #changed(
    parentId: string,
    { subagentId, ...patch }: SubagentPatch,
    isOwn: (sessionId: string) => boolean,
  ): readonly Update[] {
    const parent = this.#find(parentId);
    const root = parent?.root ?? parentId;
    const sameIds = this.#subagents.get(subagentId) ?? [];
    const known =
      sameIds.find((each) => each.root === root) ?? (isOwn(root) ? undefined : this.#find(subagentId));
    if (known !== undefined) {
      if (sameIds.length > 1)
        this.#subagents.set(subagentId, [...sameIds.filter((each) => each !== known), known]);
      return known.patched(patch);
    }
    // What the user has open is no part of something else, whatever its agent says.
    if (isOwn(subagentId) || subagentId === parentId) return [];
    const subagent = new Subagent({ id: subagentId, root, parent, now: this.#now });
    this.#subagents.set(subagentId, [...sameIds, subagent]);
    return subagent.announced(patch);
  }

  #said(
    sessionId: string,
    report: Exclude<SubagentReport, { readonly kind: 'subagent' }>,
  ): readonly Update[] {
    const key = `${sessionId}\n${report.messageId}`;
    const known = this.#messages.get(key);
    const isChunk = report.kind === 'message_chunk';
    const message: SessionMessage = {
      sender: (isChunk ? undefined : report.sender) ?? known?.sender,
      recipient: (isChunk ? undefined : report.recipient) ?? known?.recipient,
      content: isChunk
        ? [...(known?.content ?? []), report.content]
        : (report.content ?? known?.content ?? []),
    };
    this.#messages.delete(key);
    this.#messages.set(key, message);
    if (this.#messages.size > MAX_OPEN_MESSAGES) {
      const [oldest] = this.#messages.keys();
      if (oldest !== undefined) this.#messages.delete(oldest);
    }
    const { sender, recipient, content } = message;
    // The recipient has the message as well: there it is shown.
    if (content.length === 0 || (recipient ?? sessionId) !== sessionId || sender === sessionId) return [];
    const senders = sender === undefined ? [] : (this.#subagents.get(sender) ?? []);
    const from = senders.findLast((each) => each.isWithin(sessionId));
    if (from !== undefined) return from.answered(content);
    // What is said again as a whole is shown already.
    const whole = known === undefined || known.content.length === 0 ? content : [];
    const added = isChunk ? [report.content] : whole;
    return this.#find(sessionId)?.asked(report.messageId, added) ?? [];
  }
}
