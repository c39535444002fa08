// Says in the composer that read-only mode is on; a click turns it off.
import { usePanel, usePost } from '../state/panelContext.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { composerStrings } from './composerStrings.ts';

export function ReadOnlyChip() {
  const post = usePost();
  const isOn = usePanel((panel) => panel.isReadOnlyMode === true);
  if (!isOn) return null;
  return (
    <button
      type="button"
      className="read-only-chip"
      data-testid="read-only"
      title={composerStrings.readOnlyHint()}
      onClick={() => post({ type: 'turn_off_read_only' })}
    >
      <Icon name="lock" />
      {composerStrings.readOnly()}
    </button>
  );
}
