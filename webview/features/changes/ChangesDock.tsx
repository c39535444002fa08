// The files the agent changed, in the dock: how much, and what to do with the changes.
import './changes.css';
import { useCallback } from 'react';
import type { ChangesAction } from '../../../src/core/panel/panelMessage.ts';
import { protectionStrings } from '../../../src/core/permissions/protectionStrings.ts';
import type { SessionChanges } from '../../../src/core/session/changes/state.ts';
import { useFold, usePost, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { WindowedList, type RowPlace } from '../../ui/WindowedList.tsx';
import { numberText } from '../../text/format.ts';
import { changesStrings } from './changesStrings.ts';
import { OtherChanges } from './OtherChanges.tsx';

type ChangedFile = SessionChanges['files'][number];

export function ChangesDock() {
  const changes = useSession((state) => state.changes);
  return changes === undefined ? null : <ChangesCard changes={changes} />;
}

function ChangesCard({ changes }: { readonly changes: SessionChanges }) {
  const post = usePost();
  const key = useSessionKey();
  const [isOpen, fold] = useFold('changes', false);
  const act = useCallback(
    (action: ChangesAction, path?: string) => (): void =>
      post({ type: 'changes_action', key, action, ...(path === undefined ? {} : { path }) }),
    [post, key],
  );
  const fileRow = useCallback(
    (file: ChangedFile, place: RowPlace) => <FileRow key={file.path} file={file} act={act} place={place} />,
    [act],
  );
  // A notice with another text is shown, also when the user hid the one before.
  const [isNoticeShown, foldUnlisted] = useFold(`unlisted/${changes.unlisted ?? ''}`, true);
  const unlisted = isNoticeShown ? changes.unlisted : undefined;
  if (unlisted === undefined && isHidden(changes)) return null;
  const { files, note, canRedo, reviewed: settled = 0, unsentComments = 0, others = [] } = changes;
  const total = files.length + settled;
  const reviewed = settled + files.filter(({ isReviewed }) => isReviewed).length;
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const waiting = files.filter(({ undoWaits }) => undoWaits).length;
  const running = files.filter(({ runsCode }) => runsCode !== undefined).length;
  // Where nothing is left to list, there is only something to redo or to send.
  const hasFiles = files.length > 0;
  return (
    <section
      className="dock-card changes"
      data-testid="changes"
      data-reviewed={reviewed}
      data-total={total}
      aria-label={changesStrings.changedFiles()}
    >
      {(hasFiles || canRedo) && (
        <div className="centered-row changes-head">
          {hasFiles ? (
            <button
              type="button"
              className="row fill changes-summary"
              aria-expanded={isOpen}
              onClick={() => fold(!isOpen)}
            >
              <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
              <span>{changesStrings.files(files.length)}</span>
              <Counts added={added} removed={removed} />
              {reviewed > 0 && (
                <span className="dim changes-reviewed">{changesStrings.reviewed(reviewed, total)}</span>
              )}
              {running > 0 && (
                <span className="changes-runs-code" data-testid="changes-runs-code">
                  <Icon name="warning" />
                  {changesStrings.filesRunCode(running)}
                </span>
              )}
              {note !== undefined && (
                <span className="changes-hint" data-testid="changes-hint" title={note}>
                  <Icon name="info" />
                  <span className="visually-hidden">{note}</span>
                </span>
              )}
            </button>
          ) : (
            <span className="changes-line-label">{changesStrings.undone()}</span>
          )}
          <span className="wrapping-row changes-actions">
            {canRedo && (
              <Button
                data-action="redo"
                title={changesStrings.redoHint()}
                onClick={() => post({ type: 'redo', key })}
              >
                {changesStrings.redo()}
              </Button>
            )}
            {hasFiles && (
              <>
                <Button data-action="review" title={changesStrings.reviewHint()} onClick={act('review')}>
                  {changesStrings.review()}
                </Button>
                <Button data-action="undo" title={changesStrings.undoHint()} onClick={act('undo')}>
                  {changesStrings.undo()}
                </Button>
                <Button data-action="keep" title={changesStrings.keepHint()} onClick={act('keep')}>
                  {changesStrings.keep()}
                </Button>
              </>
            )}
          </span>
        </div>
      )}
      {waiting > 0 && (
        <div className="centered-row changes-line" data-testid="undo-waits" data-count={waiting}>
          <Icon name="watch" />
          <span className="changes-line-label">{changesStrings.undoWaits(waiting)}</span>
          <Button data-action="cancel-undo" onClick={act('cancel_undo')}>
            {changesStrings.cancelUndo()}
          </Button>
        </div>
      )}
      {others.length > 0 && <OtherChanges files={others} act={act} />}
      {unlisted !== undefined && (
        <div className="centered-row changes-line changes-unlisted" data-testid="unlisted-changes">
          <Icon name="info" />
          <span className="changes-line-label">{unlisted}</span>
          <IconButton
            icon="close"
            label={changesStrings.hideUnlisted()}
            onClick={() => foldUnlisted(false)}
          />
        </div>
      )}
      {unsentComments > 0 && (
        <div className="centered-row changes-line" data-testid="unsent-comments" data-count={unsentComments}>
          <Icon name="comment-unresolved" />
          <span className="changes-line-label">{changesStrings.unsentComments(unsentComments)}</span>
          <Button
            data-action="send-review"
            title={changesStrings.sendReviewHint()}
            onClick={() => post({ type: 'send_review', key })}
          >
            {changesStrings.sendReview()}
          </Button>
        </div>
      )}
      {isOpen && hasFiles && (
        <>
          <WindowedList className="changes-list" items={files} row={fileRow} />
          {note !== undefined && <p className="dim changes-note">{note}</p>}
        </>
      )}
    </section>
  );
}

/** What only says which files are not tracked is shown with changes alone. */
function isHidden({ files, others = [], canRedo, unsentComments = 0 }: SessionChanges): boolean {
  return files.length + others.length === 0 && !canRedo && unsentComments === 0;
}

const STATE_LABELS: Readonly<Record<ChangedFile['state'], (() => string) | undefined>> = {
  created: changesStrings.created,
  modified: undefined,
  deleted: changesStrings.deleted,
};

interface FileRowProps {
  readonly file: ChangedFile;
  readonly act: (action: ChangesAction, path: string) => () => void;
  readonly place: RowPlace;
}

function FileRow({ file, act, place }: FileRowProps) {
  const { path, name, state, added, removed, hasConflict, runsCode } = file;
  const { isReviewed = false, undoWaits = false } = file;
  const stateLabel = STATE_LABELS[state];
  return (
    <li {...place} data-state={state} data-runs-code={runsCode} data-is-reviewed={isReviewed}>
      <button
        type="button"
        className="row fill changes-file"
        title={runsCode === undefined ? path : `${path}\n${protectionStrings.reason(runsCode)}`}
        onClick={act('review', path)}
      >
        <span className="changes-name">
          <bdi>{name}</bdi>
        </span>
        {stateLabel !== undefined && <span className="dim changes-state">{stateLabel()}</span>}
        {runsCode !== undefined && (
          <span className="changes-runs-code">
            <Icon name="warning" />
            {protectionStrings.runsCode()}
          </span>
        )}
        {undoWaits && <span className="dim changes-state">{changesStrings.fileUndoWaits()}</span>}
        {hasConflict && (
          <span className="dim changes-state" title={changesStrings.editedByUserHint()}>
            {changesStrings.editedByUser()}
          </span>
        )}
        <Counts added={added} removed={removed} />
      </button>
      <IconButton
        icon={isReviewed ? 'pass-filled' : 'eye'}
        label={isReviewed ? changesStrings.markFileNotReviewed(name) : changesStrings.markFileReviewed(name)}
        onClick={act(isReviewed ? 'mark_unreviewed' : 'mark_reviewed', path)}
      />
      {undoWaits ? (
        <IconButton
          icon="close"
          label={changesStrings.cancelUndoOfFile(name)}
          onClick={act('cancel_undo', path)}
        />
      ) : (
        <IconButton icon="discard" label={changesStrings.undoFile(name)} onClick={act('undo', path)} />
      )}
      <IconButton icon="check" label={changesStrings.keepFile(name)} onClick={act('keep', path)} />
    </li>
  );
}

function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="changes-counts">
      {added > 0 && (
        <span className="changes-added" aria-label={changesStrings.linesAdded(added)}>
          +{numberText(added)}
        </span>
      )}{' '}
      {removed > 0 && (
        <span className="changes-removed" aria-label={changesStrings.linesRemoved(removed)}>
          −{numberText(removed)}
        </span>
      )}
    </span>
  );
}
