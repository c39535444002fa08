// The name, input and output of a tool call, whatever agents call them.
import * as z from 'zod/mini';
import { isSameData } from '../../../core/base/isSameData.ts';
import { affectsCommands } from '../../../core/permissions/policy/commands/commandFields.ts';
import { parseJson } from '../../../core/text/parseJson.ts';
import { textsIn } from '../contentSchema.ts';
import { callStatusWord } from '../statusWord.ts';
import { contentParts } from './nearContents.ts';
import { camelCase, fieldsOf, firstOf, respelled, type Fields } from './nearFields.ts';

/** What agents call the fields of a call, that of ACP first. */
const NAMES = ['name', 'toolName', 'tool_name'];
const INPUTS = ['rawInput', 'raw_input', 'input', 'arguments', 'args', 'parameters', 'params', 'command'];
const OUTPUTS = ['rawOutput', 'raw_output', 'output', 'result', 'response', 'stdout', 'stderr'];

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
    ...(typeof read['content'] === 'object' && { content: read['content'] && contentParts(read['content']) }),
    ...joined('rawInput', inputsIn(read), otherNames),
    ...(output !== undefined && joined('rawOutput', [output], otherOutputs)),
  };
});

/** Why a call failed, which ACP has no field for. */
function reasonOf(call: Fields): readonly Said[] {
  const status = callStatusWord.safeParse(call['status']).data;
  if (status !== 'failed' && status !== 'rejected' && status !== 'cancelled') return [];
  const reason = firstOf(call, ['error', 'errorMessage', 'message', 'reason']);
  const value = textsIn(reason);
  return value === '' ? [] : [{ key: 'output', value }];
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
export function inputsIn(fields: Fields, known: readonly Said[] = []): readonly Said[] {
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

/** Names of fields with an id or a time, and with the name of who asks. `filename`, `hostname` and `format` are other names. */
const NAME_FIELD =
  /(?:^id|[a-z](?:Id|ID|_id|At|_at|Time|_time)|[tT]imestamp)$|^(?:agent|session|model|provider)_?[nN]ame$/;
/** What stands in such fields; anything with another dot than that of a number may name a file. */
const NAME_VALUE = /^\w[\w:+-]*(?:\.\d[\w:+-]*)*$/;

/** What is said under names that nobody knows, but for numbers, switches that are off, ids, times and names of who asks. */
function unknownIn(fields: Fields): readonly Said[] {
  const names = unknownNames(fields).filter((name) => {
    const value = fields[name];
    const isName = typeof value === 'string' && NAME_FIELD.test(name) && NAME_VALUE.test(value);
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
export function said(fields: Fields, names: readonly string[]): readonly Said[] {
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
export function joined(field: string, [first, ...more]: readonly Said[], others: readonly Said[]): Fields {
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
