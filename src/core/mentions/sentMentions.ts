// Mentions in a prompt that was sent: each is a block that stands for what was mentioned, or still text.
import type { ContentBlock } from '../session/content.ts';
import { isActiveFileLink } from './activeFile.ts';
import { isUserPrompt, type Prompt } from '../session/entries.ts';
import { mentionKindOf, mentionText, promptParts, type Mention, type MentionKind } from './mention.ts';
import { mentionLabel } from './mentionLabel.ts';
import { withoutName } from './namedAddress.ts';
import { withoutMentions } from './withoutMentions.ts';
import { decoded } from '../paths/fileUri.ts';

/** A part of a sent prompt in its order. `block` is what went to the agent for a mention, where it is known. */
export type SentPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'mention';
      readonly mention: Mention;
      readonly kind: MentionKind;
      readonly block: ContentBlock | undefined;
    }
  | { readonly type: 'attachment'; readonly block: ContentBlock };

/**
 * The parts of a prompt: text, mentions at their places, and attachments. The name of a mention, which stands in the text
 * before its block, is part of the mention.
 */
export function sentParts(content: readonly ContentBlock[]): readonly SentPart[] {
  const parts = partsOf(content);
  return parts.flatMap((part, index): readonly SentPart[] => {
    const next = parts[index + 1];
    if (part.type !== 'text' || next?.type !== 'mention') return [part];
    const name = writtenName(next.mention.name);
    if (!part.text.endsWith(name)) return [part];
    return part.text === name ? [] : [{ type: 'text', text: part.text.slice(0, -name.length) }];
  });
}

/** A mention as a word of the text. The name of one may look like another, which nobody mentioned. */
export function writtenName(name: string): string {
  return withoutMentions(`@${name}`);
}

function partsOf(content: readonly ContentBlock[]): readonly SentPart[] {
  return content.flatMap((block): readonly SentPart[] => {
    if (block.type === 'text') {
      if (!block.text.includes('[@')) return [block];
      return promptParts(block.text).map((part) =>
        part.type === 'text' ? part : { ...part, block: undefined },
      );
    }
    const found = mentionOf(block);
    return [found === undefined ? { type: 'attachment', block } : { type: 'mention', ...found, block }];
  });
}

/** The prompt as it was typed, with its mentions as text. */
export function typedText(content: readonly ContentBlock[]): string {
  return joined(content, mentionText);
}

/** The text of a prompt for a draft. One that the agent reported mentions nothing: sending reads what is mentioned. */
export function draftText(prompt: Prompt): string {
  const text = typedText(prompt.content);
  return isUserPrompt(prompt) ? text : withoutMentions(text);
}

/** The prompt as it is shown, with what its mentions are called. */
export function shownText(content: readonly ContentBlock[]): string {
  return joined(content, (mention) => mentionLabel(mention).text);
}

/** What of the prompt is not part of its text. */
export function attachmentsOf(content: readonly ContentBlock[]): readonly ContentBlock[] {
  return sentParts(content).flatMap((part) => (part.type === 'attachment' ? [part.block] : []));
}

function joined(content: readonly ContentBlock[], write: (mention: Mention) => string): string {
  return sentParts(content)
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'mention' ? write(part.mention) : '';
    })
    .join('');
}

/** The mention that a block of a sent prompt stands for. */
export function mentionOf(
  block: ContentBlock,
): { readonly mention: Mention; readonly kind: MentionKind } | undefined {
  if (isActiveFileLink(block)) return undefined;
  const address =
    block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : undefined;
  const kind = address === undefined ? undefined : mentionKindOf(address);
  if (address === undefined || kind === undefined) return undefined;
  const { uri, name: called = '' } = withoutName(address);
  const name = block.type === 'resource_link' ? (block.title ?? block.name) : called;
  return { mention: { name: name === '' ? nameOf(uri) : name, uri }, kind };
}

/** `app.ts:3-9` of a file, `staged` of an address of Parley. */
function nameOf(uri: string): string {
  const [address = '', fragment = ''] = uri.split('#', 2);
  const [path = '', query = ''] = address.split('?', 2);
  const [, named] = /(?:^|&)(?:symbol|name|id)=([^&]+)/.exec(query) ?? [];
  const last = path.split('/').findLast((part) => part !== '') ?? uri;
  const [, start, end] = /^L(\d+)(?::(\d+))?$/.exec(fragment) ?? [];
  if (named !== undefined) return decoded(named);
  if (start === undefined) return decoded(last);
  return `${decoded(last)}:${end === undefined || end === start ? start : `${start}-${end}`}`;
}
