// Messages in shapes near to those of ACP, as the messages that they were meant to be. Only what cannot be read as it is
// comes here.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { isSameData } from '../../core/base/isSameData.ts';
import { affectsCommands } from '../../core/permissions/policy/commands/commandFields.ts';
import { parseJson } from '../../core/text/parseJson.ts';
import { contentBlock, textsIn } from './contentSchema.ts';
import { idTextOf } from './lenient.ts';
import { statusWord } from './statusWord.ts';

const record = z.record(z.string(), z.unknown());
export type Fields = Readonly<Record<string, unknown>>;

/** Names that are more than another spelling. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  agent_message_chunk: ['agent_text', 'assistant', 'assistant_message', 'message', 'text', 'output_text'],
  agent_thought_chunk: ['thinking', 'agent_thinking', 'reasoning', 'agent_reasoning'],
  tool_call_update: ['tool_update', 'tool_call_result', 'tool_result'],
  tool_call: ['tool', 'tool_use', 'tool_call_start'],
};

const KIND_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);

/** What may follow or precede the name of a kind in ACP, and what agents leave out. */
const AFFIXES: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['', '_chunk'],
  ['', '_update'],
  ['agent_', ''],
  ['agent_', '_chunk'],
];

/**
 * The params of a `session/update` in the shape that ACP gives it: one for each content block where there are several.
 * None where nothing of it can be placed.
 */
export function nearUpdates(params: unknown, isKind: (name: string) => boolean): readonly Fields[] {
  const read = fieldsOf(params);
  if (read === undefined) return [];
  const { update: inner, ...beside } = respelled(read);
  const sessionId = sessionOf(beside);
  const update = respelled(fieldsOf(inner) ?? beside);
  const kind = kindOf(update['sessionUpdate'] ?? update['type'] ?? beside['sessionUpdate'], isKind);
  if (sessionId === undefined || kind === undefined) return [];
  return nearFields(kind, update).map((fields) => ({ sessionId, update: fields }));
}

function nearFields(kind: string, update: Fields): readonly Fields[] {
  const fields = { ...update, sessionUpdate: kind };
  switch (kind) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return blocksIn(firstOf(update, ['content', 'text', 'delta', 'message', 'chunk'])).map((content) => ({
        ...fields,
        content,
      }));
    case 'tool_call':
    case 'tool_call_update': {
      const call = { ...respelled(fieldsOf(update['toolCall']) ?? {}), ...fields };
      const named = idOf(firstOf(call, ['toolCallId', 'callId', 'toolUseId', 'id']));
      if (named !== undefined) return [{ ...call, toolCallId: named }];
      // A report without an id belongs to an unknown call.
      const isShown = kind === 'tool_call' && ['title', 'rawInput', 'content'].some((field) => field in call);
      return isShown ? [{ ...call, toolCallId: `unnamed-${randomUUID()}` }] : [];
    }
    case 'plan':
    case 'plan_update': {
      const entries = firstOf(update, ['entries', 'plan', 'items', 'steps', 'todos']);
      return [
        { ...fields, sessionUpdate: 'plan', entries: Array.isArray(entries) ? entries : listIn(entries) },
      ];
    }
    case 'available_commands_update':
      return [
        { ...fields, availableCommands: commandsIn(firstOf(update, ['availableCommands', 'commands'])) },
      ];
    case 'usage_update':
    case 'context_update':
      return [{ ...fields, ...respelled(fieldsOf(update['usage']) ?? {}) }];
    case 'current_mode_update':
      return [{ ...fields, currentModeId: firstOf(update, ['currentModeId', 'currentMode', 'mode', 'id']) }];
    default:
      return [fields];
  }
}

/** What agents call the fields of a call, that of ACP first. */
const NAMES = ['name', 'toolName', 'tool_name'];
const INPUTS = ['rawInput', 'raw_input', 'input', 'arguments', 'args', 'parameters', 'params', 'command'];
const OUTPUTS = ['rawOutput', 'raw_output', 'output', 'result'];

