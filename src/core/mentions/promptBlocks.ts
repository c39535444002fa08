// The blocks of a prompt whose text holds mentions: each mention becomes what it stands for, at its place (R44, R45).
import { appendContent, type ContentBlock } from '../session/content.ts';
import { promptParts, type Mention } from './mention.ts';
import { mentionTarget, type MentionTarget } from './mentionTarget.ts';
import { namedAddress } from './namedAddress.ts';
import { mentionOf, writtenName } from './sentMentions.ts';

/**
 * Reads what a mention stands for: embedded resources, links, images. Rejects with a {@link MentionError}. What an agent
 * cannot embed is turned into links and text when the prompt is sent, because only then is it known for certain.
 */
export type ReadMention = (target: MentionTarget, mention: Mention) => Promise<readonly ContentBlock[]>;

/** How many mentions are read at once. */
const MAX_READS_IN_FLIGHT = 8;

/** The length of all mentions of a prompt together, in characters; files beyond it go as links. */
const MAX_EMBEDDED_LENGTH = 2_000_000;

/**
 * The content with its mentions read. Text between them stays as it is, to the character, with the name of each before
 * its block: some agents take the blocks out of the text. What is mentioned twice is embedded once. Rejects with the first {@link MentionError}, in the order of the text.
 */
export async function promptBlocks(
  content: readonly ContentBlock[],
  read: ReadMention,
): Promise<readonly ContentBlock[]> {
  const pieces = content.flatMap((block): readonly Piece[] =>
    block.type === 'text' ? textPieces(block.text) : [{ block }],
  );
  const found = await readAll(pieces, read);
  const room = { left: MAX_EMBEDDED_LENGTH };
  const seen = new Set<string>();
  const prompt = pieces.flatMap((piece): readonly ContentBlock[] => {
    if ('block' in piece) return [piece.block];
    const { mention } = piece;
    const read = found.get(mention.uri) ?? [];
    const isAgain = seen.has(mention.uri);
    seen.add(mention.uri);
    const blocks = read.map((block) =>
      isAgain ? reference(block, mention) : named(withinRoom(block, mention, room), mention),
    );
    return [nameInText(blocks, mention), ...blocks];
  });
  return joinedTexts(prompt);
}

/** What stands for the mention in the words of the prompt: what its block is called, or the name of all its blocks. */
function nameInText([block, ...others]: readonly ContentBlock[], mention: Mention): ContentBlock {
  const own = block === undefined || others.length > 0 ? undefined : mentionOf(block);
  const name = own?.mention.name ?? mention.name;
  return { type: 'text', text: writtenName(name) };
}

/** Texts that follow each other are one. */
function joinedTexts(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  return blocks.reduce<readonly ContentBlock[]>(appendContent, []);
}

type Piece = { readonly block: ContentBlock } | { readonly mention: Mention; readonly target: MentionTarget };

function textPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const part of promptParts(text)) {
    const target = part.type === 'mention' ? mentionTarget(part.mention.uri) : undefined;
    if (part.type === 'mention' && target !== undefined) {
      pieces.push({ mention: part.mention, target });
      continue;
    }
    // The name of one may look like another, which nobody mentioned.
    const written = part.type === 'text' ? part.text : writtenName(part.mention.name);
    pieces.push({ block: { type: 'text', text: written } });
  }
  return pieces;
}

async function readAll(
  pieces: readonly Piece[],
  read: ReadMention,
): Promise<ReadonlyMap<string, readonly ContentBlock[]>> {
  const waiting = new Map(
    pieces.flatMap((piece) => ('block' in piece ? [] : [[piece.mention.uri, piece] as const])),
  );
  const queue = [...waiting.entries()];
  const outcomes = new Map<
    string,
    { readonly blocks: readonly ContentBlock[] } | { readonly error: unknown }
  >();
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [uri, { target, mention }] = next;
      outcomes.set(
        uri,
        await read(target, mention).then(
          (blocks) => ({ blocks }),
          (error: unknown) => ({ error }),
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: MAX_READS_IN_FLIGHT }, work));
  const found = new Map<string, readonly ContentBlock[]>();
  for (const uri of waiting.keys()) {
    const outcome = outcomes.get(uri);
    if (outcome !== undefined && 'error' in outcome) throw outcome.error;
    found.set(uri, outcome?.blocks ?? []);
  }
  return found;
}

/** Without the name, a sent terminal command or session could only be shown by its id. */
function named(block: ContentBlock, { name }: Mention): ContentBlock {
  if (block.type !== 'resource') return block;
  return { ...block, resource: { ...block.resource, uri: namedAddress(block.resource.uri, name) } };
}

/** What stands where something is mentioned again. */
function reference(block: ContentBlock, mention: Mention): ContentBlock {
  if (block.type === 'resource') return link(block.resource.uri, mention, block.resource.mimeType);
  return block.type === 'image' && block.uri !== undefined ? link(block.uri, mention, block.mimeType) : block;
}

/** A file for which there is no room any more goes as a link; what is no file cannot be linked to. */
function withinRoom(block: ContentBlock, mention: Mention, room: { left: number }): ContentBlock {
  if (block.type !== 'resource' || block.resource.text === undefined) return block;
  const { uri, mimeType, text } = block.resource;
  if (text.length > room.left && uri.startsWith('file:')) return link(uri, mention, mimeType);
  room.left -= text.length;
  return block;
}

function link(uri: string, { name }: Mention, mimeType: string | undefined): ContentBlock {
  return {
    type: 'resource_link',
    uri: namedAddress(uri, name),
    name,
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}
