// What is attached to the draft: chips with previews, each with a button that removes it.
import './attachments.css';
import { textOfPaste, type ContentBlock } from '../../../src/core/session/content.ts';
import { useParts } from '../../loadedParts.ts';
import { shortText } from '../../text/shortText.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useComposer, useDraft } from '../composer/composerContext.tsx';
import { contentName } from '../content/contentName.ts';
import { attachStrings } from './attachStrings.ts';

export function Attachments() {
  const attachments = useDraft((draft) => draft.attachments);
  if (attachments.length === 0) return null;
  return (
    <div className="chips composer-attachments" data-testid="attachments">
      {attachments.map((block, index) => (
        <Attachment key={index} block={block} index={index} />
      ))}
    </div>
  );
}

function Attachment({ block, index }: { readonly block: ContentBlock; readonly index: number }) {
  const composer = useComposer();
  const parts = useParts();
  const pasted = textOfPaste(block);
  const name = shortText(contentName(block));
  return (
    <span className="composer-attachment">
      {parts && <parts.ContentChip block={block} />}
      {pasted !== undefined && composer.hasRoomFor(pasted) && (
        <IconButton
          icon="insert"
          label={attachStrings.insertAsText()}
          data-testid="insert-as-text"
          onClick={() => composer.insertAttachment(index)}
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
