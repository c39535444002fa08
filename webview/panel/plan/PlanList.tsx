// The entries of a plan with their state and priority.
import './plan.css';
import { ownValue } from '../../../src/core/base/ownValue.ts';
import type { PlanEntry } from '../../../src/core/session/plan/state.ts';
import { PlainText } from '../../text/PlainText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { planStrings } from './planStrings.ts';

const STATES: Readonly<Record<string, { readonly icon: string; readonly label: () => string }>> = {
  pending: { icon: 'circle-large-outline', label: planStrings.pending },
  in_progress: { icon: 'arrow-circle-right', label: planStrings.inProgress },
  completed: { icon: 'pass', label: planStrings.completed },
  failed: { icon: 'error', label: planStrings.failed },
  cancelled: { icon: 'circle-slash', label: planStrings.cancelled },
};

export function PlanList({ entries }: { readonly entries: readonly PlanEntry[] }) {
  return (
    <ol className="card-list plan-list">
      {entries.map(({ content, priority, status }, index) => {
        const state = ownValue(STATES, status) ?? { icon: 'question', label: () => status };
        return (
          // A plan is replaced as a whole, and its entries have no ids: their place identifies them.
          <li key={index} data-status={status} aria-current={status === 'in_progress' ? 'step' : undefined}>
            <Icon name={state.icon} />
            <span className="visually-hidden">{planStrings.stateOfStep(state.label())} </span>
            <span className="fill plan-content" dir="auto">
              <PlainText text={content} />
            </span>
            {priority === 'high' && <span className="dim plan-priority">{planStrings.highPriority()}</span>}
          </li>
        );
      })}
    </ol>
  );
}
