// What the user said: a card with chips for what was attached.
import './entries.css';
import { plainText } from '../../../src/core/session/content.ts';
import type { Entry } from '../../../src/core/session/entries.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { ContentChip } from '../content/ContentBlocks.tsx';

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
        <div className="user-text" {...(mayScroll(text) ? SCROLLABLE : {})}>
          {text}
        </div>
      )}
      <div className="entry-actions">
        {entry.checkpoint !== undefined && (
          <IconButton
            icon="history"
            label="Restore the files to here"
            data-testid="restore"
            onClick={() => post({ type: 'restore', key, entryId: entry.id })}
          />
        )}
        <IconButton icon="copy" label="Copy" onClick={() => post({ type: 'copy', text })} />
        {!isReadOnly && canFork && entry.forkPoint !== undefined && (
          <IconButton
            icon="repo-forked"
            label="Edit and send again in a copy of the session up to here"
            data-testid="fork-here"
            onClick={() => post({ type: 'fork', key, entryId: entry.id })}
          />
        )}
        {!isReadOnly && (
          <IconButton
            icon="edit"
            label="Edit: put it into the composer"
            onClick={() => composer.put(entry.content)}
          />
        )}
      </div>
    </div>
  );
}

/** A text that scrolls in its card must be reachable by the keyboard; one that does not need be no stop on the way. */
const SCROLLABLE = { tabIndex: 0, role: 'group', 'aria-label': 'Your prompt' } as const;

/** Whether a text may be higher than its card, by the least it can have in a narrow panel. */
function mayScroll(text: string): boolean {
  return text.length > 300 || text.split('\n').length > 10;
}
