// One line that expands to more, and stays as the user left it.
import './disclosure.css';
import { useId, type ReactNode } from 'react';
import { useFold } from '../state/panelContext.tsx';
import { Icon } from '../../ui/Icon.tsx';

export interface DisclosureProps {
  /** Unique in the session: the fold is remembered under it. */
  readonly id: string;
  readonly summary: ReactNode;
  readonly openAtFirst?: boolean;
  /** Rendered only while expanded. */
  readonly children: ReactNode;
}

export function Disclosure({ id, summary, openAtFirst = false, children }: DisclosureProps) {
  const [isOpen, fold] = useFold(id, openAtFirst);
  const bodyId = useId();
  return (
    <div className="disclosure">
      <button
        type="button"
        className="row disclosure-summary"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => fold(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        {summary}
      </button>
      {isOpen && (
        <div id={bodyId} className="disclosure-body">
          {children}
        </div>
      )}
    </div>
  );
}
