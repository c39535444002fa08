// Plans and lists of things to do in shapes near to those of ACP: as Markdown, in wrappers, with switches for what is done.
import { textsIn } from '../contentSchema.ts';
import { fieldsOf, firstOf, protocolFields } from './nearFields.ts';

const LISTS = ['entries', 'plan', 'items', 'steps', 'todos', 'tasks'];
const MAX_LEVELS = 3;

/** What stands before an item of a list, and in its box. */
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[(?<box>.)\]\s+)?(?<text>.*)$/;
const HEADING = /^\s*#{1,6}\s+/;

/** The entries of an update, or of what stands in the place of its list; undefined where it has none. */
export function planItems(value: unknown, levels = MAX_LEVELS): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.map(withStatus);
  if (typeof value === 'string') return itemsOf(value);
  const fields = protocolFields(value);
  if (fields === undefined || levels === 0) return undefined;
  const list = firstOf(fields, LISTS);
  if (list !== undefined) return planItems(list, levels - 1);
  const text = textsIn(fields, /^(?:text|content|markdown|uri|path)$/);
  // A plan of a kind may be empty.
  return text === '' && typeof fields['type'] !== 'string' ? undefined : itemsOf(text);
}

/** An entry whose status is a switch. */
export function withStatus(entry: unknown): unknown {
  const fields = fieldsOf(entry);
  if (fields === undefined || typeof fields['status'] === 'string') return entry;
  const done = firstOf(fields, ['completed', 'done', 'checked', 'finished', 'isCompleted', 'isDone']);
  if (typeof done !== 'boolean') return entry;
  const isRunning = firstOf(fields, ['inProgress', 'in_progress', 'active', 'current']) === true;
  return { ...fields, status: done ? 'completed' : isRunning ? 'in_progress' : 'pending' };
}

/** The lines of a text, without the heading above them; what goes on in an indented line belongs to the one before it. */
function itemsOf(text: string): readonly unknown[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const entries: { content: string; status: string }[] = [];
  for (const line of lines.length > 1 && HEADING.test(first) ? lines.slice(1) : lines) {
    const { box, text: said } = ITEM.exec(line)?.groups ?? {};
    const last = entries.at(-1);
    if (said !== undefined) entries.push({ content: said, status: statusOf(box) });
    else if (last !== undefined && /^\s/.test(line)) last.content += `\n${line.trim()}`;
    else entries.push({ content: line.replace(HEADING, '').trim(), status: 'pending' });
  }
  return entries;
}

function statusOf(box: string | undefined): string {
  if (box === undefined || box === ' ') return 'pending';
  return /[x✓✔]/i.test(box) ? 'completed' : 'in_progress';
}
