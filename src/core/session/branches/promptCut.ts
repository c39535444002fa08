// A session cut before one of its prompts, and how the agent is asked for a copy that ends there.
import type { ForkPoint } from '../../ports/agent.ts';
import { plainText } from '../content.ts';
import { appendEntry, isPrompt, type Entry, type EntryPages, type Prompt } from '../entries.ts';
import type { SessionState } from '../model.ts';

/** An agent's message: an answer, or a thought of one that says nothing. */
type Message = Extract<Entry, { kind: 'agent' | 'thought' }>;

/** A transcript that ends before a prompt. */
export interface PromptCut {
  readonly prompt: Prompt;
  /** How many prompts stand before it. */
  readonly promptsBefore: number;
  readonly entries: EntryPages;
  /** The agent's name for the prompt, where it has one. */
  readonly beforePrompt: ForkPoint | undefined;
  /** The answer right before the prompt, where the agent gave it an id. */
  readonly afterAnswer: ForkPoint | undefined;
}

/** The transcript before the prompt with that entry id; undefined when there is no such prompt. */
export function promptCut(state: SessionState, entryId: string): PromptCut | undefined {
  const all = state.entries.flat();
  const index = all.findIndex(({ id }) => id === entryId);
  const prompt = all[index];
  if (prompt === undefined || !isPrompt(prompt)) return undefined;
  const before = all.slice(0, index);
  return {
    prompt,
    promptsBefore: before.filter(isPrompt).length,
    entries: before.reduce<EntryPages>(appendEntry, []),
    beforePrompt:
      prompt.forkPoint === undefined ? undefined : { kind: 'before-prompt', entryId: prompt.forkPoint },
    afterAnswer: answerPoint(before),
  };
}

/** How many prompts a transcript has. */
export function promptCount({ entries }: Pick<SessionState, 'entries'>): number {
  return entries.flat().filter(isPrompt).length;
}

/** The prompt at a place, counted from 0. */
export function promptAt({ entries }: Pick<SessionState, 'entries'>, place: number): Prompt | undefined {
  return entries.flat().filter(isPrompt)[place];
}

/**
 * The last message of the entries. A copy that ends at it must not lose a prompt, so there is none where the last prompt
 * has no message with an id, or with one that an answer to another prompt has too.
 */
function answerPoint(entries: readonly Entry[]): ForkPoint | undefined {
  const lastPrompt = entries.findLastIndex(isPrompt);
  const last = entries.slice(lastPrompt + 1).findLast(isIdentified);
  if (last?.messageId === undefined) return undefined;
  const { messageId } = last;
  const isUsedAgain = entries.some(
    (entry, index) => index < lastPrompt && isIdentified(entry) && entry.messageId === messageId,
  );
  if (isUsedAgain) return undefined;
  const texts = new Map<string, string>();
  for (const entry of entries) {
    if (!isIdentified(entry) || entry.messageId === undefined) continue;
    const text = entry.kind === 'agent' ? plainText(entry.content) : '';
    texts.set(entry.messageId, (texts.get(entry.messageId) ?? '') + text);
  }
  const text = texts.get(messageId) ?? '';
  const occurrence = [...texts.values()].filter((each) => each === text).length;
  return { kind: 'after-answer', messageId, text, occurrence };
}

function isIdentified(entry: Entry): entry is Message {
  return (entry.kind === 'agent' || entry.kind === 'thought') && entry.messageId !== undefined;
}
