// The parts of a tool call's content in shapes near to those of ACP: lists and wrappers are taken apart, changes of several
// files or places become one part each, and what only says something becomes its text.
import { fenced } from '../../../core/history/markdownText.ts';
import { readContentBlock, textsIn } from '../contentSchema.ts';
import { bareWord } from '../statusWord.ts';
import { fieldsOf, firstOf, protocolFields, respelled, type Fields } from './nearFields.ts';

const MAX_LEVELS = 5;

const BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

/** What holds other parts. */
const HOLDERS = ['content', 'contents', 'parts', 'result', 'output', 'items'];

/** What a wrapper says of itself. */
const ABOUT_WRAPPER = new Set(
  'type _meta id toolUseId tool_use_id isError is_error exitCode exit_code'.split(' '),
);
/** What a text says of itself. */
const ABOUT_TEXT = new Set([...ABOUT_WRAPPER, ...'role mimeType mime_type annotations'.split(' ')]);

/** What programs print, beside the names of texts for the user. */
const TEXTS =
  /^(?:text|content|message|reason|error|details?|summary|output|answer|value|markdown|stdout|stderr|result|body|data|logs?|code)$/;

const CHANGE_TYPES: ReadonlySet<string> = new Set(
  'diff patch edit edits change changes filechange filechanges fileedit fileedits unifieddiff'.split(' '),
);
/** What holds the changes of several files, or of several places in one. */
const CHANGES = ['diff', 'diffs', 'changes', 'fileChanges', 'files', 'edits', 'hunks'];
export const CHANGE_NAMES = {
  path: ['path', 'filePath', 'file', 'absolutePath', 'fileName', 'filename', 'uri'],
  oldText: ['oldText', 'oldString', 'oldStr', 'oldContent', 'before', 'original', 'old'],
  newText: ['newText', 'newString', 'newStr', 'newContent', 'after', 'updated', 'new'],
  patch: ['diff', 'patch', 'unifiedDiff'],
} as const;
const OWN_NAMES = [...Object.values(CHANGE_NAMES).flat(), 'lines', 'hunks', 'edits'];

/** How a line of a patch begins, by what agents call what was done to it. */
const SIGNS: Readonly<Partial<Record<string, string>>> = {
  add: '+',
  added: '+',
  insert: '+',
  delete: '-',
  del: '-',
  deleted: '-',
  remove: '-',
  removed: '-',
};

/** The parts of a call's content. What is said around them is in `around`, so that a file that it names is not lost. */
export function contentParts(item: unknown, levels = MAX_LEVELS): readonly unknown[] {
  if (Array.isArray(item)) {
    return levels === 0 ? [item] : item.flatMap((each) => contentParts(each, levels - 1));
  }
  if (typeof item === 'number' || typeof item === 'boolean') return [String(item)];
  const fields = fieldsOf(item);
  if (fields === undefined || levels === 0) return [item];
  const { type, text } = fields;
  if (type === 'terminal') return [respelled(fields)];
  const content = fieldsOf(fields['content']);
  if (BLOCKS.has(type) || (type === 'content' && BLOCKS.has(content?.['type']))) return [item];
  if (isChange(fields)) return changeParts(respelled(fields), levels);
  if (typeof text === 'string' && (type === undefined || type === 'content'))
    return [{ ...fields, type: 'text' }, ...partBeside(fields, /^text$/)];
  for (const name of HOLDERS) {
    const { [name]: held, ...around } = fields;
    if (typeof held !== 'object' || held === null) continue;
    const parts = contentParts(held, levels - 1);
    if (type === 'content' && parts[0] === held) return [item];
    const isRead = parts.some((part) => typeof part === 'string' || fieldsOf(part) !== undefined);
    if (isRead) return withAround(parts, around);
  }
  const block = readContentBlock(item);
  if (block !== undefined && block.type !== 'unknown') return [item];
  const said = textsIn(fields, TEXTS);
  if (said === '') return [item];
  return [{ ...fields, type: 'text', text: said }, ...(type === undefined ? partBeside(fields, TEXTS) : [])];
}

/**
 * What an object says under other names than those of its text, as a part of its own: the text alone may be a patch, or what
 * a program printed.
 */
function partBeside(fields: Fields, names: RegExp): readonly unknown[] {
  const rest = Object.entries(fieldsOf(unread(fields, names, MAX_LEVELS)) ?? {}).filter(
    ([name, value]) => !ABOUT_TEXT.has(name) && value !== fields['text'],
  );
  const [only, ...more] = rest.map(([, value]) => value);
  if (only === undefined) return [];
  const isText = typeof only === 'string' && more.length === 0;
  return [
    { type: 'text', text: isText ? only : fenced(JSON.stringify(Object.fromEntries(rest), null, 2), 'json') },
  ];
}

/**
 * What of a value {@link textsIn} does not read: without the texts under these names, and without what is empty; undefined
 * where nothing is left.
 */
