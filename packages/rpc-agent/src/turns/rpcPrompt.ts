// A prompt of ACP as an RPC-mode CLI accepts it: one text, and images.
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import * as z from 'zod';

interface RpcImage {
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
        z.object({ uri: z.string(), blob: z.string(), mimeType: z.string().nullable().exactOptional() }),
      ]),
    }),
  ]),
);

/** What a prompt is made of. */
interface Parts {
  /** What was written, with the files that it mentions named in their place. */
  readonly writtenText: string;
  /** Names of files that only go with it. */
  readonly attached: readonly string[];
  /** The contents of files, each with its name. */
  readonly contents: readonly string[];
  readonly images: readonly RpcImage[];
}

/** The text comes first, so that it still begins with its slash command (R90); attachments follow. */
export function rpcPrompt(blocks: readonly ContentBlock[]): RpcPrompt {
  const { writtenText, attached, contents, images } = partsOf(blocks);
  const more = [...(attached.length === 0 ? [] : [attached.join('\n')]), ...contents];
  // pi finds the end of a command's name by a space alone.
  const isBareCommand = more.length > 0 && /^\/\S+$/.test(writtenText);
  const beginning = isBareCommand ? [`${writtenText} `] : writtenText === '' ? [] : [writtenText];
  return { message: [...beginning, ...more].join('\n\n'), images };
}

/** The text alone: a command that is no prompt has no use for attachments. */
export function writtenTextOf(blocks: readonly ContentBlock[]): string {
  return partsOf(blocks).writtenText;
}

function partsOf(blocks: readonly ContentBlock[]): Parts {
  let writtenText = '';
  let isAfterName = false;
  const attached: string[] = [];
  const contents: string[] = [];
  const images: RpcImage[] = [];
  for (const block of blocks) {
    if (block.type === 'image') {
      images.push({ type: 'image', data: block.data, mimeType: block.mimeType });
    } else if (block.type === 'text') {
      const isGlued = isAfterName && !/^[\s\p{P}]/u.test(block.text) && block.text !== '';
      writtenText += isGlued ? ` ${block.text}` : block.text;
      isAfterName &&= block.text === '';
    } else if (block.type === 'resource_link' || block.type === 'resource') {
      const name = nameOf(block.type === 'resource' ? block.resource.uri : block.uri);
      const hasText = block.type === 'resource' && 'text' in block.resource;
      // Words that are about to mention something end in a space or an opening bracket.
      if (isAfterName || /[\s\p{Ps}\p{Pi}"'`]$/u.test(writtenText)) {
        writtenText += isAfterName ? ` ${name}` : name;
        isAfterName = true;
      } else if (!hasText) attached.push(name);
      if (block.type === 'resource_link') continue;
      const { resource } = block;
      if ('text' in resource) contents.push(`<file name="${name}">\n${resource.text}\n</file>`);
      else if (resource.mimeType?.startsWith('image/') === true) {
        images.push({ type: 'image', data: resource.blob, mimeType: resource.mimeType });
      }
    }
  }
  return { writtenText, attached, contents, images };
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
    // A URI that is not a path of this machine is passed on as it is.
    return uri;
  }
}
