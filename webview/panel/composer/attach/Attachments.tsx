// What is attached to the draft: chips with previews, each with a button that removes it.
import './attachments.css';
import { textOfPaste } from '../../../../src/core/session/content.ts';
import { useParts } from '../../state/loadedParts.ts';
import { usePost, useSessionKey } from '../../state/panelContext.tsx';
import { shortText } from '../../../text/shortText.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { useComposer, useDraft } from '../composerContext.tsx';
import type { Attachment } from '../draft/attachment.ts';
import { fieldOf } from '../field/editedFields.ts';
import { contentName } from '../../content/contentName.ts';
import { attachStrings } from './attachStrings.ts';

export function Attachments() {
  const attachments = useDraft((draft) => draft.attachments);
  if (attachments.length === 0) return null;
  return (
    <div className="wrapping-row chips composer-attachments" data-testid="attachments">
      {attachments.map((attachment, index) => (
        <AttachmentChip key={attachment.id} attachment={attachment} index={index} />
      ))}
    </div>
  );
}

interface AttachmentChipProps {
  readonly attachment: Attachment;
  readonly index: number;
}

function AttachmentChip({ attachment: { id, block, whole }, index }: AttachmentChipProps) {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const parts = useParts();
  const pasted = textOfPaste(block);
  const name = shortText(contentName(block, whole?.sizeBytes));
  const insert = (): void => {
    const field = fieldOf(composer);
    if (whole === undefined) composer.insertAttachment(id);
    else post({ type: 'insert_attachment', key, id, ...(field === undefined ? {} : { field }) });
  };
  return (
    <span className="composer-attachment">
      {parts && (
        <parts.ContentChip
          block={block}
          {...(whole === undefined
            ? {}
            : { sizeBytes: whole.sizeBytes, onOpen: () => post({ type: 'open_attachment', key, id }) })}
        />
      )}
      {pasted !== undefined && composer.hasRoomFor(whole?.length ?? pasted.length) && (
        <IconButton
          icon="insert"
          label={attachStrings.insertAsText()}
          data-testid="insert-as-text"
          onClick={insert}
        />
      )}
      <IconButton
        icon="close"
        label={attachStrings.removeAttachment()}
        data-name={name}
        onClick={() => composer.detach(index)}
      />
    </span>
  );
}
