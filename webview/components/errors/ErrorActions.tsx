// The next steps of an error as buttons.
import './errors.css';
import type { ErrorAction } from '../../../src/core/errors.ts';
import { usePost, useSessionKey } from '../../panelContext.tsx';
import { useComposer } from '../composer/composerContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { errorStrings } from './errorStrings.ts';

const LABELS: Readonly<Record<ErrorAction, () => string>> = {
  'restart-agent': errorStrings.restartAgent,
  'show-log': errorStrings.showLog,
  'edit-settings': errorStrings.editSettings,
  'review-agent': errorStrings.reviewAgent,
  'open-folder': errorStrings.openFolder,
  'new-session': errorStrings.newSession,
  'attach-transcript': errorStrings.attachTranscript,
};

export function ErrorActions({ actions }: { readonly actions: readonly ErrorAction[] }) {
  const post = usePost();
  const key = useSessionKey();
  const composer = useComposer();
  if (actions.length === 0) return null;
  return (
    <div className="error-actions">
      {actions.map((action, index) => (
        <Button
          key={action}
          appearance={index === 0 ? 'primary' : 'secondary'}
          data-action={action}
          onClick={() => {
            post({ type: 'error_action', key, action });
            // The button disappears with the error, and would take the focus with it.
            if (action === 'restart-agent' || action === 'attach-transcript') composer.focus();
          }}
        >
          {LABELS[action]()}
        </Button>
      ))}
    </div>
  );
}
