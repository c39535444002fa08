// A prompt of the user: a card with chips for its attachments.
import './entries.css';
import { plainText } from '../../../src/core/session/content.ts';
import type { Entry } from '../../../src/core/session/entries.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { TextChunks } from '../../text/PlainText.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { ContentChip } from '../content/ContentBlocks.tsx';
import { entriesStrings } from './entriesStrings.ts';

export function UserEntry({ entry }: { readonly entry: Extract<Entry, { kind: 'user' }> }) {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  const canFork = usePanel(({ sessionAbilities }) => sessionAbilities.forkAtPrompt);
  const text = plainText(entry.content);
  const attached = entry.content.filter((block) => block.type !== 'text');
  return (
    <div className="user-card">
      {attached.length > 0 && (
        <div className="chips">
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
          <TextChunks text={text} />
        </div>
      )}
      <div className="entry-actions">
        {entry.checkpoint !== undefined && (
          <IconButton
            icon="history"
            label={entriesStrings.restore()}
            data-testid="restore"
            onClick={() => post({ type: 'restore', key, entryId: entry.id })}
          />
        )}
        <IconButton icon="copy" label={entriesStrings.copy()} onClick={() => post({ type: 'copy', text })} />
        {!isReadOnly && canFork && entry.forkPoint !== undefined && (
          <IconButton
            icon="repo-forked"
            label={entriesStrings.resendInFork()}
            data-testid="fork-here"
            onClick={() => post({ type: 'fork', key, entryId: entry.id })}
          />
        )}
        {!isReadOnly && (
          <IconButton
            icon="edit"
            label={entriesStrings.copyToInput()}
            onClick={() => composer.put(entry.content)}
          />
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