/** What stands in a call, and beside the one of a question. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...NAMES,
  ...INPUTS,
  ...OUTPUTS,
  ...(
    'sessionUpdate type toolCallId callId toolUseId id title kind status content locations _meta sessionId session ' +
    'sessionID toolCall call options choices message question description'
  ).split(' '),
]);

/**
 * A call with its fields in the spelling of the protocol, and with its name, input and output, whatever agents call those.
 * What is said a second time, and differs, is part of the input or the output.
 */
export const nearCall = z.transform((call: unknown): unknown => {
  const fields = fieldsOf(call);
  if (fields === undefined) return call;
  const read = Object.keys(fields).some((key) => key !== camelCase(key)) ? respelled(fields) : fields;
  const [name, ...otherNames] = said(read, NAMES);
  const [output, ...otherOutputs] = [...said(read, OUTPUTS), ...reasonOf(read)];
  return {
    ...read,
    ...(name !== undefined && { name: name.value }),
    ...(typeof read['content'] === 'object' && { content: read['content'] && partsOf(read['content']) }),
    ...joined('rawInput', inputsIn(read), otherNames),
    ...(output !== undefined && joined('rawOutput', [output], otherOutputs)),
  };
});

/** Why a call failed, which ACP has no field for. */
function reasonOf(call: Fields): readonly Said[] {
  if (statusWord.safeParse(call['status']).data !== 'failed') return [];
  const reason = firstOf(call, ['error', 'errorMessage', 'message', 'reason', 'stderr']);
  const value = textsIn(reason);
  return value === '' ? [] : [{ key: 'output', value }];
}

const WRAPPER = new Set(['type', 'content', 'parts', '_meta']);

/** The parts of a call's content: lists in it, and wrappers around lists and texts, are taken apart. */
function partsOf(item: unknown, levels = 3): readonly unknown[] {
  if (Array.isArray(item)) return levels === 0 ? [item] : item.flatMap((each) => partsOf(each, levels - 1));
  const fields = fieldsOf(item);
  if (fields === undefined) return [item];
  const { type, text } = fields;
  if (type === 'terminal') return [respelled(fields)];
  const held = fields['content'] ?? fields['parts'];
  const isWrapper = type === undefined || type === 'content' || type === 'tool_result';
  if (!isWrapper || levels === 0) return [item];
  if (Array.isArray(held) && Object.keys(fields).every((key) => WRAPPER.has(key)))
    return partsOf(held, levels - 1);
  return [held === undefined && typeof text === 'string' ? { ...fields, type: 'text' } : item];
}

/**
 * Params of a question whose call has the input that stands beside it, too, and all that nobody knows: what is asked about
 * has to be seen, and judged.
 */
export const withInputBeside = z.transform((params: unknown): unknown => {
  const { toolCall, ...beside } = fieldsOf(params) ?? {};
  const call = fieldsOf(toolCall);
  if (call === undefined) return params;
  const inputs = inputsIn(call);
  const others = [...inputsIn(beside, inputs), ...unknownIn(call), ...unknownIn(beside)];
  if (others.length === 0) return params;
  return { ...beside, toolCall: { ...call, ...joined('rawInput', [...inputs, ...others], []) } };
});

/**
 * The input that is said in these fields, beside what is known of it. Where it names a command, what affects commands is
 * part of it; and beside a command that stands among the fields themselves, everything that is no field of a call.
 */
function inputsIn(fields: Fields, known: readonly Said[] = []): readonly Said[] {
  const named = said(fields, INPUTS);
  const others = unknownNames(fields);
  if (others.length === 0) return named;
  const inputs = [...known, ...named];
  const namesCommand = inputs.some((one) =>
    Object.keys(fieldsOf(dataOf(whole(one))) ?? {}).some(affectsCommands),
  );
  const isAmongFields = inputs.some(({ key }) => key === 'command');
  const isPart = (key: string): boolean => namesCommand && (isAmongFields || affectsCommands(key));
  return [...named, ...said(fields, others.filter(isPart))];
}

function unknownNames(fields: Fields): readonly string[] {
  return Object.keys(fields).filter(
    (key) => !isKnownField(key) && (key === camelCase(key) || !Object.hasOwn(fields, camelCase(key))),
  );
}

