// The agent's whole answer in one turn, as it wrote it.
import { entryAt, entryCount } from '../../../src/core/session/entries.ts';
import { entryText } from '../../../src/core/session/entryTraits.ts';
import type { SessionState } from '../../../src/core/session/model.ts';

/** The messages of the agent in the turn of the entry `id`; a turn ends with the entry for its end. */
export function answerOf({ entries }: SessionState, id: string): string {
  const answer: string[] = [];
  let hasFound = false;
  for (let index = 0; index < entryCount(entries); index++) {
    const entry = entryAt(entries, index);
    if (entry?.kind === 'user') {
      if (hasFound) break;
      answer.length = 0;
    }
    if (entry?.kind === 'agent') answer.push(entryText(entry));
    hasFound ||= entry?.id === id;
    if (entry?.kind === 'turn') {
      if (hasFound) break;
      answer.length = 0;
    }
  }
  return hasFound ? answer.join('\n\n') : '';
}
