// Arbitrary values that a JSON schema allows, as far as ACP's schemas use the language.
import fc from 'fast-check';
import * as z from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

const schemaNode = z.looseObject({
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  oneOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
});
type Node = z.infer<typeof schemaNode>;

/** How deep samples nest; below that, optional fields are left out and lists are empty. */
const DEPTH = 12;

/** The samples of definitions, by root, reference and depth: schemas refer to each other again and again. */
const cache = new WeakMap<JsonSchema, Map<string, fc.Arbitrary<unknown>>>();

function sampleOfReference(root: JsonSchema, reference: string, depth: number): fc.Arbitrary<unknown> {
  const known = cache.get(root) ?? new Map<string, fc.Arbitrary<unknown>>();
  cache.set(root, known);
  const key = `${reference} ${depth}`;
  const sample = known.get(key) ?? sampleOf(root, resolve(root, reference), depth - 1);
  known.set(key, sample);
  return sample;
}

/** Samples of `schema` inside `root`. Some may not be valid after all: filter them with a validator. */
export function sampleOf(root: JsonSchema, schema: unknown, depth = DEPTH): fc.Arbitrary<unknown> {
  const node = schemaNode.safeParse(schema);
  if (!node.success) return fc.jsonValue({ maxDepth: 1 });
  const { $ref, const: constant, enum: values, oneOf, anyOf } = node.data;
  if ($ref !== undefined) return sampleOfReference(root, $ref, depth);
  if (constant !== undefined) return fc.constant(constant);
  if (values !== undefined) return fc.constantFrom(...values);
  const own = ownSample(root, node.data, depth);
  const choices = oneOf ?? anyOf;
  if (choices === undefined) return own ?? fc.jsonValue({ maxDepth: 1 });
  const chosen = fc.oneof(...choices.map((choice) => sampleOf(root, choice, depth - 1)));
  return own === undefined ? chosen : merged([own, chosen]);
}

/** What the node says itself, without its alternatives. */
function ownSample(root: JsonSchema, node: Node, depth: number): fc.Arbitrary<unknown> | undefined {
  const parts = (node.allOf ?? []).map((part) => sampleOf(root, part, depth - 1));
  const typed = typedSample(root, node, depth);
  if (typed !== undefined) parts.push(typed);
  return parts.length === 0 ? undefined : merged(parts);
}

function typedSample(root: JsonSchema, node: Node, depth: number): fc.Arbitrary<unknown> | undefined {
  if (Array.isArray(node.type)) {
    const samples = node.type.map((type) => typedSample(root, { ...node, type }, depth));
    return fc.oneof(...samples.filter((sample) => sample !== undefined));
  }
  switch (node.type) {
    case 'string':
      return fc.string({ unit: 'grapheme', minLength: node.minLength ?? 0 });
    case 'integer':
      return fc.oneof(fc.nat(), fc.maxSafeInteger()).map((value) => {
        const { minimum = value, maximum = value } = node;
        return Math.min(Math.max(value, minimum), maximum);
      });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return depth > 0 ? fc.array(sampleOf(root, node.items, depth - 1), { maxLength: 3 }) : fc.constant([]);
    case 'object':
      return objectSample(root, node, depth);
    default:
      return node.properties === undefined ? undefined : objectSample(root, node, depth);
  }
}

function objectSample(root: JsonSchema, node: Node, depth: number): fc.Arbitrary<unknown> {
  const required = node.required ?? [];
  const known = Object.entries(node.properties ?? {}).filter(
    ([name]) => depth > 0 || required.includes(name),
  );
  const fields = Object.fromEntries(known.map(([name, field]) => [name, sampleOf(root, field, depth - 1)]));
  const requiredKeys = Object.keys(fields).filter((name) => required.includes(name));
  return fc.record(fields, { requiredKeys });
}

/** One sample of each, as one object; a single one as it is. */
function merged(parts: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return fc.tuple(...parts).map((samples) => Object.assign({}, ...samples));
}

function resolve(root: JsonSchema, reference: string): unknown {
  let node: unknown = root;
  for (const key of reference.replace(/^#\//, '').split('/')) {
    node = z.record(z.string(), z.unknown()).parse(node)[key];
  }
  return node;
}
