// The files that changed during turns without a tool call or command of the agent that accounts for it.
import type { ChangesAction } from '../../../src/core/panel/panelMessage.ts';
import type { SessionChanges } from '../../../src/core/session/changes/state.ts';
import { useFold } from '../../panel/state/panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { changesStrings } from './changesStrings.ts';

interface OtherChangesProps {
  readonly files: NonNullable<SessionChanges['others']>;
  readonly act: (action: ChangesAction, path?: string) => () => void;
}

export function OtherChanges({ files, act }: OtherChangesProps) {
  const [isOpen, fold] = useFold('other-changes', false);
  return (
    <>
      <div className="centered-row changes-line" data-testid="other-changes" data-count={files.length}>
        <button
          type="button"
          className="row fill changes-summary"
          aria-expanded={isOpen}
          title={changesStrings.othersHint()}
          onClick={() => fold(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span>{changesStrings.others(files.length)}</span>
        </button>
        <span className="wrapping-row changes-actions">
          <Button data-action="claim" title={changesStrings.claimHint()} onClick={act('claim')}>
            {changesStrings.claim()}
          </Button>
          <Button data-action="dismiss" title={changesStrings.dismissHint()} onClick={act('dismiss')}>
            {changesStrings.dismiss()}
          </Button>
        </span>
      </div>
      {isOpen && (
        <WindowedList
          className="changes-list"
          items={files}
          row={({ path, name }, place) => (
            <li key={path} {...place} data-state="other">
              <button
                type="button"
                className="row fill changes-file"
                title={path}
                onClick={act('review', path)}
              >
                <span className="changes-name">
                  <bdi>{name}</bdi>
                </span>
              </button>
              <IconButton icon="add" label={changesStrings.claimFile(name)} onClick={act('claim', path)} />
              <IconButton
                icon="close"
                label={changesStrings.dismissFile(name)}
                onClick={act('dismiss', path)}
              />
            </li>
          )}
        />
      )}
    </>
  );
}
