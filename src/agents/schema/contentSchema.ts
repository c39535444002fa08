// Content blocks as agents send them.
import * as z from 'zod/mini';
import type { ContentBlock } from '../../core/session/content.ts';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import { lenient } from './lenient.ts';

const typed = z.looseObject({ type: z.string() });

const resource = z.pipe(
  z.object({
    uri: z.string(),
    mimeType: lenient(z.string()),
    text: lenient(z.string()),
    blob: lenient(z.string()),
  }),
  z.transform(withoutUndefined),
);

const resourceLink = z.pipe(
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    /** Required by ACP; a link without one goes by its address. */
    name: lenient(z.string()),
    title: lenient(z.string()),
    description: lenient(z.string()),
    mimeType: lenient(z.string()),
    size: lenient(z.number()),
  }),
  z.transform(({ name, ...rest }) => withoutUndefined({ ...rest, name: name ?? rest.uri })),
);

const byType: ReadonlyMap<string, z.ZodMiniType<ContentBlock>> = new Map<string, z.ZodMiniType<ContentBlock>>(
  [
    ['text', z.object({ type: z.literal('text'), text: z.string() })],
    [
      'image',
      z.pipe(
        z.object({
          type: z.literal('image'),
          data: z.string(),
          mimeType: z.string(),
          uri: lenient(z.string()),
        }),
        z.transform(withoutUndefined),
      ),
    ],
    ['audio', z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string() })],
    ['resource_link', resourceLink],
    ['resource', z.object({ type: z.literal('resource'), resource })],
  ],
);

/**
 * Reads a content block. One of a kind Parley does not know becomes a placeholder (R53); undefined when it is no
 * content block, or one of a known kind that lacks what the kind needs.
 */
export function readContentBlock(value: unknown): ContentBlock | undefined {
  const head = typed.safeParse(value);
  if (!head.success) return undefined;
  const schema = byType.get(head.data.type);
  if (schema === undefined) return { type: 'unknown', name: head.data.type };
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** Whether Parley knows content blocks of that type. */
export function isContentType(type: string): boolean {
  return byType.has(type);
}

/** {@link readContentBlock} as a schema. */
export const contentBlock = z.pipe(
  z.unknown(),
  z.transform((value, context): ContentBlock => {
    const block = readContentBlock(value);
    if (block !== undefined) return block;
    context.issues.push({ code: 'custom', message: 'not a content block', input: value });
    return z.NEVER;
  }),
);
