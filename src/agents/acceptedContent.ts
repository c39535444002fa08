// The content of a prompt, limited to the kinds that the agent accepts (R44, R45).
import { basename } from 'node:path/posix';
import type { AgentDescription } from '../core/ports/agent.ts';
import { contentNotSupported } from '../core/agentErrors.ts';
import { ParleyError } from '../core/errors.ts';
import { quoted } from '../core/mentions/contextText.ts';
import { writtenName } from '../core/mentions/sentMentions.ts';
import { withoutName } from '../core/mentions/namedAddress.ts';
import type { ContentBlock } from '../core/session/content.ts';
import { decoded } from '../core/paths/fileUri.ts';

type PromptCapabilities = AgentDescription['promptCapabilities'];

/**
 * The blocks as they may be sent: an embedded resource becomes a link where it cannot be taken, with the lines that it is
 * about quoted, or text where it exists nowhere else. Throws a ParleyError when the prompt holds images or audio that the
 * agent does not take, because leaving them out would change its sense.
 */
export function acceptedContent(
  agent: string,
  blocks: readonly ContentBlock[],
  capabilities: PromptCapabilities,
): readonly ContentBlock[] {
  return blocks.flatMap((block, index): readonly ContentBlock[] => {
    switch (block.type) {
      case 'image':
        if (!capabilities.image) throw new ParleyError(contentNotSupported(agent, 'images'));
        return [block];
      case 'audio':
        if (!capabilities.audio) throw new ParleyError(contentNotSupported(agent, 'audio'));
        return [block];
      case 'resource':
        return apart(blocks[index - 1], acceptedResource(block, capabilities));
      case 'resource_link':
        // An agent can open none of Parley's own addresses; the text before it may have the name already.
        if (block.uri.startsWith('parley:'))
          return endsWithName(blocks[index - 1], block.name)
            ? []
            : [{ type: 'text', text: `“${block.name}”` }];
        return [{ ...block, uri: withoutSlash(block.uri) }];
      case 'unknown':
        return [];
      case 'text':
        return [block];
    }
  });
}

/** What is written out does not begin in the line of the words before it. */
function apart(before: ContentBlock | undefined, sent: readonly ContentBlock[]): readonly ContentBlock[] {
  const [first, ...others] = sent;
  if (before?.type !== 'text' || first?.type !== 'text') return sent;
  return [{ ...first, text: `\n\n${first.text}` }, ...others];
}

function endsWithName(before: ContentBlock | undefined, name: string): boolean {
  return before?.type === 'text' && before.text.endsWith(writtenName(name));
}

/** The address of a folder as that of a file: agents call what they are sent by what stands after the last slash. */
function withoutSlash(uri: string): string {
  return /^file:\/\/[^?#]*[^/:]\/$/i.test(uri) ? uri.slice(0, -1) : uri;
}

function acceptedResource(
  block: Extract<ContentBlock, { type: 'resource' }>,
  { embeddedContext }: PromptCapabilities,
): readonly ContentBlock[] {
  const { uri, mimeType, text, blob } = block.resource;
  if (embeddedContext && (text !== undefined || blob !== undefined)) {
    return [{ ...block, resource: { ...block.resource, uri: withoutSlash(uri) } }];
  }
  if (text !== undefined && !uri.startsWith('file:')) {
    return [{ type: 'text', text: `Contents of ${nameOf(uri)}:\n\n${text}\n\n` }];
  }
  if (uri.startsWith('parley:')) return [{ type: 'text', text: `“${nameOf(uri)}”` }];
  const link: ContentBlock = { type: 'resource_link', uri: withoutSlash(uri), name: nameOf(uri) };
  const typed = mimeType === undefined ? link : { ...link, mimeType };
  // A link alone does not say which lines are meant as they are now.
  if (text === undefined || !/#L\d/.test(uri)) return [typed];
  return [typed, { type: 'text', text: `\n\n${quoted(text)}\n\n` }];
}

/**
 * The last part of an address, and what follows it where Parley made it: `terminal “npm test”`, `branch (name=main)`,
 * `b.ts (lines 3–9)`.
 */
function nameOf(address: string): string {
  const { uri, name } = withoutName(address);
  if (name !== undefined) return `${nameOf(uri.replace(/[?#].*$/s, ''))} “${name}”`;
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)\??([^#]*)#?(.*)$/s.exec(uri) ?? [];
  const [, start, end] = /^L(\d+)[:-]L?(\d+)/.exec(fragment) ?? [];
  const lines = start === undefined ? '' : ` (lines ${start}–${end})`;
  const asked = uri.startsWith('parley:') && query !== '' ? ` (${decoded(query.replaceAll('&', ', '))})` : '';
  return `${decoded(basename(path)) || uri}${asked}${lines}`;
}
