// Tool calls in exactly the shape that ACP gives them, as nearly all are: read without the schemas, in a tenth of their time.
import type { ToolCallContent, ToolCallPatch } from '../../core/session/toolCall/state.ts';
import { commandResult } from './near/commandResult.ts';
import { idTextOf } from './lenient.ts';
import { isRecord } from '../../core/base/isRecord.ts';
import type { Fields } from './near/nearFields.ts';
import { withinDepth } from './rawValue.ts';

/** ACP's kinds of tools. */
export const KINDS = new Set('read edit delete move search execute think fetch switch_mode other'.split(' '));
const STATUSES = new Set('pending in_progress completed failed cancelled'.split(' '));

/**
 * What `toolCallPatch` makes of the update; undefined where that has to look: at another spelling, a field that ACP does
 * not have, a value of another type, or one that may mean something else than it says.
 */
export function readExactCall(update: Fields): ToolCallPatch | undefined {
  const patch: { -readonly [Field in keyof ToolCallPatch]: ToolCallPatch[Field] } = { toolCallId: '' };
  let hasId = false;
  for (const [field, value] of Object.entries(update)) {
    switch (field) {
      case 'sessionUpdate':
        break;
      case 'toolCallId':
        if (typeof value !== 'string') return undefined;
        patch.toolCallId = value;
        hasId = true;
        break;
      case 'title':
        if (typeof value !== 'string' || value.trim() === '') return undefined;
        patch.title = value;
        break;
      case 'kind':
        if (typeof value !== 'string' || !KINDS.has(value)) return undefined;
        patch.kind = value;
        break;
      case 'status':
        if (typeof value !== 'string' || !STATUSES.has(value)) return undefined;
        patch.status = value;
        break;
      case 'content': {
        const content = eachOf(value, exactContent);
        if (content === undefined) return undefined;
        patch.content = content;
        break;
      }
      case 'locations': {
        const locations = eachOf(value, exactLocation);
        if (locations === undefined) return undefined;
        patch.locations = locations;
        break;
      }
      case 'rawInput':
        // A text may be a command line, or JSON; and what is cut makes the call incomplete.
        if (!isRecord(value) || withinDepth(value) !== value) return undefined;
        patch.rawInput = value;
        break;
      case 'rawOutput':
        if (value === null) return undefined;
        patch.rawOutput = withinDepth(commandResult(value));
        break;
      case '_meta': {
        const parent = parentCall(value);
        if (parent !== undefined) patch.parentToolCallId = parent;
        break;
      }
      default:
        return undefined;
    }
  }
  return hasId ? patch : undefined;
}

/** The sub-agent's call that a call belongs to, where Claude's adapter names it. Nothing else is read of the metadata. */
export function parentCall(meta: unknown): string | undefined {
  const claude = isRecord(meta) ? meta['claudeCode'] : undefined;
  const id = isRecord(claude) ? claude['parentToolUseId'] : undefined;
  if (typeof id === 'number') return idTextOf(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** A list of which each item could be read; undefined for anything else. */
function eachOf<T>(value: unknown, read: (item: Fields) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: T[] = [];
  for (const item of value as readonly unknown[]) {
    const found = isRecord(item) ? read(item) : undefined;
    if (found === undefined) return undefined;
    items.push(found);
  }
  return items;
}

function exactContent(item: Fields): ToolCallContent | undefined {
  switch (item['type']) {
    case 'content': {
      const { content } = item;
      if (!hasOnly(item, 2) || !isRecord(content) || !hasOnly(content, 2)) return undefined;
      const { type, text } = content;
      if (type !== 'text' || typeof text !== 'string') return undefined;
      return { type: 'content', content: { type, text } };
    }
    case 'diff': {
      const { path, oldText, newText } = item;
      if (!isPath(path) || typeof newText !== 'string') return undefined;
      if (oldText === undefined) return hasOnly(item, 3) ? { type: 'diff', path, newText } : undefined;
      if (!hasOnly(item, 4) || typeof oldText !== 'string') return undefined;
      return { type: 'diff', path, oldText, newText };
    }
    case 'terminal': {
      const { terminalId } = item;
      if (!hasOnly(item, 2) || typeof terminalId !== 'string') return undefined;
      return { type: 'terminal', terminalId };
    }
    default:
      return undefined;
  }
}

function exactLocation(item: Fields): { path: string; line?: number } | undefined {
  const { path, line } = item;
  if (!isPath(path)) return undefined;
  if (line === undefined) return hasOnly(item, 1) ? { path } : undefined;
  if (!hasOnly(item, 2) || typeof line !== 'number' || !Number.isSafeInteger(line) || line < 1)
    return undefined;
  return { path, line };
}

/** Whether there are no fields beside those that were read, of which there are so many. */
function hasOnly(item: Fields, count: number): boolean {
  return Object.keys(item).length === count;
}

/** A path, and not the address of a file. */
function isPath(path: unknown): path is string {
  return typeof path === 'string' && path !== '' && !/^file:/i.test(path);
}
