// Shows that the agent still works while it sends nothing: agents retry silently for a minute.
import { memo } from 'react';
import { isNothingStreaming, isWaiting } from '../../../src/core/session/selectors.ts';
import { percentText } from '../../../src/core/usage/usageFigures.ts';
import { SILENCE_MS } from '../../../src/core/sessionLifecycle/silenceWatch.ts';
import { usePost, useSession, useSessionKey, useView } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useNow } from '../../ui/useNow.ts';
import { transcriptStrings } from './transcriptStrings.ts';

/** How long nothing has come before the line shows although text was streaming. */
const IDLE_DELAY_MS = 2_000;

export const WorkingLine = memo(function WorkingLine() {
  const isRunning = useSession(({ turn }) => turn !== undefined);
  return isRunning ? <RunningLine /> : null;
});

function RunningLine() {
  const startedAt = useSession(({ turn }) => turn?.startedAt ?? 0);
  const isCancelled = useSession(({ turn }) => turn?.cancelRequested === true);
  const isSilent = useSession(({ turn }) => turn?.isSilent === true);
  const preparation = useSession(({ turn }) => turn?.checkpointPercent);
  const waitsForUser = useSession(isWaiting);
  const nothingStreams = useSession(isNothingStreaming);
  const clockAhead = useView((view) => view.clockAhead);
  const lastUpdate = useView((view) => Math.floor(view.activeAt / 1_000) * 1_000);
  const now = useNow(1_000);
  if (preparation !== undefined && !isCancelled) return <PreparingLine percent={preparation} />;
  if (isSilent && !isCancelled && !waitsForUser) return <SilentLine seconds={(now - lastUpdate) / 1_000} />;
  // A card says that the user is waited for; then nothing works, and nothing spins.
  const isShown = isCancelled || (!waitsForUser && (nothingStreams || now - lastUpdate > IDLE_DELAY_MS));
  const seconds = Math.max(0, Math.floor((now - clockAhead - startedAt) / 1_000));
  const label = isCancelled ? transcriptStrings.stopping() : transcriptStrings.working();
  // The line keeps its place while it is hidden, so that nothing jumps when it comes and goes.
  return (
    <div className="dim row working" data-testid="working" data-shown={isShown}>
      {isShown && (
        <>
          <Spinner />
          <span>{label}</span>
          {seconds > 0 && <span className="working-time">{transcriptStrings.elapsed(seconds)}</span>}
        </>
      )}
    </div>
  );
}

/** The prompt is not with the agent yet. */
function PreparingLine({ percent }: { readonly percent: number }) {
  const post = usePost();
  const key = useSessionKey();
  return (
    <div className="dim row working" data-testid="working" data-shown data-preparing="">
      <Spinner />
      <span role="status">{transcriptStrings.preparingUndo()}</span>
      {percent > 0 && <span className="working-time">{percentText(percent)}</span>}
      <Button
        appearance="secondary"
        title={transcriptStrings.sendWithoutUndoHint()}
        onClick={() => post({ type: 'skip_checkpoint', key })}
      >
        {transcriptStrings.sendWithoutUndo()}
      </Button>
    </div>
  );
}

/** Agents ask a model again and again without a word; what they print meanwhile is in the log. */
function SilentLine({ seconds }: { readonly seconds: number }) {
  const post = usePost();
  const key = useSessionKey();
  const shown = Math.max(Math.floor(seconds), SILENCE_MS / 1_000);
  return (
    <div className="dim row working" data-testid="working" data-shown data-silent="">
      <Icon name="watch" />
      <span role="status">{transcriptStrings.noResponse()}</span>
      <span className="working-time">{transcriptStrings.elapsed(shown)}</span>
      <Button appearance="secondary" onClick={() => post({ type: 'error_action', key, action: 'show-log' })}>
        {transcriptStrings.showLog()}
      </Button>
    </div>
  );
}
