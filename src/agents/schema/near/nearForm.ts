// Forms and pages in shapes near to those of ACP, as what was meant to be asked. Fields are named by JSON Schema, by
// pydantic, or by the toolkits of user interfaces.
import { parseJson } from '../../../core/text/parseJson.ts';
import { textsIn } from '../contentSchema.ts';
import { bareWord } from '../statusWord.ts';
import { camelCase, fieldsOf, firstOf, idOf, protocolFields, sessionOf, type Fields } from './nearFields.ts';
import { isProperty, nearProperty } from './nearProperty.ts';

const SCHEMAS = ['requestedSchema', 'schema', 'jsonSchema', 'inputSchema', 'form', 'fields', 'properties'];
const ADDRESSES = ['url', 'href', 'uri', 'link'];
const MESSAGES = ['message', 'prompt', 'question', 'text'];

/** What a question has besides what it asks for. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...SCHEMAS,
  ...ADDRESSES,
  ...MESSAGES,
  ...'_meta meta metadata session scope context toolCall'.split(' '),
]);

/** What a schema says of itself, without naming a field. */
const ABOUT_SCHEMA = new Set(
  'type title description properties fields required additionalProperties $schema $id _meta'.split(' '),
);

/** The params of `elicitation/create`. What may be a form but cannot be read as one stays as it is, and is refused. */
export function nearElicitation(params: unknown): unknown {
  const read = protocolFields(params);
  if (read === undefined) return params;
  const schema = dataOf(firstOf(read, SCHEMAS)) ?? unknownForm(read);
  const url = firstOf(read, ADDRESSES);
  return {
    mode: modeOf(read['mode'], schema, url),
    sessionId: sessionOf(read),
    message: textsIn(firstOf(read, MESSAGES)),
    elicitationId: idOf(firstOf(read, ['elicitationId', 'id'])),
    url,
    requestedSchema: nearSchema(schema),
    _meta: read['_meta'],
  };
}

/** The params of `elicitation/complete`. */
export function nearCompletion(params: unknown): unknown {
  const read = protocolFields(params);
  return read && { elicitationId: idOf(firstOf(read, ['elicitationId', 'id'])) };
}

/** Drafts had no mode: a question has a schema or an address. A mode without what it is about is the other. */
function modeOf(mode: unknown, schema: unknown, url: unknown): unknown {
  const word = typeof mode === 'string' ? bareWord(mode) : undefined;
  if (word !== undefined && word !== 'form' && word !== 'url') return mode;
  if (url === undefined) return 'form';
  return word === 'url' || schema === undefined ? 'url' : 'form';
}

/** What stands beside the message under a name that nobody knows, and may be the fields of the form. */
function unknownForm(read: Fields): unknown {
  const isForm = ([name, value]: [string, unknown]): boolean =>
    typeof value === 'object' && value !== null && !KNOWN_FIELDS.has(camelCase(name));
  return Object.entries(read).find(isForm)?.[1];
}

/** A schema with its fields by their names. What names none, and more than what a schema says of itself, stays. */
function nearSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return fieldList(schema);
  const fields = fieldsOf(schema);
  if (fields === undefined) return schema;
  const inner = fieldsOf(firstOf(fields, ['schema', 'jsonSchema']));
  if (inner !== undefined) return nearSchema(inner);
  const held = firstOf(fields, ['properties', 'fields']);
  const required: readonly unknown[] = [fields['required'] ?? []].flat();
  if (held === undefined && Object.keys(fields).every((name) => ABOUT_SCHEMA.has(name))) {
    return { ...fields, required, properties: byName(Object.entries(withRequired({}, required)), {}) };
  }
  if (Array.isArray(held)) return { ...fields, ...fieldList(held) };
  // The fields may stand where the schema should.
  const named = held === undefined && Object.values(fields).every(isProperty) ? fields : fieldsOf(held);
  if (named === undefined) return schema;
  const definitions = { ...fieldsOf(fields['definitions']), ...fieldsOf(fields['$defs']) };
  const properties = withRequired(named, required);
  const own = Object.entries(properties).flatMap(([name, value]) =>
    fieldsOf(value)?.['required'] === true ? [name] : [],
  );
  return {
    ...(held !== undefined && fields),
    required: [...required, ...own],
    properties: byName(Object.entries(properties), definitions),
  };
}

/** A field that is required and not described may be any text. */
function withRequired(properties: Fields, required: readonly unknown[]): Fields {
  const missing = required.flatMap((name) =>
    typeof name === 'string' && !Object.hasOwn(properties, name) ? [[name, {}] as const] : [],
  );
  return { ...properties, ...Object.fromEntries(missing) };
}

/** Fields in a list have their names in them. One without a name can be sent under none, and stays unread. */
function fieldList(list: readonly unknown[]): Fields {
  const named = list.map((item, index) => {
    const fields = protocolFields(item);
    const name = fields && idOf(firstOf(fields, ['key', 'id', 'name', 'field']));
    return [name ?? `field ${index + 1}`, name === undefined ? null : item] as const;
  });
  const required = named.flatMap(([name, item]) => (fieldsOf(item)?.['required'] === true ? [name] : []));
  return { required, properties: byName(named, {}) };
}

function byName(entries: readonly (readonly [string, unknown])[], definitions: Fields): Fields {
  return Object.fromEntries(entries.map(([name, value]) => [name, nearProperty(value, definitions)]));
}

function dataOf(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}