function unread(value: unknown, names: RegExp, levels: number, isNamed = true): unknown {
  if (value === null || value === undefined || value === '' || value === false) return undefined;
  if (typeof value !== 'object') return isNamed && typeof value === 'string' ? undefined : value;
  if (Object.keys(value).length === 0) return undefined;
  if (!isNamed || levels === 0) return value;
  const rest = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const left = unread(inner, names, levels - 1, Array.isArray(value) || names.test(name));
    return left === undefined ? [] : [[name, left] as const];
  });
  if (rest.length === 0) return undefined;
  return Array.isArray(value) ? rest.map(([, left]) => left) : Object.fromEntries(rest);
}

function withAround(parts: readonly unknown[], around: Fields): readonly unknown[] {
  const said = Object.entries(around).filter(([name]) => !ABOUT_WRAPPER.has(name));
  if (said.length === 0) return parts;
  const [first, ...more] = parts;
  const part = typeof first === 'string' ? { type: 'text', text: first } : fieldsOf(first);
  return [{ ...part, around: Object.fromEntries(said) }, ...more];
}

/** Whether a part says by its type, or by what it holds, that it is a change. */
function isChange({ type, ...fields }: Fields): boolean {
  if (typeof type === 'string') return isChangeType(type);
  return (
    type === undefined && CHANGES.some((name) => typeof fields[name] === 'object' && fields[name] !== null)
  );
}

/** Whether a part of that type is a change. */
export function isChangeType(type: string): boolean {
  return CHANGE_TYPES.has(bareWord(type));
}

/** A change for each file and place in it. */
function changeParts(fields: Fields, levels: number): readonly unknown[] {
  const name = CHANGES.find((each) => typeof fields[each] === 'object' && fields[each] !== null);
  if (name === undefined || levels === 0) return [withPatch(fields)];
  const { [name]: held, type: _type, ...around } = fields;
  const list = changesIn(held);
  return list.flatMap((change) => changeParts({ type: 'diff', ...inFile(change, around) }, levels - 1));
}

/** A list of changes, one, or one for each path. */
function changesIn(held: unknown): readonly Fields[] {
  const list: readonly unknown[] = Array.isArray(held) ? held : [held];
  return list.flatMap((each): readonly Fields[] => {
    if (typeof each === 'string') return [{ patch: each }];
    const change = protocolFields(each);
    if (change === undefined) return [{}];
    if (OWN_NAMES.some((name) => change[name] !== undefined) || Array.isArray(held)) return [change];
    return Object.entries(fieldsOf(each) ?? {}).map(([path, inner]) => ({
      path,
      ...(typeof inner === 'string' ? { patch: inner } : doneTo(fieldsOf(inner) ?? {})),
    }));
  });
}

/** What was done to a file: `{ type: 'add', content }`, or `{ add: { content } }`. */
function doneTo(change: Fields): Fields {
  const [only] = Object.entries(change);
  const inner = Object.keys(change).length === 1 ? fieldsOf(only?.[1]) : undefined;
  const {
    type: done = only?.[0],
    content,
    ...read
  } = respelled(inner === undefined ? change : { ...inner, type: only?.[0] });
  if (typeof content !== 'string') return read;
  return done === 'delete' || done === 'remove'
    ? { ...read, oldText: content, newText: '', operation: 'delete' }
    : { ...read, newText: content };
}

/** A change in the file that is named around it, and what else is said there. */
function inFile(change: Fields, around: Fields): Fields {
  const own = firstOf(change, CHANGE_NAMES.path);
  const outer = firstOf(around, CHANGE_NAMES.path);
  const isSame = own === undefined || own === outer;
  const rest = Object.entries(around).filter(
    ([name]) => !ABOUT_WRAPPER.has(name) && !(isSame && CHANGE_NAMES.path.some((each) => each === name)),
  );
  return {
    ...(own === undefined && outer !== undefined && { path: outer }),
    ...change,
    ...(rest.length > 0 && { around: Object.fromEntries(rest) }),
  };
}

/** A place of a change that is said in lines, with its patch. */
function withPatch(fields: Fields): Fields {
  const { lines, ...read } = fields;
  if (!Array.isArray(lines)) return fields;
  const written = lines.map((line: unknown) => {
    if (typeof line === 'string') return line;
    const { type, kind = type, ...said } = fieldsOf(line) ?? {};
    const sign = typeof kind === 'string' ? SIGNS[bareWord(kind)] : undefined;
    return `${sign ?? ' '}${textsIn(said, /^(?:text|content|value|line)$/)}`;
  });
  const { oldStart, oldLines, newStart, newLines, header } = read;
  const numbers = [oldStart, oldLines, newStart, newLines].every((each) => typeof each === 'number')
    ? `@@ -${String(oldStart)},${String(oldLines)} +${String(newStart)},${String(newLines)} @@`
    : undefined;
  const head = typeof header === 'string' ? header : numbers;
  return { ...read, patch: [...(head === undefined ? [] : [head]), ...written].join('\n') };
}
