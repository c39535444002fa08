// What the chat is to find in a session that was chosen in a search of the history.
import type { FindRequest } from '../panel/hostMessage.ts';
import { splitWords } from '../text/words.ts';
import type { SearchHit } from './searchFilter.ts';

/**
 * What is to be found in a session that was searched for. The search wants all words, wherever they are. Where they
 * stand together, in this order, that is found; else every place of any of them. The first one shown is in the entry
 * of the hit, which has the words together or the longest of them. Nothing is to be found where only the title has the words. `hit` is undefined when the
 * search had not come to the session yet.
 */
export function findRequest(query: string, hit: SearchHit | undefined): FindRequest | undefined {
  const wanted = splitWords(query);
  if (wanted.length === 0 || (hit !== undefined && hit.entryId === undefined)) return undefined;
  const isTogether = wanted.length === 1 || splitWords(hit?.excerpt?.match ?? '').length === wanted.length;
  return {
    type: 'find',
    text: wanted.join(' '),
    wordMatching: isTogether ? 'together' : 'each',
    ...(hit?.entryId === undefined ? {} : { entryId: hit.entryId }),
  };
}
