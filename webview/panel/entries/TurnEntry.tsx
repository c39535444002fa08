// The end of a turn, with three actions at most; the rest are in its context menu. How long it took and what it used, on hover but at the last one; why it ended, unless normally.
import './entries.css';
import { lastEntry, type Entry } from '../../../src/core/session/entries.ts';
import { usePanel, usePanelServices, useSession } from '../state/panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Regenerate } from '../branches/Regenerate.tsx';
import { turnSummary, turnUsageText } from './turnUsageText.ts';
import { durationText } from '../../text/format.ts';
import { answerOf } from './answerOf.ts';
import { entriesStrings } from './entriesStrings.ts';
import { stopReasonLabel } from './stopReasonLabel.ts';

export function TurnEntry({ entry }: { readonly entry: Extract<Entry, { kind: 'turn' }> }) {
  const { store, post } = usePanelServices();
  const reason = stopReasonLabel(entry.stopReason);
  const canFork = usePanel(({ sessionAbilities }) => sessionAbilities.fork);
  const isLast = useSession(({ entries }) => lastEntry(entries)?.id === entry.id);
  const isReadOnly = useSession(({ readOnly }) => readOnly !== undefined);
  // A fork holds the whole session, so it is offered at its end.
  const forks = canFork && isLast && !isReadOnly;
  const duration = durationText(entry.at - entry.startedAt);
  const details = [duration, ...turnUsageText(entry)].join(' · ');
  const copy = (): void => {
    const { session } = store.view;
    if (session !== undefined) post({ type: 'copy', text: answerOf(session, entry.id) });
  };
  const fork = (): void => {
    const { session } = store.view;
    if (session !== undefined) post({ type: 'fork', key: session.key });
  };
  return (
    <div
      className="dim centered-row turn"
      data-stop-reason={entry.stopReason}
      data-last={isLast}
      data-quiet={!isLast && reason === undefined}
    >
      {reason !== undefined && <span className="turn-reason">{reason}</span>}
      <span className="turn-more">
        <span className="turn-figures" title={`${entriesStrings.turnFigures()}\n${details}`}>
          {[duration, ...turnSummary(entry)].join(' · ')}
        </span>
        <span className="turn-actions">
          <IconButton
            icon="copy"
            label={entriesStrings.copyResponse()}
            data-testid="copy-response"
            onClick={copy}
          />
          <Regenerate turnId={entry.id} isLast={isLast} />
          {forks && (
            <IconButton icon="repo-forked" label={entriesStrings.fork()} data-testid="fork" onClick={fork} />
          )}
        </span>
      </span>
    </div>
  );
}
