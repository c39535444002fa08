// A thin bar while a session that is shown already is being opened again in its agent.
import { useSession } from '../../panelContext.tsx';

export function OpeningProgress() {
  const isReturning = useSession(
    ({ opening, sessionId, entries }) => opening && sessionId !== undefined && entries.length > 0,
  );
  if (!isReturning) return null;
  return (
    <div
      className="opening-progress"
      data-testid="opening"
      role="progressbar"
      aria-label="Opening the session"
      title="Opening the session. You can write already."
    />
  );
}
