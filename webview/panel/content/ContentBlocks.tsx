// Content blocks other than the text of an answer: media, resources and links that open in editors, and placeholders.
import './content.css';
import { memo } from 'react';
import { isUndoneBlock, undonePlaces } from '../../../src/core/changes/undoneChanges.ts';
import { type ContentBlock, textOfPaste } from '../../../src/core/session/content.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { visibleText } from '../../../src/core/text/visibleText.ts';
import { base64Size, sizeText } from '../../text/format.ts';
import { usePost, useSessionKey } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MarkdownText } from './MarkdownText.tsx';
import { contentName, fileNameOf } from './contentName.ts';
import { contentStrings } from './contentStrings.ts';
import { isShownMedia, MediaBlock } from './MediaBlock.tsx';

export interface ContentBlocksProps {
  /** Unique in the session. */
  readonly id: string;
  readonly blocks: readonly ContentBlock[];
  readonly streaming: boolean;
}

/** Blocks of an answer in their order; text is markdown. */
export function ContentBlocks({ id, blocks, streaming }: ContentBlocksProps) {
  return blocks.map((block, index) => {
    const key = `${id}:${index}`;
    const isOpen = streaming && index === blocks.length - 1;
    return block.type === 'text' ? (
      <MarkdownText key={key} id={key} text={block.text} streaming={isOpen} />
    ) : (
      <ContentChip key={key} block={block} />
    );
  });
}

interface ContentChipProps<Block = ContentBlock> {
  readonly block: Block;
  /** Of the whole where the block is a part of it, with what opens the whole. */
  readonly sizeBytes?: number;
  readonly onOpen?: () => void;
}

/** A block that is not text: an image, a player, or a chip. Renders once, because an attached text may be long. */
export const ContentChip = memo(function ContentChip({ block, ...whole }: ContentChipProps) {
  if (isShownMedia(block)) return <MediaBlock block={block} />;
  if (block.type === 'resource_link') return <LinkChip block={block} />;
  return block.type === 'resource' ? (
    <ResourceChip block={block} {...whole} />
  ) : (
    <PlainChip block={block} {...whole} />
  );
});

type Block<T extends ContentBlock['type']> = Extract<ContentBlock, { type: T }>;

function LinkChip({ block }: { readonly block: Block<'resource_link'> }) {
  const post = usePost();
  const key = useSessionKey();
  const { uri } = block;
  return (
    <Chip
      kind="file"
      icon={ICONS.resource_link}
      name={contentName(block)}
      title={uri}
      onOpen={() => post({ type: 'open_link', key, href: uri })}
    />
  );
}

/** An embedded text opens as it was sent, which may be no longer what is in the file; binary content is saved. */
function ResourceChip({ block, sizeBytes, onOpen }: ContentChipProps<Block<'resource'>>) {
  const post = usePost();
  const key = useSessionKey();
  const { text, blob = '', uri } = block.resource;
  const pasted = textOfPaste(block);
  const name = contentName(block, sizeBytes);
  if (text === undefined) {
    return (
      <Chip
        kind="resource"
        icon="file-binary"
        name={name}
        title={contentStrings.saveAs(uri === '' ? name : uri, sizeText(sizeBytes ?? base64Size(blob)))}
        onOpen={onOpen ?? (() => post({ type: 'save_binary', key, name: fileNameOf(uri), data: blob }))}
      />
    );
  }
  return (
    <Chip
      kind={pasted === undefined ? 'resource' : 'text'}
      icon={pasted === undefined ? ICONS.resource : ICONS.text}
      name={name}
      title={isUndoneBlock(block) ? contentStrings.undonePlaces(undonePlaces(text)) : text}
      onOpen={onOpen ?? (() => post({ type: 'open_text', name: fileNameOf(uri), text }))}
    />
  );
}

/** What is neither shown nor opened: an image in an unknown format or too large, or content of an unknown kind. */
function PlainChip({ block, sizeBytes }: ContentChipProps) {
  const name = contentName(block);
  const isMedia = block.type === 'image' || block.type === 'audio';
  const title = isMedia
    ? contentStrings.notShown(block.mimeType, sizeText(sizeBytes ?? base64Size(block.data)))
    : name;
  return <Chip kind={block.type} icon={ICONS[block.type]} name={name} title={title} />;
}

interface ChipProps {
  readonly kind: string;
  readonly icon: string;
  readonly name: string;
  readonly title: string;
  readonly onOpen?: () => void;
}

function Chip({ kind, icon, name, title, onOpen }: ChipProps) {
  const shown = shortText(oneLine(name));
  const properties = {
    className: 'chip',
    'data-testid': 'attachment',
    'data-kind': kind,
    'data-name': shown,
    title: visibleText(shortText(title)),
  };
  const content = (
    <>
      <Icon name={icon} />
      <bdi className="one-line chip-name">{shown}</bdi>
    </>
  );
  return onOpen === undefined ? (
    <span {...properties}>{content}</span>
  ) : (
    <button type="button" {...properties} onClick={onOpen}>
      {content}
    </button>
  );
}

const ICONS: Readonly<Record<ContentBlock['type'], string>> = {
  text: 'note',
  image: 'file-media',
  audio: 'unmute',
  resource_link: 'file',
  resource: 'file-code',
  unknown: 'question',
};
