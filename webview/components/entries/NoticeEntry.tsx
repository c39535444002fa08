// Something to know about the session: a line, or an error with its next steps.
import './entries.css';
import type { Entry } from '../../../src/core/session/entries.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorCard } from '../errors/ErrorCard.tsx';

export function NoticeEntry({ entry }: { readonly entry: Extract<Entry, { kind: 'notice' }> }) {
  const { id, severity, text, error } = entry;
  if (error !== undefined) return <ErrorCard id={id} severity={severity} error={error} />;
  return (
    <div className="notice" data-severity={severity} role={severity === 'error' ? 'alert' : undefined}>
      <Icon name={severity} />
      <span className="notice-text">{text}</span>
    </div>
  );
}
