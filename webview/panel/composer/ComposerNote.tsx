// What the user should know of a draft, such as why something was not attached.
import { useComposerNote, useIsAlert } from './composerContext.tsx';

export function ComposerNote() {
  const note = useComposerNote();
  const role = useIsAlert() ? 'alert' : 'status';
  return (
    <div key={role} className="composer-note" role={role} data-testid="composer-note">
      {note}
    </div>
  );
}
