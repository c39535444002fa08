// A thin bar while a session whose transcript is already shown is being opened in its agent.
import { useSession } from '../../panelContext.tsx';
import { headerStrings } from './headerStrings.ts';

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
      aria-label={headerStrings.openingProgress()}
      title={headerStrings.openingProgressHint()}
    />
  );
}
