// What a content block is called in a chip.
import { attachedName, type ContentBlock, textOfPaste } from '../../../src/core/session/content.ts';
import { isUndoneBlock } from '../../../src/core/changes/undoneChanges.ts';
import { contentStrings } from './contentStrings.ts';
import { decoded } from '../../../src/core/paths/fileUri.ts';

/** A short name of the block. `sizeBytes`: of the whole where the block is a part of it. */
export function contentName(block: ContentBlock, sizeBytes?: number): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return block.uri === undefined ? contentStrings.image() : fileNameOf(block.uri);
    case 'audio':
      return contentStrings.audio();
    case 'resource_link':
      return block.title || block.name || fileNameOf(block.uri) || contentStrings.file();
    case 'resource': {
      if (isUndoneBlock(block)) return contentStrings.undoneChanges();
      const pasted = textOfPaste(block);
      return pasted === undefined
        ? fileNameOf(block.resource.uri) || contentStrings.file()
        : contentStrings.pastedText(sizeBytes ?? new Blob([pasted]).size);
    }
    case 'unknown':
      return contentStrings.unsupportedContent(block.name);
  }
}

/** The name of the file that an address leads to. */
export function fileNameOf(uri: string): string {
  const attached = attachedName(uri);
  if (attached !== undefined) return attached;
  const segment =
    uri
      .split(/[?#]/, 1)[0]
      ?.split(/[/\\]/)
      .findLast((part) => part !== '') ?? uri;
  return decoded(segment);
}
