// Images and audio of a conversation: a thumbnail that opens a larger view, and a player.
import './media.css';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ContentBlock } from '../../../src/core/session/content.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { base64Size, sizeText } from '../../text/format.ts';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { contentName } from './contentName.ts';
import { contentStrings } from './contentStrings.ts';

type Media = Extract<ContentBlock, { type: 'image' | 'audio' }>;

/** The formats that browsers show from data without running anything; an SVG in an `img` runs no scripts. */
const IMAGE_FORMATS = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;
const AUDIO_FORMATS = /^audio\/[\w.+-]{1,40}$/;
/** Browsers stall on more. */
const MAX_BASE64_LENGTH = 40_000_000;

/** Whether a block is shown as an image or played. */
export function isShownMedia(block: ContentBlock): block is Media {
  if (block.type === 'image') return IMAGE_FORMATS.test(block.mimeType) && isUsable(block.data);
  return block.type === 'audio' && AUDIO_FORMATS.test(block.mimeType) && isUsable(block.data);
}

function isUsable(data: string): boolean {
  return data !== '' && data.length <= MAX_BASE64_LENGTH;
}

export function MediaBlock({ block }: { readonly block: Media }) {
  return block.type === 'image' ? <ZoomableImage block={block} /> : <AudioPlayer block={block} />;
}

function AudioPlayer({ block }: { readonly block: Extract<Media, { type: 'audio' }> }) {
  const name = shortText(oneLine(contentName(block)));
  return (
    <span className="audio-block" data-testid="attachment" data-kind="audio" data-name={name}>
      <audio
        controls
        preload="metadata"
        aria-label={name}
        src={`data:${block.mimeType};base64,${block.data}`}
      />
    </span>
  );
}

function ZoomableImage({ block }: { readonly block: Extract<Media, { type: 'image' }> }) {
  const [isOpen, setOpen] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const name = shortText(oneLine(contentName(block)));
  const source = `data:${block.mimeType};base64,${block.data}`;
  const size = sizeText(base64Size(block.data));
  if (isBroken) return <BrokenImage name={name} title={contentStrings.notShown(block.mimeType, size)} />;
  return (
    <>
      <button
        type="button"
        className="image-chip"
        data-testid="attachment"
        data-kind="image"
        data-name={name}
        title={contentStrings.zoom(name, size)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <img
          className="content-image"
          src={source}
          alt={name}
          decoding="async"
          onError={() => setBroken(true)}
        />
      </button>
      {isOpen && <ImageDialog name={name} source={source} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The data is no image, whatever its type says. */
function BrokenImage({ name, title }: { readonly name: string; readonly title: string }) {
  return (
    <span className="chip" data-testid="attachment" data-kind="image" data-name={name} title={title}>
      <Icon name="file-media" />
      <bdi className="one-line chip-name">{name}</bdi>
    </span>
  );
}

interface ImageDialogProps {
  readonly name: string;
  readonly source: string;
  readonly onClose: () => void;
}

/** Covers the panel until it is closed; then the browser gives the focus back. */
function ImageDialog({ name, source, onClose }: ImageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="image-dialog"
      data-testid="image-view"
      aria-label={name}
      onClose={onClose}
      onClick={close}
      onKeyDown={(event) => {
        // The panel's own Escape stops the turn.
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <img src={source} alt={name} decoding="async" />
      <button
        type="button"
        className="icon-button"
        title={contentStrings.close()}
        aria-label={contentStrings.close()}
      >
        <Icon name="close" />
      </button>
    </dialog>
  );
}
