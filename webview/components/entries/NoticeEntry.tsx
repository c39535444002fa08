// Something to know about the session: a line, or an error with its next steps.
import './entries.css';
import { holdsTranscript } from '../../../src/core/sessionLifecycle/handOver.ts';
import { findLastEntry, isUserPrompt, type Entry } from '../../../src/core/session/entries.ts';
import { useSession } from '../../panelContext.tsx';
import type { UserError } from '../../../src/core/errors.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorCard } from '../errors/ErrorCard.tsx';

type Notice = Extract<Entry, { kind: 'notice' }>;

export function NoticeEntry({ entry }: { readonly entry: Notice }) {
  const { id, severity, text, error } = entry;
  if (error !== undefined) return <ErrorNotice id={id} severity={severity} error={error} />;
  return (
    <div className="notice" data-severity={severity} role={severity === 'error' ? 'alert' : undefined}>
      <Icon name={severity} />
      <span className="notice-text">{text}</span>
    </div>
  );
}

/**
 * Once a prompt was sent after it, or the agent came back, an error is history: its next steps would no longer be for
 * it. But a transcript can be handed over until that is done. In a session that can only be read there are none.
 */
function ErrorNotice({
  id,
  severity,
  error,
}: Pick<Notice, 'id' | 'severity'> & { readonly error: UserError }) {
  const offersTranscript = error.actions.includes('attach-transcript');
  const isPast = useSession(({ entries, readOnly }) => {
    const ends = (entry: Entry): boolean =>
      isUserPrompt(entry) ? !offersTranscript || holdsTranscript(entry.content) : isGoodNews(entry);
    const later = findLastEntry(entries, (entry): entry is Entry => entry.id === id || ends(entry));
    return readOnly !== undefined || (later !== undefined && later.found.id !== id);
  });
  return <ErrorCard id={id} severity={severity} error={error} isPast={isPast} />;
}

function isGoodNews(entry: Entry): boolean {
  return entry.kind === 'notice' && entry.severity === 'info';
}
