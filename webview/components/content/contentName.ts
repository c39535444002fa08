// What a content block is called in a chip.
import { type ContentBlock, textOfPaste } from '../../../src/core/session/content.ts';
import { contentStrings } from './contentStrings.ts';

/** A short name of the block. */
export function contentName(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return block.uri === undefined ? contentStrings.image() : lastSegment(block.uri);
    case 'audio':
      return contentStrings.audio();
    case 'resource_link':
      return block.title ?? (block.name === '' ? lastSegment(block.uri) : block.name);
    case 'resource': {
      const pasted = textOfPaste(block);
      return pasted === undefined
        ? lastSegment(block.resource.uri)
        : contentStrings.pastedText(new Blob([pasted]).size);
    }
    case 'unknown':
      return contentStrings.unsupportedContent(block.name);
  }
}

function lastSegment(uri: string): string {
  return uri.split(/[/\\]/).findLast((segment) => segment !== '') ?? uri;
}
