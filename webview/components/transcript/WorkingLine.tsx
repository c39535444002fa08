// Says that the agent still works while nothing of it can be seen: agents retry without a word for a minute.
import { memo } from 'react';
import { isQuiet, isWaiting } from '../../../src/core/session/selectors.ts';
import { useSession, useView } from '../../panelContext.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useNow } from '../../useNow.ts';
import { durationText } from '../entries/durationText.ts';

/** Milliseconds without news after which the line shows although text was streaming. */
const SILENCE = 2_000;

export const WorkingLine = memo(function WorkingLine() {
  const isRunning = useSession(({ turn }) => turn !== undefined);
  return isRunning ? <RunningLine /> : null;
});

function RunningLine() {
  const startedAt = useSession(({ turn }) => turn?.startedAt ?? 0);
  const isCancelled = useSession(({ turn }) => turn?.cancelRequested === true);
  const waitsForPerson = useSession(isWaiting);
  const nothingStreams = useSession(isQuiet);
  const clockAhead = useView((view) => view.clockAhead);
  const lastNews = useView((view) => Math.floor(view.activeAt / 1_000) * 1_000);
  const now = useNow(1_000);
  const isShown = nothingStreams || isCancelled || waitsForPerson || now - lastNews > SILENCE;
  const seconds = Math.max(0, Math.floor((now - clockAhead - startedAt) / 1_000));
  const words = isCancelled ? 'Stopping…' : waitsForPerson ? 'Waiting for your answer' : 'Working…';
  // The line keeps its place while it is hidden, so that nothing jumps when it comes and goes.
  return (
    <div className="working" data-testid="working" data-shown={isShown}>
      {isShown && (
        <>
          <Spinner />
          <span>{words}</span>
          {seconds > 0 && !waitsForPerson && (
            <span className="working-time">{durationText(seconds * 1_000)}</span>
          )}
        </>
      )}
    </div>
  );
}
