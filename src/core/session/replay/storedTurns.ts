// The turns of a stored transcript, as a replay of the session is compared with them.
import { isPrompt, type Entry, type Prompt } from '../entries.ts';
import { promptKey } from './gluedPrompts.ts';

export interface StoredTurn {
  readonly prompt: Prompt;
  readonly key: string;
  /** Whether more than text was sent, which agents replay in words of their own. */
  readonly hasAttachments: boolean;
  /** What followed the prompt. */
  readonly rest: readonly Entry[];
}

/** The turns of a transcript, oldest first. */
export function storedTurns(entries: readonly Entry[]): readonly StoredTurn[] {
  const turns: (StoredTurn & { readonly rest: Entry[] })[] = [];
  for (const entry of entries) {
    if (isPrompt(entry)) {
      turns.push({
        prompt: entry,
        key: promptKey(entry.content),
        hasAttachments: entry.content.some(({ type }) => type !== 'text'),
        rest: [],
      });
    } else turns.at(-1)?.rest.push(entry);
  }
  return turns;
}

/** What the agent said in the turn, without white space. */
export function storedAnswer({ rest }: StoredTurn): string {
  return rest.map((entry) => (entry.kind === 'agent' ? promptKey(entry.content) : '')).join('');
}

/** Whether the agent said or did anything in the turn. */
export function isAnswered({ rest }: StoredTurn): boolean {
  return rest.some(({ kind }) => kind === 'agent' || kind === 'thought' || kind === 'tool');
}

/** Whether the turn ended before its time because the window or the agent's process did. */
export function isInterrupted({ rest }: StoredTurn): boolean {
  return rest.some(
    (entry) => entry.kind === 'turn' && (entry.stopReason === 'interrupted' || entry.stopReason === 'error'),
  );
}

/** Whether the turn ended before the agent had finished it: then agents add messages to their history by themselves. */
export function isCutOff({ rest }: StoredTurn): boolean {
  const last = rest.findLast(({ kind }) => kind === 'agent' || kind === 'tool');
  return (
    rest.some((entry) => entry.kind === 'turn' && entry.stopReason !== 'end_turn') ||
    (last?.kind === 'tool' && last.call.status !== 'completed')
  );
}

/** What the agent said after the last turn had ended, without white space: nobody sent a prompt for it. */
export function unaskedAnswer(entries: readonly Entry[]): string {
  const end = entries.findLastIndex(({ kind }) => kind === 'turn');
  const unasked = end === -1 ? [] : entries.slice(end + 1);
  return unasked.map((entry) => (entry.kind === 'agent' ? promptKey(entry.content) : '')).join('');
}
