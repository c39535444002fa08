// A prompt of ACP as an RPC-mode CLI takes it: one text, and pictures beside it.
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import * as z from 'zod';

export interface RpcImage {
  readonly type: 'image';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export interface RpcPrompt {
  readonly message: string;
  readonly images: readonly RpcImage[];
}

/** The content of a prompt, where it comes in a request that the SDK does not know. */
export const promptBlocks = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
    z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string() }),
    z.object({
      type: z.literal('resource'),
      resource: z.union([
        z.object({ uri: z.string(), text: z.string() }),
        z.object({ uri: z.string(), blob: z.string(), mimeType: z.string().exactOptional() }),
      ]),
    }),
  ]),
);

/**
 * Text stays where it is; a file is named in its place, and the contents that came with the prompt follow at the
 * end, so that a slash command stays the beginning.
 */
export function rpcPrompt(blocks: readonly ContentBlock[]): RpcPrompt {
  const words: string[] = [];
  const contents: string[] = [];
  const images: RpcImage[] = [];
  for (const block of blocks) {
    if (block.type === 'text') {
      words.push(block.text);
    } else if (block.type === 'image') {
      images.push({ type: 'image', data: block.data, mimeType: block.mimeType });
    } else if (block.type === 'resource_link') {
      words.push(nameOf(block.uri));
    } else if (block.type === 'resource') {
      const { resource } = block;
      words.push(nameOf(resource.uri));
      if ('text' in resource) {
        contents.push(`<file name="${nameOf(resource.uri)}">\n${resource.text}\n</file>`);
      } else if (resource.mimeType?.startsWith('image/') === true) {
        images.push({ type: 'image', data: resource.blob, mimeType: resource.mimeType });
      }
    }
  }
  return { message: [words.join(''), ...contents].join('\n\n'), images };
}

/** The fields of `prompt`, `steer` and the others that send one. */
export function promptFields({ message, images }: RpcPrompt): object {
  return images.length === 0 ? { message } : { message, images };
}

/** The path of a file; any other address as it is. */
function nameOf(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    const { hash } = new URL(uri);
    return `${fileURLToPath(uri.slice(0, uri.length - hash.length))}${hash}`;
  } catch {
    // Not a path of this machine: it is passed on as it is.
    return uri;
  }
}
