// The entries of a plan with their state and priority.
import './plan.css';
import { ownValue } from '../../../src/core/base/ownValue.ts';
import type { PlanEntry } from '../../../src/core/session/plan.ts';
import { Icon } from '../../ui/Icon.tsx';

const STATES: Readonly<Record<string, { readonly icon: string; readonly words: string }>> = {
  pending: { icon: 'circle-large-outline', words: 'To do' },
  in_progress: { icon: 'arrow-circle-right', words: 'In progress' },
  completed: { icon: 'pass', words: 'Done' },
};

export function PlanList({ entries }: { readonly entries: readonly PlanEntry[] }) {
  return (
    <ol className="plan-list">
      {entries.map(({ content, priority, status }, index) => {
        const state = ownValue(STATES, status) ?? { icon: 'question', words: status };
        return (
          // A plan is replaced as a whole, and its entries have no ids: their place is who they are.
          <li key={index} data-status={status} aria-current={status === 'in_progress' ? 'step' : undefined}>
            <Icon name={state.icon} />
            <span className="visually-hidden">{state.words}: </span>
            <span className="plan-content" dir="auto">
              {content}
            </span>
            {priority === 'high' && <span className="plan-priority">high priority</span>}
          </li>
        );
      })}
    </ol>
  );
}
