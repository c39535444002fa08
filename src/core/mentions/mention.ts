// A mention in a prompt's text: what it stands for, and how it is written in drafts, queues and histories.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';

/** What can be mentioned. */
export const mentionKind = z.enum([
  'file',
  'folder',
  'symbol',
  'selection',
  'problems',
  'git',
  'terminal',
  'editor',
  'session',
  'url',
  'resource',
]);
export type MentionKind = z.infer<typeof mentionKind>;

/**
 * A mention. `uri` says all that is needed to read it again:
 *
 * - `file:///a/b.ts` a file, `file:///a/` a folder, `file:///a/b.ts#L10:20` lines of a file (1-based, both inclusive),
 *   `file:///a/b.ts?symbol=name#L10:20` a symbol;
 * - `parley:/problems`, `parley:/problems?file=URI`, `parley:/git/working-tree`, `parley:/git/staged`,
 *   `parley:/git/branch?name=NAME`, `parley:/git/commit?id=ID`, `parley:/terminal?id=ID`, `parley:/editors`,
 *   `parley:/session?key=KEY`, `parley:/resource?server=NAME&uri=URI`;
 * - `https://…` or `http://…` a page.
 */
const mention = z.object({ name: z.string(), uri: z.string() });
export type Mention = Immutable<z.infer<typeof mention>>;

/** A part of a prompt's text. */
export type PromptPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'mention'; readonly mention: Mention; readonly kind: MentionKind };

/**
 * `[@name](uri)`. An opening bracket ends a name, so that the work stays linear however many there are.
 */
const MENTION = /\[@((?:\\.|[^\\[\]\r\n])+)\]\(([^()\s]+)\)/g;

/** The mention as text. */
export function mentionText({ name, uri }: Mention): string {
  const label = name.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\[\]]/g, String.raw`\$&`);
  const address = uri.replaceAll(/[()\s]/g, (character) => percentEncoded(character));
  return `[@${label}](${address})`;
}

/** A mention and its place in a text, in UTF-16 code units. */
export interface PlacedMention {
  readonly from: number;
  readonly to: number;
  readonly mention: Mention;
  readonly kind: MentionKind;
}

/** The whole mentions of known kinds in a text, in their order. */
export function mentionsIn(text: string): readonly PlacedMention[] {
  return [...text.matchAll(MENTION)].flatMap(({ index, 0: whole, 1: label = '', 2: uri = '' }) => {
    const kind = mentionKindOf(uri);
    if (kind === undefined) return [];
    const name = label.replaceAll(/\\(.)/g, '$1');
    return [{ from: index, to: index + whole.length, mention: { name, uri }, kind }];
  });
}

/** The parts of a text, in their order. What is not a whole mention of a known kind is text. */
export function promptParts(text: string): readonly PromptPart[] {
  const parts: PromptPart[] = [];
  let end = 0;
  for (const { from, to, mention: mentioned, kind } of mentionsIn(text)) {
    if (from > end) parts.push({ type: 'text', text: text.slice(end, from) });
    parts.push({ type: 'mention', kind, mention: mentioned });
    end = to;
  }
  if (end < text.length) parts.push({ type: 'text', text: text.slice(end) });
  return parts;
}

/** The kind of what an address stands for; undefined when it is not one that can be mentioned. */
export function mentionKindOf(uri: string): MentionKind | undefined {
  if (/^https?:\/\/./i.test(uri)) return 'url';
  if (/^file:\/\//i.test(uri)) {
    const [path = '', fragment] = uri.split('#', 2);
    if (/[?&]symbol=/.test(path)) return 'symbol';
    if (fragment !== undefined && /^L\d+/.test(fragment)) return 'selection';
    return path.endsWith('/') ? 'folder' : 'file';
  }
  const [, own] = /^parley:\/([a-z]+)(?=[/?]|$)/.exec(uri) ?? [];
  return own === undefined ? undefined : OWN_KINDS.get(own);
}

const OWN_KINDS: ReadonlyMap<string, MentionKind> = new Map([
  ['problems', 'problems'],
  ['git', 'git'],
  ['terminal', 'terminal'],
  ['editors', 'editor'],
  ['session', 'session'],
  ['resource', 'resource'],
]);

function percentEncoded(character: string): string {
  if (character === '(') return '%28';
  return character === ')' ? '%29' : encodeURIComponent(character);
}
