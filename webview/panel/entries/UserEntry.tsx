// A prompt of the user: a card with chips for its attachments.
import './entries.css';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { draftText, sentParts } from '../../../src/core/mentions/sentMentions.ts';
import { attachmentsOfPrompt } from '../../../src/core/panel/sentAttachments.ts';
import type { Prompt } from '../../../src/core/session/entries.ts';
import { usePost, useSession } from '../state/panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { branchStrings } from '../branches/branchStrings.ts';
import { BranchSwitch } from '../branches/BranchSwitch.tsx';
import { PromptEditor } from '../branches/PromptEditor.tsx';
import { RewindMenu } from '../branches/RewindMenu.tsx';
import { useComposer, useEditedPrompts } from '../composer/composerContext.tsx';
import { ContentChip } from '../content/ContentBlocks.tsx';
import { PromptParts } from '../mentions/PromptParts.tsx';
import { entriesStrings } from './entriesStrings.ts';

export function UserEntry({ entry }: { readonly entry: Prompt }) {
  const post = usePost();
  const composer = useComposer();
  const edits = useEditedPrompts();
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const [isEditing, setEditing] = useState(() => edits.of(entry.id) !== undefined);
  const editButton = useRef<HTMLSpanElement>(null);
  const parts = useMemo(() => sentParts(entry.content), [entry.content]);
  const text = useMemo(() => draftText(entry), [entry]);
  const attached = parts.flatMap((part) => (part.type === 'attachment' ? [part.block] : []));
  const stopEditing = (): void => {
    // The focus returns to where it was.
    flushSync(() => setEditing(false));
    editButton.current?.querySelector('button')?.focus();
  };
  if (isEditing && !isReadOnly) {
    return (
      <div className="column user-card">
        <PromptEditor entry={entry} onClose={stopEditing} />
      </div>
    );
  }
  return (
    <div className="column user-card">
      {attached.length > 0 && (
        <div className="wrapping-row chips">
          {attached.map((block, index) => (
            <ContentChip key={index} block={block} />
          ))}
        </div>
      )}
      {text !== '' && (
        <div
          className="user-text text-scroll"
          {...(mayScroll(text)
            ? { tabIndex: 0, role: 'group', 'aria-label': entriesStrings.yourPrompt() }
            : {})}
        >
          <PromptParts parts={parts} />
        </div>
      )}
      <BranchSwitch entryId={entry.id} />
      <div className="entry-actions">
        <RewindMenu entry={entry} />
        <IconButton icon="copy" label={entriesStrings.copy()} onClick={() => post({ type: 'copy', text })} />
        {!isReadOnly && (
          <IconButton
            icon="insert"
            label={branchStrings.copyToComposer()}
            onClick={() => composer.put({ text, attachments: attachmentsOfPrompt(entry.id, entry.content) })}
          />
        )}
        {!isReadOnly && (
          <span ref={editButton} className="entry-action">
            <IconButton
              icon="edit"
              label={branchStrings.edit()}
              data-testid="edit-prompt"
              onClick={() => setEditing(true)}
            />
          </span>
        )}
      </div>
    </div>
  );
}

/**
 * Whether a text may be higher than its card in a narrow panel. Then it scrolls and must be reachable by keyboard; a
 * text that does not scroll should not be a stop of the Tab key.
 */
function mayScroll(text: string): boolean {
  return text.length > 300 || text.split('\n').length > 10;
}
