// Content blocks other than the text of an answer: images, links to resources, and placeholders.
import './content.css';
import { memo } from 'react';
import { type ContentBlock, textOfPaste } from '../../../src/core/session/content.ts';
import { usePost, useSessionKey } from '../../panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MarkdownText } from './MarkdownText.tsx';
import { contentName } from './contentName.ts';

/** The formats that browsers show from data without running anything. */
const IMAGE_FORMATS = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

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

/** A block that is not text: an image, or a chip. Renders once, because an attached text may be long. */
export const ContentChip = memo(function ContentChip({ block }: { readonly block: ContentBlock }) {
  const post = usePost();
  const key = useSessionKey();
  const name = shortText(contentName(block));
  if (block.type === 'image' && IMAGE_FORMATS.test(block.mimeType)) {
    return <img className="content-image" src={`data:${block.mimeType};base64,${block.data}`} alt={name} />;
  }
  if (block.type === 'resource_link') {
    const { uri } = block;
    return (
      <button
        type="button"
        className="chip"
        data-testid="attachment"
        data-kind="file"
        data-name={name}
        title={shortText(uri)}
        onClick={() => post({ type: 'open_link', key, href: uri })}
      >
        <Icon name="file" />
        <span className="chip-name">{name}</span>
      </button>
    );
  }
  const pasted = textOfPaste(block);
  return (
    <span
      className="chip"
      data-testid="attachment"
      data-kind={pasted === undefined ? block.type : 'text'}
      data-name={name}
      title={pasted === undefined ? name : shortText(pasted)}
    >
      <Icon name={pasted === undefined ? ICONS[block.type] : ICONS.text} />
      <span className="chip-name">{name}</span>
    </span>
  );
});

const ICONS: Readonly<Record<ContentBlock['type'], string>> = {
  text: 'note',
  image: 'file-media',
  audio: 'unmute',
  resource_link: 'file',
  resource: 'file-code',
  unknown: 'question',
};
