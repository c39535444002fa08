// The files the agent changed, in the dock: how much, and what is to become of it.
import './changes.css';
import type { ChangesAction } from '../../../src/core/panel/panelProtocol.ts';
import type { SessionChanges } from '../../../src/core/session/changesSummary.ts';
import { useFold, usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

type ChangedFile = SessionChanges['files'][number];

export function ChangesDock() {
  const changes = useSession((state) => state.changes);
  const post = usePost();
  const key = useSessionKey();
  const [isOpen, fold] = useFold('changes', false);
  if (changes === undefined || (changes.files.length === 0 && !changes.canRedo)) return null;
  const { files, note, canRedo } = changes;
  const act = (action: ChangesAction, path?: string) => (): void =>
    post({ type: 'changes_action', key, action, ...(path === undefined ? {} : { path }) });
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  return (
    <section className="dock-card changes" data-testid="changes" aria-label="Changed files">
      <div className="changes-head">
        <button
          type="button"
          className="changes-summary"
          aria-expanded={isOpen}
          onClick={() => fold(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span>{files.length === 1 ? '1 file' : `${files.length} files`}</span>
          <Counts added={added} removed={removed} />
          {note !== undefined && (
            <span className="changes-hint" data-testid="changes-hint" title={note}>
              <Icon name="info" />
              <span className="visually-hidden">Not everything is covered</span>
            </span>
          )}
        </button>
        <span className="changes-actions">
          {canRedo && (
            <Button
              data-action="redo"
              title="Take the restore back"
              onClick={() => post({ type: 'redo', key })}
            >
              Redo
            </Button>
          )}
          {files.length > 0 && (
            <>
              <Button data-action="review" title="See all changes side by side" onClick={act('review')}>
                Review
              </Button>
              <Button data-action="undo" title="Undo all changes of the agent" onClick={act('undo')}>
                Undo
              </Button>
              <Button appearance="primary" data-action="keep" title="Keep all changes" onClick={act('keep')}>
                Keep
              </Button>
            </>
          )}
        </span>
      </div>
      {isOpen && (
        <>
          <ul className="changes-list">
            {files.map((file) => (
              <FileRow key={file.path} file={file} act={act} />
            ))}
          </ul>
          {note !== undefined && <p className="changes-note">{note}</p>}
        </>
      )}
    </section>
  );
}

const STATE_WORDS: Readonly<Record<ChangedFile['state'], string>> = {
  created: 'new',
  modified: '',
  deleted: 'deleted',
};

interface FileRowProps {
  readonly file: ChangedFile;
  readonly act: (action: ChangesAction, path: string) => () => void;
}

function FileRow({ file, act }: FileRowProps) {
  const { path, name, state, added, removed, hasConflict } = file;
  return (
    <li data-state={state}>
      <button type="button" className="changes-file" title={path} onClick={act('review', path)}>
        <span className="changes-name">{name}</span>
        {STATE_WORDS[state] !== '' && <span className="changes-state">{STATE_WORDS[state]}</span>}
        {hasConflict && (
          <span
            className="changes-state"
            title="You changed the same lines since. Undo leaves those as they are."
          >
            changed by you since
          </span>
        )}
        <Counts added={added} removed={removed} />
      </button>
      <IconButton icon="discard" label={`Undo the changes in ${name}`} onClick={act('undo', path)} />
      <IconButton icon="check" label={`Keep the changes in ${name}`} onClick={act('keep', path)} />
    </li>
  );
}

function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="changes-counts">
      {added > 0 && (
        <span className="changes-added" aria-label={`${added} lines added`}>
          +{added}
        </span>
      )}{' '}
      {removed > 0 && (
        <span className="changes-removed" aria-label={`${removed} lines removed`}>
          −{removed}
        </span>
      )}
    </span>
  );
}
