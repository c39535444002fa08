// Repairs the transcripts that 0.1.0 doubled: after a reload it added prompts and answers that were stored already.
import { appendEntry, isPrompt, isUserPrompt, type Entry, type EntryPages } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';
import { alignPrompts } from '../session/replay/alignPrompts.ts';
import { promptKey, splitPrompts } from '../session/replay/gluedPrompts.ts';
import { storedTurns, type StoredTurn } from '../session/replay/storedTurns.ts';

/** What Gemini CLI replays as messages although it is inner context. */
const INNER_CONTEXT = /^\s*(<session_context>|\[Function (Response|Call):)/;

/**
 * The session without the copies. Only what the agent reported is removed, only where it repeats the prompts of the session
 * in their order up to the last, and only what stands before it too: a prompt or an answer that is there once stays.
 */
export function withoutCopies(state: SessionState): SessionState {
  const entries = state.entries.flat();
  const firstSent = entries.findIndex(isUserPrompt);
  const isSuspect = firstSent !== -1 && entries.slice(firstSent).some(isReportedPrompt);
  if (!isSuspect) return state;
  let kept: readonly Entry[] = entries.slice(0, firstSent + 1);
  let isRepaired = false;
  for (let index = firstSent + 1; index < entries.length;) {
    const entry = entries[index];
    if (entry === undefined) break;
    const end = isReportedPrompt(entry) ? endOfReport(entries, index) : index + 1;
    const block = entries.slice(index, end);
    const repaired = isReportedPrompt(entry) ? withoutReplay(kept, block) : undefined;
    isRepaired ||= repaired !== undefined;
    kept = repaired ?? [...kept, ...block];
    index = end;
  }
  return isRepaired ? { ...state, entries: kept.reduce<EntryPages>(appendEntry, []) } : state;
}

function isReportedPrompt(entry: Entry): boolean {
  return isPrompt(entry) && !isUserPrompt(entry);
}

/** Where what the agent reported in one go ends: at what the user sent, or Parley noted. */
function endOfReport(entries: readonly Entry[], start: number): number {
  const end = entries.findIndex(
    (entry, index) =>
      index > start && (isUserPrompt(entry) || entry.kind === 'notice' || entry.kind === 'turn'),
  );
  return end === -1 ? entries.length : end;
}

/** The entries before a replay, and what is new in it; undefined where it is not certain that it is one. */
function withoutReplay(before: readonly Entry[], block: readonly Entry[]): readonly Entry[] | undefined {
  const stored = storedTurns(before);
  const known = new Set(stored.map(({ key }) => key));
  const turns = storedTurns(block);
  const pieces = turns.flatMap((turn, of) => piecesOf(turn, known).map((key) => ({ key, of })));
  const matches = alignPrompts(stored, pieces, ({ key }, piece) => key !== '' && key === piece.key);
  const found = matches.filter((match) => match !== undefined);
  // 0.1.0 began to add at the first prompt that it did not find, and that was never a known one by itself.
  const isReplay = found.at(-1) === stored.length - 1 && (matches[0] === undefined || found.length > 1);
  if (!isReplay) return undefined;
  const lastOf = pieces[matches.findLastIndex((match) => match !== undefined)]?.of ?? -1;
  const answers = new Set(before.flatMap((entry) => textOf(entry) ?? []));
  const copied = new Set<number>();
  const added = turns.flatMap((turn, of) => {
    const own = matches.filter((_match, index) => pieces[index]?.of === of);
    const isCopy = own.every((match) => match !== undefined);
    const isNote = own.every((match) => match === undefined) && of < lastOf;
    const isKnown = turn.rest.every((entry) => isRepeated(entry, before, answers));
    if (!isKnown || !(isCopy || isNote)) return [turn.prompt, ...turn.rest];
    const isUnanswered = !turn.rest.some(({ kind }) => kind === 'agent');
    for (const match of own) if (match !== undefined && isUnanswered) copied.add(match);
    return [];
  });
  return [...before.map((entry) => withoutRepeats(entry, stored, copied)), ...added];
}

/** The keys of the prompts that the agent glued to one. */
function piecesOf({ prompt }: StoredTurn, known: ReadonlySet<string>): readonly string[] {
  const chunks = prompt.content.map((content) => ({
    type: 'message_chunk' as const,
    at: prompt.at,
    role: 'user' as const,
    content,
  }));
  const whole = promptKey(prompt.content);
  return known.has(whole) ? [whole] : splitPrompts(chunks, known).map(({ key }) => key);
}

function textOf(entry: Entry): string | undefined {
  return entry.kind === 'agent' || entry.kind === 'thought' ? promptKey(entry.content) : undefined;
}

/** Whether what an entry says or does stands before it. */
function isRepeated(entry: Entry, before: readonly Entry[], answers: ReadonlySet<string>): boolean {
  switch (entry.kind) {
    case 'agent':
    case 'thought':
      return answers.has(promptKey(entry.content)) || entry.content.some(isInnerContext);
    case 'tool': {
      const { kind, title } = entry.call;
      return before.some((one) => one.kind === 'tool' && one.call.kind === kind && one.call.title === title);
    }
    default:
      return entry.kind === 'plan';
  }
}

function isInnerContext(block: { readonly type: string; readonly text?: string }): boolean {
  return block.type === 'text' && INNER_CONTEXT.test(block.text ?? '');
}

/** An answer whose copy was added to it, because both have the same id, as it was. */
function withoutRepeats(entry: Entry, stored: readonly StoredTurn[], copied: ReadonlySet<number>): Entry {
  if (entry.kind !== 'agent' || entry.messageId === undefined) return entry;
  const [block, ...others] = entry.content;
  const isCopied = stored.some(({ rest }, index) => copied.has(index) && rest.includes(entry));
  if (!isCopied || block?.type !== 'text' || others.length > 0) return entry;
  const half = block.text.length / 2;
  const once = block.text.slice(0, half);
  if (!Number.isInteger(half) || once + once !== block.text) return entry;
  return { ...entry, content: [{ type: 'text', text: once }] };
}
