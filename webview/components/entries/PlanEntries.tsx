// A plan as a list with the state of each step.
import './entries.css';
import type { PlanEntry } from '../../../src/core/session/plan.ts';
import { Icon } from '../../ui/Icon.tsx';

const ICONS: Readonly<Record<string, string>> = {
  completed: 'pass-filled',
  in_progress: 'circle-large-filled',
};
const WORDS: Readonly<Record<string, string>> = {
  completed: 'Done',
  in_progress: 'In progress',
  pending: 'To do',
};

export function PlanEntries({ entries }: { readonly entries: readonly PlanEntry[] }) {
  return (
    <ul className="plan-list" aria-label="Plan">
      {entries.map(({ content, status }, index) => (
        <li key={index} className="plan-step" data-status={status}>
          <Icon name={ICONS[status] ?? 'circle-large-outline'} />
          <span className="visually-hidden">{WORDS[status] ?? status}:</span>
          <span>{content}</span>
        </li>
      ))}
    </ul>
  );
}
