// Consecutive calls of one kind in one line, which expands to their cards: finished reads and searches, or edits.
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { isWaiting } from '../../../../src/core/session/selectors.ts';
import { isFinished } from '../../../../src/core/session/toolCall/state.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Disclosure } from '../../disclosure/Disclosure.tsx';
import { usePanelServices, useSession, useSessionKey } from '../../state/panelContext.tsx';
import type { ToolEntry } from '../../../../src/core/session/entries.ts';
import { DiffCounts } from '../DiffCounts.tsx';
import { ToolCard } from '../ToolCard.tsx';
import { statusLabel } from '../toolLabel.ts';
import { runKindOf } from './callRuns.ts';
import { editCounts } from './editCounts.ts';
import { editLabel, groupLabel } from './groupLabel.ts';

/** So many cards of a run show their changes at once; drawing those of hundreds takes long. */
const MAX_OPEN_CARDS = 10;

export interface ToolGroupProps {
  /** Unique in the session. */
  readonly id: string;
  readonly entries: readonly ToolEntry[];
  /** Whether its first call was on the screen as a card of its own. */
  readonly replacesCard: boolean;
}

export function ToolGroup({ id, entries, replacesCard }: ToolGroupProps) {
  const [first] = entries;
  return first !== undefined && runKindOf(first) === 'edits' ? (
    <EditRun id={id} entries={entries} replacesCard={replacesCard} />
  ) : (
    <Reads id={id} entries={entries} />
  );
}

function Reads({ id, entries }: Pick<ToolGroupProps, 'id' | 'entries'>) {
  const label = groupLabel(entries.map(({ call }) => call));
  return (
    <div className="tool-group" data-testid="tool-group">
      <Run
        id={id}
        entries={entries}
        label={label}
        icon={entries.some(({ call }) => call.kind === 'read') ? 'files' : 'search'}
        isRunning={false}
      />
    </div>
  );
}

function EditRun({ id, entries, replacesCard }: ToolGroupProps) {
  const counts = useMemo(() => editCounts(entries.map(({ call }) => call)), [entries]);
  useKeptOpen(id, replacesCard);
  return (
    <div className="tool-group" data-testid="edit-run" data-files={counts.edited + counts.deleted}>
      <Run
        id={id}
        entries={entries}
        label={editLabel(counts)}
        icon="edit"
        isRunning={entries.some(({ call }) => !isFinished(call.status))}
      >
        {counts.lines !== undefined && <DiffCounts {...counts.lines} />}
      </Run>
    </div>
  );
}

/** Who reads further up, and does not follow what comes, keeps the change in sight that they look at. */
function useKeptOpen(id: string, replacesCard: boolean): void {
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  const [isKept] = useState(() => replacesCard && viewState.scroll(key) !== undefined);
  useEffect(() => {
    if (isKept) viewState.openFold(key, `${id}:group`);
  }, [isKept, viewState, key, id]);
}

interface RunProps extends Pick<ToolGroupProps, 'id' | 'entries'> {
  readonly label: string;
  readonly icon: string;
  readonly isRunning: boolean;
  /** Beside the label. */
  readonly children?: ReactNode;
}

function Run({ id, entries, label, icon, isRunning, children }: RunProps) {
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  // What the user has expanded stays visible when more calls join it.
  const isInUse = entries.some((entry) => viewState.fold(key, entry.id) === true);
  // Nothing spins while the user is waited for.
  const isPaused = useSession(isWaiting);
  const spins = isRunning && !isPaused;
  const status = isRunning ? 'in_progress' : 'completed';
  const { icon: sign, label: said } = statusLabel(status);
  return (
    <Disclosure
      id={`${id}:group`}
      openAtFirst={isInUse}
      summary={
        <>
          <Icon name={icon} />
          <span className="tool-title" title={label}>
            {label}
          </span>
          {children}
          <span className="tool-status" data-status={status} title={said}>
            <Icon name={isRunning && isPaused ? 'circle-large-outline' : sign} spin={spins} />
            <span className="visually-hidden">{said}</span>
          </span>
        </>
      }
    >
      <div className="tool-nested" role="group" aria-label={label}>
        {entries.map((entry, index) => (
          <ToolCard key={entry.id} entry={entry} isClosedAtFirst={index >= MAX_OPEN_CARDS} />
        ))}
      </div>
    </Disclosure>
  );
}
