// A title of an agent without what Parley attached to the prompt that the agent made it of.
import * as z from 'zod/mini';
import { oneLine } from './oneLine.ts';
import { parseJson } from './parseJson.ts';

/** What a title that has nothing to strip has none of. */
const MAY_HOLD = /:\/|<\/|\[@|\]\(|\[resource\b|^contents of /i;

/** Longer titles are cut before they are read. */
const MAX_TITLE_LENGTH = 2_000;

/**
 * Attached files and texts as agents write them out, each also without its end, because agents cut titles. A file that
 * the user mentioned is named in the words beside it.
 */
const ATTACHED: readonly RegExp[] = [
  // `[@name](uri)` and `[name](file:///…)`.
  /!?\[@(?:\\.|[^[\]\\])*(?:\](?:\([^()]*\)?)?|$)/g,
  /@?!?\[(?:\\.|[^[\]\\])*\]\((?:file|parley):[^()]*\)?/gi,
  // `<system-reminder>…</system-reminder>`: HTML has no such names.
  /<([a-z]+[-_][\w-]*)\b[^<>]*>.*?<\/\1\s*>/gi,
  // `<context ref="uri">…</context>`.
  /<([\w-]+)\b[^<>]*(?:file|parley):\/[^<>]*>.*?<\/\1\s*>/gi,
  // `<context>uri</context>`.
  /<([\w-]+)\b[^<>]*>\s*(?:file|parley):\/[^<>]*(?:<\/\1\s*>|<[^<>]*$|$)/gi,
  // `[Resource link: uri]`, `<context ref="uri">`, `(uri)`.
  /\[[^[\]]*(?:file|parley):\/[^[\]]*\]?/gi,
  /<[^<>]*(?:file|parley):\/[^<>]*>?/gi,
  /\((?:file|parley):\/[^()]*\)?/gi,
  /\[resource(?: link)?\b[^[\]]*$/gi,
  // The address alone.
  /@?(?:file:\/\/|parley:\/)\S*/gi,
];

/** How Parley begins a text that an agent does not take as a resource. */
const WRITTEN_OUT = /^contents of [^:]*:/i;

/** What separated the words from what was attached. */
const LEFT_OVER = /^[\s\-–—:,;|·…"'`]+|[\s\-–—:,;|·"'`]+$/g;

/** `New session - 2026-11-25T20:55:55.965Z`, `Untitled`: the agent has no title yet. */
const PLACEHOLDER =
  /^(?:untitled|(?:new|untitled|child|default) (?:session|chat|conversation|thread|task))(?:\s*[-–—:(#@]?\s*\(?\d[\d\sTZ:.,+/()-]*(?:[ap]m)?\)?)?$/i;

/** The title that a model wrote as the JSON that it was asked for. */
const written = z.object({ title: z.string() });

function said(title: string): string {
  const data = /^\s*\{[^]*\}\s*$/.test(title) ? parseJson(title) : undefined;
  // Any other object is data and no title.
  return typeof data === 'object' && data !== null ? (written.safeParse(data).data?.title ?? '') : title;
}

/** The title on one line; empty where there is nothing in it but what Parley attached, or a placeholder. */
export function agentTitle(title: string): string {
  const line = oneLine(said(title.slice(0, MAX_TITLE_LENGTH)));
  const words = MAY_HOLD.test(line) ? withoutAttached(line) : line;
  return PLACEHOLDER.test(words) ? '' : words;
}

/**
 * What is known of a session, with its title as {@link agentTitle} has it, and without the title where nothing of it is
 * left.
 */
export function withAgentTitle<Known extends { readonly title?: string | null }>(
  known: Known,
): Known | Omit<Known, 'title'> {
  const { title, ...rest } = known;
  if (typeof title !== 'string' || title.trim() === '') return known;
  const words = agentTitle(title);
  if (words === '') return rest;
  return words === oneLine(title) ? known : { ...known, title: words };
}

function withoutAttached(line: string): string {
  if (WRITTEN_OUT.test(line)) return '';
  const stripped = ATTACHED.reduce((text, pattern) => text.replace(pattern, ' '), line);
  if (stripped === line) return line;
  return oneLine(stripped).replace(LEFT_OVER, '');
}
