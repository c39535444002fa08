// A field of a form in a shape near to that of ACP, as the field that it was meant to be.
import { bareWord } from '../statusWord.ts';
import { fieldsOf, firstOf, protocolFields, respelled, type Fields } from './nearFields.ts';

const TYPES: Readonly<Record<string, readonly string[]>> = {
  string: words(
    'string str text textarea input password email uri url date datetime select enum choice radio dropdown singleselect',
  ),
  number: words('number float double decimal'),
  integer: words('integer int long'),
  boolean: words('boolean bool checkbox switch toggle confirm'),
  array: words('array list multiselect checkboxes tags set'),
};

function words(text: string): readonly string[] {
  return text.split(' ');
}

const TYPE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES).flatMap(([type, words]) => words.map((word) => [word, type] as const)),
);

const FORMATS: Readonly<Partial<Record<string, string>>> = {
  email: 'email',
  uri: 'uri',
  url: 'uri',
  date: 'date',
  datetime: 'date-time',
};

const VARIANTS = ['oneOf', 'anyOf'];
const CHOICES = [...VARIANTS, 'enum', 'options', 'choices', 'values'];
const MAX_REFERENCES = 5;

/** The field in the words of ACP, with its choices in `choices`; what it refers to is in `definitions`. */
export function nearProperty(value: unknown, definitions: Fields): unknown {
  const sent = typeof value === 'string' ? { type: value } : value;
  const read = protocolFields(resolved(sent, definitions));
  if (read === undefined) return value;
  const fields = withVariant(read, definitions);
  const choices = choicesOf(fields);
  const word = typeWord(fields['type']);
  const type = word === undefined ? typeOf(fields, choices) : (TYPE_OF.get(word) ?? fields['type']);
  const items = resolved(fields['items'], definitions);
  const itemFields = protocolFields(items);
  return {
    ...fields,
    type,
    title: firstOf(fields, ['title', 'label']),
    description: firstOf(fields, ['description', 'help', 'hint']),
    format: fields['format'] ?? FORMATS[word ?? ''],
    minimum: numberIn(firstOf(fields, ['minimum', 'min'])),
    maximum: numberIn(firstOf(fields, ['maximum', 'max'])),
    choices:
      choices ??
      (type === 'array' && itemFields ? choicesOf(withVariant(itemFields, definitions)) : undefined),
    isOfNumbers: ['number', 'integer'].includes(TYPE_OF.get(typeWord(itemFields?.['type']) ?? '') ?? ''),
    default: nearDefault(firstOf(fields, ['default', 'defaultValue', 'initialValue', 'initial']), type),
  };
}

/** A field with what it refers to, and what it is made of, in its place. */
function resolved(value: unknown, definitions: Fields, levels = MAX_REFERENCES): unknown {
  const fields = fieldsOf(value);
  if (fields === undefined || levels === 0) return value;
  const { $ref, allOf, ...own } = fields;
  const [, name] = typeof $ref === 'string' ? (/^#\/(?:\$defs|definitions)\/([^/]+)$/.exec($ref) ?? []) : [];
  const parts: readonly unknown[] = [
    ...(name !== undefined && Object.hasOwn(definitions, name) ? [definitions[name]] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
  if (parts.length === 0) return value;
  return Object.assign({}, ...parts.map((part) => fieldsOf(resolved(part, definitions, levels - 1))), own);
}

/** A field that may have one of several types, or none: of those that are no choices, a text where it can be one. */
function withVariant(fields: Fields, definitions: Fields): Fields {
  for (const name of VARIANTS) {
    if (!Array.isArray(fields[name])) continue;
    const list: readonly unknown[] = fields[name];
    const variants = list
      .map((each) => protocolFields(resolved(each, definitions)) ?? {})
      .filter((each) => !isNull(each));
    if (variants.some((each) => 'const' in each || !isProperty(each))) continue;
    const best = variants.find(({ type }) => typeWord(type) === 'string') ?? variants[0];
    return { ...fields, [name]: undefined, ...best };
  }
  return fields;
}

/** Whether an object describes a field, and not one of the choices of a field. */
export function isProperty(value: unknown): boolean {
  const fields = fieldsOf(value);
  return fields !== undefined && ['type', '$ref', 'enum', ...VARIANTS].some((name) => name in fields);
}

function isNull(variant: Fields): boolean {
  return variant['type'] === 'null' || variant['const'] === null;
}

/** The type as a word; of several, a text where it can be one. Null is how an optional field is left out. */
function typeWord(type: unknown): string | undefined {
  const words = [type ?? []].flat().flatMap((each) => (typeof each === 'string' ? [bareWord(each)] : []));
  const possible = words.filter((word) => word !== 'null');
  return possible.find((word) => TYPE_OF.get(word) === 'string') ?? possible[0] ?? words[0];
}

/** A field whose type is missing is what its other fields are about; a text where they do not say. */
function typeOf(fields: Fields, choices: unknown): string {
  if (fields['items'] !== undefined || fields['multiple'] === true) return 'array';
  if (choices !== undefined) return 'string';
  if ('minimum' in fields || 'maximum' in fields) return 'number';
  const initial = typeof fields['default'];
  return initial === 'boolean' || initial === 'number' ? initial : 'string';
}

/** The choices as a list of values with titles; undefined where there are none. */
function choicesOf(fields: Fields): readonly unknown[] | undefined {
  const sent = firstOf(fields, CHOICES) ?? ('const' in fields ? [fields['const']] : undefined);
  const list = Array.isArray(sent) ? sent : namedChoices(sent);
  if (list === undefined) return undefined;
  const titles = firstOf(fields, ['enumNames', 'enumTitles', 'xEnumNames', 'x-enumNames']);
  return list.map((choice: unknown, index) =>
    nearChoice(choice, Array.isArray(titles) ? titles[index] : undefined),
  );
}

function namedChoices(sent: unknown): readonly unknown[] | undefined {
  const named = fieldsOf(sent);
  return (
    named && Object.entries(named).map(([value, title]) => ({ value, ...(fieldsOf(title) ?? { title }) }))
  );
}

/** One without a value is sent back as its title. */
function nearChoice(choice: unknown, title: unknown): unknown {
  const fields = protocolFields(choice);
  if (fields === undefined) return choice === null ? null : { value: choice, title };
  const read = respelled(fields);
  const label = firstOf(read, ['title', 'label', 'name', 'text']);
  if (isNull(read)) return null;
  const only: unknown = Array.isArray(read['enum']) ? read['enum'][0] : undefined;
  return {
    value: firstOf(read, ['const', 'value', 'id', 'key']) ?? only ?? label,
    title: label ?? title,
    description: read['description'],
  };
}

/** An initial value that says the same in another type. */
function nearDefault(value: unknown, type: unknown): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return numberIn(value);
    case 'boolean':
      return value === 'true' || value === 'false' ? value === 'true' : value;
    case 'array':
      return value === undefined || Array.isArray(value) ? value : [value];
    default:
      return value;
  }
}

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : value;
}
