// Content blocks as agents send them.
import * as z from 'zod/mini';
import type { ContentBlock } from '../../core/session/content.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient } from './lenient.ts';

const typed = z.looseObject({ type: z.string() });
const inText = z.pipe(
  z.object({ text: z.string() }),
  z.transform(({ text }) => text),
);
/** A text, also where it is in a wrapper. */
const said = z.union([
  inText,
  z.pipe(
    z.object({ content: z.union([z.string(), inText]) }),
    z.transform(({ content }) => content),
  ),
]);

/** A text without an address is a text; nothing else can be shown without one. */
const resource = z.pipe(
  z.object({
    resource: z.object({
      uri: lenient(z.string()),
      mimeType: lenient(z.string()),
      text: lenient(z.string()),
      blob: lenient(z.string()),
    }),
  }),
  z.transform(({ resource: { uri, text, ...rest } }, context): ContentBlock => {
    if (uri !== undefined) {
      return { type: 'resource', resource: withoutUndefined({ uri, text, ...rest }) };
    }
    return text === undefined ? unreadable(context, 'a resource without an address') : { type: 'text', text };
  }),
);

const resourceLink = z.pipe(
  z.object({
    uri: lenient(z.string()),
    url: lenient(z.string()),
    /** Required by ACP; a link without one goes by its address. */
    name: lenient(z.string()),
    title: lenient(z.string()),
    description: lenient(z.string()),
    mimeType: lenient(z.string()),
    size: lenient(z.number()),
  }),
  z.transform(({ url, uri = url, name, ...rest }, context): ContentBlock => {
    if (uri !== undefined) {
      return { type: 'resource_link', uri, ...withoutUndefined({ ...rest, name: name ?? uri }) };
    }
    const text = [rest.title ?? name, rest.description].filter((part) => part !== undefined).join('\n');
    return text === '' ? unreadable(context, 'a link without an address') : { type: 'text', text };
  }),
);

const DATA_URI = /^data:(image\/[\w.+-]+);base64,(.+)$/s;

/** Without its kind, which browsers find out; without its data, where it is. */
const image = z.pipe(
  z.object({
    data: lenient(z.string()),
    mimeType: lenient(z.string()),
    uri: lenient(z.string()),
    url: lenient(z.string()),
    image_url: lenient(z.object({ url: z.string() })),
    /** Where Anthropic's API has what is said of the image. */
    source: lenient(
      z.object({ data: lenient(z.string()), media_type: lenient(z.string()), url: lenient(z.string()) }),
    ),
  }),
  z.transform(({ source, url, image_url, ...read }, context): ContentBlock => {
    const uri = read.uri ?? url ?? image_url?.url ?? source?.url;
    const [, kind, inUri] = DATA_URI.exec(uri ?? '') ?? [];
    if (inUri !== undefined) return { type: 'image', data: inUri, mimeType: kind ?? 'image/png' };
    const data = read.data ?? source?.data;
    const mimeType = read.mimeType ?? source?.media_type ?? 'image/png';
    if (data !== undefined) return withoutUndefined({ type: 'image' as const, data, mimeType, uri });
    if (uri !== undefined) return { type: 'resource_link', uri, name: uri };
    return unreadable(context, 'an image without data');
  }),
);

const audio = z.pipe(
  z.object({ data: z.string(), mimeType: z.catch(z.string(), 'audio/wav') }),
  z.transform((read): ContentBlock => ({ type: 'audio', ...read })),
);

/** Some agents send a result as it is, which may be a number. */
const textBlock = z.pipe(
  z.object({ text: z.union([z.string(), z.number(), z.boolean()]) }),
  z.transform((read): ContentBlock => ({ type: 'text', text: String(read.text) })),
);

function unreadable(context: z.core.ParsePayload, message: string): never {
  context.issues.push({ code: 'custom', message, input: context.value });
  return z.NEVER;
}

const byType: ReadonlyMap<string, z.ZodMiniType<ContentBlock>> = new Map<string, z.ZodMiniType<ContentBlock>>(
  [
    ['text', textBlock],
    ['image', image],
    ['audio', audio],
    ['resource_link', resourceLink],
    ['resource', resource],
  ],
);

/**
 * Reads a content block. One of a kind Parley does not know becomes a placeholder (R53); undefined when it is no
 * content block, or one of a known kind that lacks what the kind needs.
 */
export function readContentBlock(value: unknown): ContentBlock | undefined {
  const head = typed.safeParse(value);
  if (!head.success) return textOf(value);
  const schema = byType.get(head.data.type);
  if (schema === undefined) return textOf(value) ?? { type: 'unknown', name: head.data.type };
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : textOf(value);
}

/** What says a text and is no block of a known kind, as `{ type: 'output_text', text }`, is that text. */
function textOf(value: unknown): ContentBlock | undefined {
  const text = typeof value === 'string' ? value : said.safeParse(value).data;
  return text === undefined ? undefined : { type: 'text', text };
}

/** The names of texts for the user in objects of agents' own. */
const TEXT_FIELDS =
  /^(?:text|content|message|parts|refusal|reason|error|details?|summary|output|answer|value|thinking|reasoning|markdown)$/;
const MAX_TEXT_LEVELS = 5;

/** The texts for the user in a value of an unknown shape, in their order, each on lines of its own; empty without any. */
export function textsIn(value: unknown, fields = TEXT_FIELDS, levels = MAX_TEXT_LEVELS): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || levels === 0) return '';
  const inner: readonly unknown[] = Array.isArray(value)
    ? value
    : Object.entries(value).flatMap(([name, each]: [string, unknown]) => (fields.test(name) ? [each] : []));
  return inner
    .map((each) => textsIn(each, fields, levels - 1))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** {@link readContentBlock} of a message as a schema: of a kind Parley does not know, what it says is shown. */
export const contentBlock = z.pipe(
  z.unknown(),
  z.transform((value, context): ContentBlock => {
    const block = readContentBlock(value);
    const isUnread = block === undefined ? typed.safeParse(value).success : block.type === 'unknown';
    const text = isUnread ? textsIn(value) : '';
    if (text !== '') return { type: 'text', text };
    if (block !== undefined) return block;
    context.issues.push({ code: 'custom', message: 'not a content block', input: value });
    return z.NEVER;
  }),
);
