// The last sessions, in a chat that has not begun: one click goes back to one of them.
import './recentSessions.css';
import { useEffect } from 'react';
import { usePost, useSessionKey, useView } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { emptyStateStrings } from './emptyStateStrings.ts';

const MAX_SESSIONS = 3;

export function RecentSessions() {
  const post = usePost();
  const shown = useSessionKey();
  const all = useView(({ recentSessions }) => recentSessions);
  useEffect(() => {
    post({ type: 'recent_sessions', isShown: true });
    return () => post({ type: 'recent_sessions', isShown: false });
  }, [post]);
  const rows = all.filter(({ id }) => id !== shown).slice(0, MAX_SESSIONS);
  if (rows.length === 0) return null;
  return (
    <section className="column recent-sessions" aria-label={emptyStateStrings.recentSessions()}>
      <div className="dim recent-sessions-heading" aria-hidden="true">
        {emptyStateStrings.recentSessions()}
      </div>
      {rows.map(({ id, title, details, icon }) => {
        const [name = '', modifier] = icon.split('~');
        return (
          <button
            key={id}
            type="button"
            className="row recent-session"
            data-testid="recent-session"
            data-session-id={id}
            title={`${shortText(title)}\n${details}`}
            onClick={() => post({ type: 'open_session', id })}
          >
            <Icon name={name} spin={modifier === 'spin'} />
            <span className="fill one-line" dir="auto">
              {shortText(title)}
            </span>
            <span className="detail-text one-line recent-session-details">{details}</span>
          </button>
        );
      })}
    </section>
  );
}