/** What is said under names that nobody knows, but for numbers, switches that are off, ids, times and other names. */
function unknownIn(fields: Fields): readonly Said[] {
  const names = unknownNames(fields).filter((name) => {
    const value = fields[name];
    const isName =
      typeof value === 'string' && /(?:id|at|time|stamp|name)$/i.test(name) && /^[\w.:+-]*$/.test(value);
    return typeof value !== 'number' && value !== false && value !== '' && !isName;
  });
  return said(fields, names);
}

function isKnownField(key: string): boolean {
  return KNOWN_FIELDS.has(key) || KNOWN_FIELDS.has(camelCase(key));
}

interface Said {
  readonly key: string;
  readonly value: unknown;
}

/** What the fields of these names say, each once: some agents send the same under two names, or as JSON in a text. */
function said(fields: Fields, names: readonly string[]): readonly Said[] {
  const found: Said[] = [];
  for (const key of names) {
    const value = fields[key];
    if (
      value === undefined ||
      value === null ||
      found.some((one) => isSame(whole(one), whole({ key, value })))
    )
      continue;
    found.push({ key, value });
  }
  return found;
}

/** A command alone is the field of an input and not the input; so is what stands beside one. */
function whole({ key, value }: Said): unknown {
  return key === 'command' || !isKnownField(key) ? { [key]: value } : value;
}

function isSame(one: unknown, other: unknown): boolean {
  return isSameData(dataOf(one), dataOf(other));
}

function dataOf(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? (parseJson(value) ?? value) : value;
}

/** The field with the first value, and with what else is said in it by its names. */
function joined(field: string, [first, ...more]: readonly Said[], others: readonly Said[]): Fields {
  const own = first === undefined ? undefined : whole(first);
  const inner = own === undefined ? {} : fieldsOf(dataOf(own));
  const added = [...more, ...others].filter(
    (one) => !isSame(own, whole(one)) && !isSame(inner?.[one.key], one.value),
  );
  // An input that is JSON in a text is that JSON.
  const isWritten = field === 'rawInput' && typeof own === 'string' && inner !== undefined;
  if (added.length === 0) return own === undefined ? {} : { [field]: isWritten ? inner : own };
  // An input that is a text is a command line, also beside what is no input.
  const isText = field === 'rawInput' && typeof own === 'string' && inner === undefined;
  const isLine = isText && !added.some(({ key }) => INPUTS.includes(key));
  const isFree = inner !== undefined && added.every(({ key }) => !Object.hasOwn(inner, key));
  return {
    [field]: {
      ...(isFree ? inner : { [isLine ? 'commandLine' : field]: own }),
      ...Object.fromEntries(added.map(({ key, value }) => [key, value])),
    },
  };
}

/** The fields of params in the spelling of the protocol; undefined where they are no object. */
export function protocolFields(params: unknown): Fields | undefined {
  const fields = fieldsOf(params);
  return fields === undefined ? undefined : respelled(fields);
}

/** Params that name their session, in whatever spelling. */
export function withSessionId(params: unknown): unknown {
  const read = fieldsOf(params);
  if (read === undefined || typeof read['sessionId'] === 'string') return params;
  const fields = respelled(read);
  const sessionId = sessionOf(fields);
  return sessionId === undefined ? params : { ...fields, sessionId };
}

/** The path of a folder that is named by its address on this machine; any other text as it is. */
export function folderPath(text: string): string {
  if (!/^file:\/\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    return text;
  }
}

/** A row of the list of sessions in the shape that ACP gives it. */
export function nearListed(row: unknown): unknown {
  const read = fieldsOf(row);
  if (read === undefined) return row;
  const fields = respelled(read);
  return {
    ...fields,
    sessionId: sessionOf(fields) ?? idOf(fields['id']),
    cwd: firstOf(fields, ['cwd', 'workingDirectory', 'directory', 'folder']) || undefined,
    updatedAt: firstOf(fields, ['updatedAt', 'lastUpdated', 'timestamp']),
  };
}

