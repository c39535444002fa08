// What the user wrote and attached, from the content blocks of a prompt.
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';

/** A prompt as the commands of the demo agent see it. */
export interface Prompt {
  /** The text blocks, one after the other. */
  readonly text: string;
  /** What follows the command word. */
  readonly argument: string;
  /** Absolute paths of the attached or mentioned files, in order. */
  readonly attachedFiles: readonly string[];
  /** Number of attached blocks that are neither text nor a file. */
  readonly otherAttachments: number;
}

/** Reads the content blocks of a prompt. */
export function promptOf(blocks: readonly ContentBlock[]): Prompt {
  const texts: string[] = [];
  const attachedFiles: string[] = [];
  let otherAttachments = 0;
  for (const block of blocks) {
    const path = filePathOf(block);
    if (block.type === 'text') texts.push(block.text);
    else if (path !== undefined) attachedFiles.push(path);
    else otherAttachments += 1;
  }
  const text = texts.join('\n').trim();
  return { text, argument: text, attachedFiles, otherAttachments };
}

function filePathOf(block: ContentBlock): string | undefined {
  const uri =
    block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : undefined;
  if (uri === undefined || !uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
