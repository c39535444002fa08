// That what a prompt mentions is being read, until it is sent or the user stops it.
import { usePanel, usePost, useSessionKey } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { composerStrings } from './composerStrings.ts';

/** Whether the mentions of a prompt of the shown session are being read. */
export function useIsReadingContext(): boolean {
  return usePanel(({ isReadingContext }) => isReadingContext === true);
}

export function ReadingContext() {
  const isReading = useIsReadingContext();
  const post = usePost();
  const key = useSessionKey();
  return (
    <div className="reading-context" data-testid="reading-context" hidden={!isReading}>
      {isReading && <Spinner />}
      <span role="status">{isReading && composerStrings.readingContext()}</span>
      {isReading && (
        <Button data-testid="stop-reading" onClick={() => post({ type: 'stop_reading', key })}>
          {composerStrings.cancelSending()}
        </Button>
      )}
    </div>
  );
}
