// A card of the dock that is one line with what it counts, and expands to a list.
import './foldedCard.css';
import type { ReactNode } from 'react';
import { useFold } from '../state/panelContext.tsx';
import { Icon } from '../../ui/Icon.tsx';

interface FoldedCardProps {
  /** The fold is remembered under it in each session; also the card's handle. */
  readonly id: string;
  /** The name of the card, and what its line begins with. */
  readonly label: string;
  readonly detail: string;
  readonly count?: number;
  /** Rendered only while expanded. */
  readonly children: ReactNode;
}

export function FoldedCard({ id, label, detail, count, children }: FoldedCardProps) {
  const [isOpen, fold] = useFold(id, false);
  return (
    <section className="column dock-card folded-card" data-testid={id} data-count={count} aria-label={label}>
      <button
        type="button"
        className="centered-row folded-card-summary"
        aria-expanded={isOpen}
        onClick={() => fold(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span>{label}</span>
        <span className="dim one-line fill">{detail}</span>
      </button>
      {isOpen && children}
    </section>
  );
}
