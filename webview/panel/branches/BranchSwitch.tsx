// At a prompt with others in its place: which of them it is, and the way to the others.
import './branches.css';
import { useMemo } from 'react';
import type { BranchPlace } from '../../../src/core/session/branches/branchSwitches.ts';
import { promptAt } from '../../../src/core/session/branches/promptCut.ts';
import { usePanel, usePanelServices, useSessionKey } from '../state/panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { branchStrings } from './branchStrings.ts';

export function BranchSwitch({ entryId }: { readonly entryId: string }) {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const branches = usePanel((panel) => panel.branches);
  // Which prompt an entry is stays the same while the agent writes.
  const found = useMemo(() => {
    const { session } = store.view;
    if (session === undefined || session.key !== key) return undefined;
    return branches.find(({ prompt }) => promptAt(session, prompt)?.id === entryId);
  }, [store, branches, entryId, key]);
  if (found === undefined) return null;
  const { position, count, previous, next } = found;
  const open = (place: BranchPlace | undefined): void => {
    if (place !== undefined) post({ type: 'open_branch', key, target: place.key, prompt: place.prompt });
  };
  return (
    <div
      className="dim branch-switch"
      data-testid="branch-switch"
      role="group"
      aria-label={branchStrings.branch(position, count)}
    >
      <IconButton
        icon="chevron-left"
        label={branchStrings.previous()}
        data-testid="branch-previous"
        disabled={previous === undefined}
        onClick={() => open(previous)}
      />
      <span className="branch-position">{branchStrings.position(position, count)}</span>
      <IconButton
        icon="chevron-right"
        label={branchStrings.next()}
        data-testid="branch-next"
        disabled={next === undefined}
        onClick={() => open(next)}
      />
    </div>
  );
}
