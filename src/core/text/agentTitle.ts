// A title of an agent without what Parley attached to the prompt that the agent made it of.
import { oneLine } from './oneLine.ts';
import { parseJson } from './parseJson.ts';
import { decoded } from '../paths/fileUri.ts';

/** What a title that has nothing to strip has none of. */
const MAY_HOLD = /:\/|<\/|\[@|\]\(|\[resource\b|^contents of /i;

/** Longer titles are cut before they are read. */
const MAX_TITLE_LENGTH = 2_000;

/** `<system-reminder>…</system-reminder>`, `<ide_opened_file>`, around what users did not write; and `<context ref="uri">…</context>`. */
const WRITTEN: readonly RegExp[] = [
  /<((?:system|(?:local-)?command|ide|environment|attached|open|current|editor|additional|project)[_-][\w-]*)\b[^<>]*>.*?<\/\1\s*>/gi,
  // Around what they wrote.
  /<\/?user_(?:query|message|request|prompt|input)>/gi,
  /<([\w-]+)\b[^<>]*(?:file|parley):\/[^<>]*>.*?<\/\1\s*>/gi,
];

const ADDRESS = String.raw`(?<address>(?:file|parley):[^()]*)`;

/** Files as agents write them out, each also without its end, because agents cut titles. */
const REFERENCES: readonly RegExp[] = [
  // `[@name](uri)` and `[name](file:///…)`.
  new RegExp(String.raw`@?!?\[@?(?<name>(?:\\.|[^[\]\\])*)\]\(${ADDRESS}\)?`, 'gi'),
  /!?\[@(?<name>(?:\\.|[^[\]\\])*)\]\((?<address>[^()]*)\)?/g,
  // `<context>uri</context>`.
  /<(?<tag>[\w-]+)\b[^<>]*>\s*(?<address>(?:file|parley):\/[^<>]*)(?:<\/\k<tag>\s*>|<[^<>]*$|$)/gi,
  // `[Resource link: uri]`, `<context ref="uri">`, `(uri)`.
  /\[[^[\]]*?(?<address>(?:file|parley):\/[^[\]]*)\]?/gi,
  /<[^<>]*?(?<address>(?:file|parley):\/[^<>"']*)[^<>]*>?/gi,
  new RegExp(String.raw`\(${ADDRESS}\)?`, 'gi'),
  // The address alone.
  /@?(?<address>(?:file:\/\/|parley:\/)\S*)/gi,
];

/** What a title was cut in. */
const CUT = [/!?\[@(?:\\.|[^[\]\\])*\]?$/, /\[resource(?: link)?\b[^[\]]*$/i];

/** How Parley begins a text that an agent does not take as a resource: with the name of a file. */
const WRITTEN_OUT = /^contents of [^:]*\.\w+:/i;

/** What separated the words from what was attached. */
const LEFT_OVER = /^[\s\-–—:,;|·…"'`]+|[\s\-–—:,;|·"'`]+$/g;

/** `New session - 2026-11-25T20:55:55.965Z`, `Untitled`: the agent has no title yet. */
const PLACEHOLDER =
  /^(?:untitled|(?:new|untitled|child|default) (?:session|chat|conversation|thread|task))(?:\s*[-–—:(#@]?\s*\(?\d[\d\sTZ:.,+/()-]*(?:[ap]m)?\)?)?$/i;

/** JSON, of which agents cut the end, in a fence or not. Other brackets are words of the title. */
const JSON_TEXT = /^\s*(?:`{3}\w*\s*)?([{[]\s*["{[}\]][^]*)/;
/** The title in it, which may be the text of a block, or alone in a list. */
const JSON_TITLE = /(?:"(?:title|text)"\s*:|^\[)\s*"((?:\\.|[^"\\])*)/;

/** Words behind a list, which is then a part of the title: `["a"] indexing fails`. */
const WORDS_AFTER_LIST = /^\[\s*"(?:\\.|[^"\\])*"\s*(?:,\s*"(?:\\.|[^"\\])*"\s*)*\]\s*[^\s`,;.…]/;

/** What a title says that a model wrote as the JSON or the element that it was asked for. Other JSON alone is not a title. */
function said(title: string): string {
  const json = JSON_TEXT.exec(title)?.[1];
  if (json === undefined || WORDS_AFTER_LIST.test(json)) return title.replace(/<\/?title>/gi, '');
  const text = JSON_TITLE.exec(json)?.[1];
  if (text !== undefined) {
    const read = parseJson(`"${text}"`);
    return typeof read === 'string' ? read : text;
  }
  return parseJson(json.replace(/`+\s*$/, '')) === undefined ? title : '';
}

/** The addresses that Parley attached automatically to the prompts of a session. */
export type AttachedAddresses = () => readonly string[];

/**
 * The title on one line, with the names of the files that the user mentioned; empty where there is nothing in it but what
 * Parley attached, or a placeholder. Without `attached` it is what stands at an end of the title.
 */
export function agentTitle(title: string, attached?: AttachedAddresses): string {
  const line = oneLine(said(title.slice(0, MAX_TITLE_LENGTH)));
  const words = MAY_HOLD.test(line) ? withNames(line, attached) : line;
  return PLACEHOLDER.test(words) ? '' : words;
}

/**
 * What is known of a session, with its title as {@link agentTitle} has it, and without the title where nothing of it is
 * left.
 */
export function withAgentTitle<Known extends { readonly title?: string | null }>(
  known: Known,
  attached?: AttachedAddresses,
): Known | Omit<Known, 'title'> {
  const { title, ...rest } = known;
  if (typeof title !== 'string' || title.trim() === '') return known;
  const words = agentTitle(title, attached);
  if (words === '') return rest;
  return words === oneLine(title) ? known : { ...known, title: words };
}

function withNames(line: string, attached: AttachedAddresses | undefined): string {
  if (WRITTEN_OUT.test(line)) return '';
  const addresses = attached?.().map(comparable);
  const written = [...WRITTEN, ...CUT].reduce((text, pattern) => text.replace(pattern, ' '), line);
  const named = REFERENCES.reduce((text, pattern) => withNamesOf(text, pattern, addresses), written);
  if (named === line) return line;
  const words = oneLine(named.replaceAll(NAMED, (_mark, name: string) => decoded(name)));
  // A file alone says nothing of what the session is about.
  return named.replaceAll(NAMED, '').replace(LEFT_OVER, '') === '' ? '' : words.replace(LEFT_OVER, '');
}

/** A name that stays, in a form in which no pattern finds it again. */
const NAMED = /\u{F0000}([^\u{F0000}]*)\u{F0000}/gu;

function withNamesOf(text: string, pattern: RegExp, attached: readonly string[] | undefined): string {
  let end = 0;
  let result = '';
  for (const match of text.matchAll(pattern)) {
    const { address = '', name = '' } = match.groups ?? {};
    const before = result + text.slice(end, match.index);
    end = match.index + match[0].length;
    const called = name.replaceAll(/\\(.)/g, '$1') || lastPart(withoutEnd(address));
    const isWritten = before.trimEnd().toLowerCase().endsWith(`@${called.toLowerCase()}`);
    const isLink = match[0].startsWith('[') && !match[0].startsWith('[@') && name !== '';
    const isOwn =
      attached === undefined
        ? !isLink && (before.replace(LEFT_OVER, '') === '' || text.slice(end).replace(LEFT_OVER, '') === '')
        : attached.some((each) => isOf(each, comparable(address)));
    const isGone = isOwn || isWritten || /^parley:/i.test(address);
    result = before + (isGone ? ' ' : `\u{F0000}${encodeURIComponent(called.toWellFormed())}\u{F0000}`);
  }
  return result + text.slice(end);
}

/** Whether an address, of which the end may have been cut, is another one, or ends in the same name. */
function isOf(attached: string, address: string): boolean {
  const isCut = address.length > 'file:///'.length && attached.startsWith(address);
  return isCut || lastPart(attached) === lastPart(address);
}

/** Agents write titles in other letters. */
function comparable(address: string): string {
  return withoutEnd(address).toLowerCase();
}

function withoutEnd(address: string): string {
  return decoded(address.replace(/(?:…|\.\.\.)$/, '').replace(/#.*$/, ''));
}

function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? '';
}
