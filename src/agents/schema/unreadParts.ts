// Whether an agent sent more about what a tool call does than was read of it: then no rule may allow the call.
import * as z from 'zod/mini';
import { pathReadings } from '../../core/permissions/policy/meantFiles.ts';
import { textPaths } from '../../core/permissions/policy/textPaths.ts';
import type { ContentBlock } from '../../core/session/content.ts';
import { isChangeType } from './near/nearContents.ts';
import type { ToolCall, ToolCallContent } from '../../core/session/toolCall/state.ts';

/** A field as it was sent and as it was read; undefined where nothing of it was. */
export interface SentField<T> {
  readonly sent: unknown;
  readonly read: T | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields that are read of each kind of part. */
const FIELDS = {
  location: new Set(['path', 'line', '_meta']),
  diff: new Set(['type', 'path', 'oldText', 'newText', '_meta']),
  terminal: new Set(['type', 'terminalId', '_meta']),
  content: new Set(['type', 'content', '_meta']),
  text: new Set(['type', 'text', 'annotations', '_meta']),
  image: new Set(['type', 'data', 'mimeType', 'uri', 'annotations', '_meta']),
  audio: new Set(['type', 'data', 'mimeType', 'annotations', '_meta']),
  resource_link: new Set('type uri name title description mimeType size annotations _meta'.split(' ')),
  resource: new Set(['type', 'resource', 'annotations', '_meta']),
  embedded: new Set(['uri', 'mimeType', 'text', 'blob', '_meta']),
} satisfies Readonly<Record<string, ReadonlySet<string>>>;

const record = z.record(z.string(), z.unknown());

/** Whether something was said of which nothing was read. */
export function isUnread({ sent, read }: SentField<unknown>): boolean {
  return read === undefined && hasText(sent);
}

/** Whether places were sent of which another file, or none, was read. */
export function hasUnreadLocation({ sent, read = [] }: SentField<ToolCall['locations']>): boolean {
  const items = itemsOf(sent);
  if (items.length !== read.length) return true;
  return read.some(({ path }, index) => namesMore(items[index], FIELDS.location, [path]));
}

/** Whether content names more than what was read of it. What cannot be read at all keeps its place in it as unknown. */
export function hasUnreadContent({ sent, read = [] }: SentField<readonly ToolCallContent[]>): boolean {
  const items = Array.isArray(sent) ? (sent as readonly unknown[]) : [sent];
  if (read.length === 0) return hasText(sent);
  return read.some((part, index) => isPartUnread(items[index], part));
}

function isPartUnread(sent: unknown, part: ToolCallContent): boolean {
  switch (part.type) {
    case 'unknown':
      return false;
    case 'terminal':
      return namesMore(sent, FIELDS.terminal, []);
    case 'diff':
      return namesMore(sent, FIELDS.diff, [part.path, part.newText, part.oldText ?? '']);
    case 'content': {
      const { type, content } = record.safeParse(sent).data ?? {};
      // A change of which only the text was read: nothing says of which file.
      if (typeof type === 'string' && isChangeType(type)) return true;
      if (type !== 'content') return isBlockUnread(sent, part.content);
      return isBlockUnread(content, part.content) || namesMore(sent, FIELDS.content, []);
    }
  }
}

function isBlockUnread(sent: unknown, block: ContentBlock): boolean {
  if (block.type === 'unknown') return false;
  if (block.type !== 'resource') {
    const texts = block.type === 'text' ? [block.text] : 'uri' in block ? [block.uri ?? ''] : [];
    return namesMore(sent, FIELDS[block.type], texts);
  }
  const { resource } = record.safeParse(sent).data ?? {};
  return namesMore(sent, FIELDS.resource, []) || namesMore(resource, FIELDS.embedded, [block.resource.uri]);
}

/** Whether an object has fields beside those that are read, which may name files other than those that were read. */
function namesMore(sent: unknown, isRead: ReadonlySet<string>, read: readonly string[]): boolean {
  const rest = Object.entries(fieldsOf(sent)).filter(
    ([key, value]) => !isRead.has(key) && !(typeof value === 'string' && isOneOf(value, read)),
  );
  if (rest.length === 0) return false;
  const { innerPaths, possiblePaths } = textPaths(Object.fromEntries(rest), [], false);
  return innerPaths.length > 0 || possiblePaths.length > 0;
}

function isOneOf(text: string, read: readonly string[]): boolean {
  return read.includes(text) || pathReadings(text).some((reading) => read.includes(reading));
}

/** The items of a list, or what stands in its place, without those that say nothing. */
function itemsOf(sent: unknown): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
  return items.filter((item) => hasText(item));
}

/** What is nested deeper counts as text. */
const MAX_LEVELS = 64;

function hasText(value: unknown, level = 0): boolean {
  if (typeof value === 'string') return value !== '';
  if (typeof value !== 'object' || value === null) return false;
  return level >= MAX_LEVELS || Object.values(value).some((inner) => hasText(inner, level + 1));
}

function fieldsOf(value: unknown): Fields {
  return record.safeParse(value).data ?? {};
}
