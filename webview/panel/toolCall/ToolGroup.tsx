// Consecutive finished reads and searches in one line, which expands to their cards.
import { usePanelServices, useSessionKey } from '../state/panelContext.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { groupLabel } from './groupLabel.ts';
import type { ToolEntry } from './nestedCalls.ts';
import { ToolCard } from './ToolCard.tsx';
import { toolCallStrings } from './toolCallStrings.ts';

export interface ToolGroupProps {
  /** Unique in the session. */
  readonly id: string;
  readonly entries: readonly ToolEntry[];
}

export function ToolGroup({ id, entries }: ToolGroupProps) {
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  // What the user has expanded stays visible when more calls join it.
  const isInUse = entries.some((entry) => viewState.fold(key, entry.id) === true);
  const label = groupLabel(entries.map(({ call }) => call));
  return (
    <div className="tool-group" data-testid="tool-group">
      <Disclosure
        id={`${id}:group`}
        openAtFirst={isInUse}
        summary={
          <>
            <Icon name={entries.some(({ call }) => call.kind === 'read') ? 'files' : 'search'} />
            <span className="tool-title" title={label}>
              {label}
            </span>
            <span className="tool-status" data-status="completed" title={toolCallStrings.done()}>
              <Icon name="check" />
              <span className="visually-hidden">{toolCallStrings.done()}</span>
            </span>
          </>
        }
      >
        <div className="tool-nested" role="group" aria-label={label}>
          {entries.map((entry) => (
            <ToolCard key={entry.id} entry={entry} />
          ))}
        </div>
      </Disclosure>
    </div>
  );
}
