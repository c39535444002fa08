// The content of a prompt, limited to the kinds that the agent accepts (R44, R45).
import { basename } from 'node:path/posix';
import type { AgentDescription } from '../core/ports/agent.ts';
import { contentNotSupported, ParleyError } from '../core/errors.ts';
import type { ContentBlock } from '../core/session/content.ts';

type PromptCapabilities = AgentDescription['promptCapabilities'];

/**
 * The blocks as they may be sent: an embedded resource becomes a link where it cannot be taken, or text where it
 * exists nowhere else. Throws a ParleyError
 * when the prompt holds images or audio that the agent does not take, because leaving them out would change its sense.
 */
export function acceptedContent(
  agent: string,
  blocks: readonly ContentBlock[],
  capabilities: PromptCapabilities,
): readonly ContentBlock[] {
  return blocks.flatMap((block): readonly ContentBlock[] => {
    switch (block.type) {
      case 'image':
        if (!capabilities.image) throw new ParleyError(contentNotSupported(agent, 'images'));
        return [block];
      case 'audio':
        if (!capabilities.audio) throw new ParleyError(contentNotSupported(agent, 'audio'));
        return [block];
      case 'resource': {
        const { uri, mimeType, text, blob } = block.resource;
        if (capabilities.embeddedContext && (text !== undefined || blob !== undefined)) return [block];
        if (text !== undefined && !uri.startsWith('file:')) {
          return [{ type: 'text', text: `Contents of ${nameOf(uri)}:\n\n${text}\n\n` }];
        }
        const link: ContentBlock = { type: 'resource_link', uri, name: nameOf(uri) };
        return [mimeType === undefined ? link : { ...link, mimeType }];
      }
      case 'unknown':
        return [];
      case 'text':
      case 'resource_link':
        return [block];
    }
  });
}

function nameOf(uri: string): string {
  return basename(uri.replace(/[?#].*$/, '')) || uri;
}
