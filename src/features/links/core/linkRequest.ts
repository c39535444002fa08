// What a link to Parley asks for. Links come from web pages and other programs: anything may be in them.
import { withoutMentions } from '../../../core/mentions/withoutMentions.ts';
import { visibleText } from '../../../core/text/visibleText.ts';
import { decoded } from '../../../core/paths/fileUri.ts';

/** Longer prompts are refused, in UTF-16 code units. */
export const MAX_LINKED_PROMPT_CHARACTERS = 20_000;

/** A session to open, or a new one; `prompt` is put into the composer and never sent. */
export interface LinkRequest {
  /** The id of a session of the session list. */
  readonly session?: string;
  /** The agent of the new session, as the settings name it. */
  readonly agent?: string;
  readonly prompt?: string;
}

export type LinkProblem = 'unknown' | 'prompt-too-long';

/**
 * Reads `…/open` with the parameters `session`, `agent` and `prompt`; others are ignored, so that later versions may have
 * more. What cannot be seen in the prompt is spelled out, and what would attach a file or anything else of the user's is
 * text: the user is to see all that they send.
 */
export function linkRequest(
  path: string,
  parameters: Iterable<readonly [string, string]>,
): LinkRequest | LinkProblem {
  if (path !== '/open') return 'unknown';
  const given = new Map(parameters);
  const part = (name: string): Partial<Record<string, string>> => {
    const value = given.get(name)?.trim() ?? '';
    return value === '' ? {} : { [name]: value };
  };
  const prompt = given.get('prompt') ?? '';
  if (prompt.length > MAX_LINKED_PROMPT_CHARACTERS) return 'prompt-too-long';
  const { session } = part('session');
  return {
    ...(session === undefined ? {} : { session: decoded(session) }),
    ...part('agent'),
    ...(prompt.trim() === ''
      ? {}
      : { prompt: withoutMentions(visibleText(prompt.replaceAll('\r\n', '\n'))) }),
  };
}

const PARAMETER = /^[a-z][\w-]*=/i;
const KNOWN_PARAMETER = /^(?:session|agent|prompt)=/;

/** Longer queries are not looked into, in UTF-16 code units: next to the longest prompt, the other parameters are short. */
const MAX_QUERY_CHARACTERS = 2 * MAX_LINKED_PROMPT_CHARACTERS;

/**
 * The parameters of a query that VS Code has decoded already: an `&` in the prompt looks like the one before a parameter,
 * and is the prompt's where no parameter follows it, or it belongs to an address in the prompt. A `+` is a space only where the
 * query has none, as forms write spaces so. A query that is too long is a prompt that is too long.
 */
export function linkParameters(query: string): readonly (readonly [string, string])[] {
  if (query.length > MAX_QUERY_CHARACTERS) return [['prompt', query]];
  const text = /\s/.test(query) ? query : query.replaceAll('+', ' ');
  const found: [string, string][] = [];
  // The word that was read last.
  let lastWord = '';
  for (const part of text.split('&')) {
    const last = found.at(-1);
    const isNew = PARAMETER.test(part) && !(last?.[0] === 'prompt' && isInAddress(lastWord, part));
    if (isNew) found.push([part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]);
    else if (last !== undefined) last[1] += `&${part}`;
    const words = part.split(/\s/);
    lastWord = isNew || words.length > 1 ? (words.at(-1) ?? '') : lastWord;
  }
  return found;
}

/**
 * Whether a parameter belongs to the address at the end of a prompt, which has something after its `?`: a sentence may
 * end in one. A parameter of Parley's own belongs only to an address that has a scheme.
 */
function isInAddress(lastWord: string, parameter: string): boolean {
  const start = KNOWN_PARAMETER.test(parameter) ? lastWord.search(/https?:\/\//i) : 0;
  const question = start < 0 ? -1 : lastWord.indexOf('?', start);
  return question > 0 && question < lastWord.length - 1;
}

/** The path and the query of the link that opens a session. */
export function sessionLinkPath(id: string): { readonly path: string; readonly query: string } {
  // VS Code decodes the query before it is read, and a parameter may end in the id then.
  return { path: '/open', query: `session=${encodeURIComponent(encodeURIComponent(id))}` };
}
