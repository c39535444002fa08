// What is attached to the next prompt automatically: the transcript of the session that this one continues, and what the
// user has undone.
import { holdsTranscript } from '../../../src/core/sessionLifecycle/handOver/transcriptContext.ts';
import { useParts } from '../state/loadedParts.ts';
import { usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { composerStrings } from './composerStrings.ts';

export function AttachedContext() {
  const post = usePost();
  const key = useSessionKey();
  const context = useSession((session) => session.context);
  const parts = useParts();
  if (context === undefined) return null;
  return (
    <div className="wrapping-row chips composer-attachments composer-context" data-testid="attached-context">
      {parts && context.map((block, index) => <parts.ContentChip key={index} block={block} />)}
      <span className="centered-row composer-context-note">
        <span
          className="one-line detail-text composer-context-label"
          title={composerStrings.sentWithNextPrompt()}
        >
          {composerStrings.sentWithNextPrompt()}
        </span>
        <IconButton
          icon="close"
          label={
            holdsTranscript(context) ? composerStrings.removeTranscript() : composerStrings.removeAttached()
          }
          onClick={() => post({ type: 'detach_context', key })}
        />
      </span>
    </div>
  );
}