/** The params of a permission request in the shape that ACP gives them. */
export function nearQuestion(params: unknown): unknown {
  const read = fieldsOf(params);
  if (read === undefined) return params;
  const { toolCall, ...beside } = respelled(read);
  const call = fieldsOf(toolCall ?? beside['call']);
  return {
    ...(call !== undefined && beside),
    sessionId: sessionOf(beside),
    toolCall: call === undefined ? callBeside(beside) : withId(respelled(call)),
    options: nearOptions(firstOf(beside, ['options', 'choices'])),
  };
}

function withId(call: Fields): Fields {
  return { ...call, toolCallId: idOf(firstOf(call, ['toolCallId', 'callId', 'id'])) };
}

/** What is asked about may stand beside the options. */
function callBeside(beside: Fields): unknown {
  const { kind, locations, content, command } = beside;
  const texts = said(beside, ['title', 'message', 'question', 'description']).map(({ value }) => value);
  const [title = command, ...more] = texts;
  const input = inputsIn(beside);
  if (typeof title !== 'string' && input.length === 0) return undefined;
  // Two lists, or a text beside one: all of it is what is asked about.
  const shown = [...more, ...[content ?? []].flat()];
  return {
    title,
    kind,
    content: shown.length === 0 ? undefined : shown,
    locations,
    ...joined('rawInput', input, []),
  };
}

function nearOptions(options: unknown): unknown {
  if (Array.isArray(options)) return options.map(nearOption);
  const named = fieldsOf(options);
  if (named === undefined) return options;
  return Object.entries(named).map(([optionId, option]) =>
    typeof option === 'string' ? { optionId, name: option } : nearOption({ optionId, ...fieldsOf(option) }),
  );
}

function nearOption(option: unknown): unknown {
  if (typeof option === 'string' && option.trim() !== '') return { optionId: option };
  const fields = fieldsOf(option);
  if (fields === undefined) return option;
  const read = respelled(fields);
  return {
    optionId: firstOf(read, ['optionId', 'id', 'value']),
    name: firstOf(read, ['name', 'label', 'title', 'text']),
    kind: read['kind'],
  };
}

/** The blocks of a text, a block, a list of them, or what holds one of these. What cannot be read keeps its place. */
function blocksIn(value: unknown, levels = 3): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    if (levels === 0) return [];
    const blocks = value.map((item) => blocksIn(item, levels - 1));
    // A list of which nothing can be read is no content.
    if (blocks.every((each) => each.length === 0)) return [];
    return blocks.flatMap((each) => (each.length === 0 ? [{ type: 'content' }] : each));
  }
  const inner = fieldsOf(value);
  const held = inner?.['content'] ?? inner?.['parts'];
  if (held !== undefined && levels > 0) return blocksIn(held, levels - 1);
  return contentBlock.safeParse(value).success ? [value] : [];
}

/** Commands by their names, as a list. */
function commandsIn(commands: unknown): unknown {
  const named = fieldsOf(commands);
  return named === undefined
    ? commands
    : Object.entries(named).map(([name, command]) => ({ name, ...fieldsOf(command) }));
}

function listIn(value: unknown): unknown {
  const fields = fieldsOf(value);
  return fields === undefined ? undefined : firstOf(fields, ['entries', 'items', 'steps', 'todos']);
}

function kindOf(name: unknown, isKind: (name: string) => boolean): string | undefined {
  if (typeof name !== 'string') return undefined;
  const spelled = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s./-]+/g, '_')
    .toLowerCase();
  const named = AFFIXES.map(([before, after]) => before + spelled + after).find(isKind);
  return named ?? KIND_OF.get(spelled);
}

function sessionOf(fields: Fields): string | undefined {
  return idOf(firstOf(fields, ['sessionId', 'sessionID', 'session']));
}

/** An id that is a number is the text of it. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return idTextOf(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The first of these fields that has a value. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
}

/** What has the name of ACP already counts before another spelling of it. */
function respelled(fields: Fields): Fields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const renamed = given.map(([key, value]) => [camelCase(key), value] as const);
  return { ...fields, ...Object.fromEntries(renamed), ...Object.fromEntries(given) };
}

export function camelCase(key: string): string {
  return key.replace(/(?<=[a-z0-9])[_-]([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

function fieldsOf(value: unknown): Fields | undefined {
  // Zod makes a record of any object, but not of an array.
  return record.safeParse(value).data;
}
