// The warning that the context is filling up, with what can be done about it.
import './contextBanner.css';
import { compactCommand } from '../../../src/core/sessionLifecycle/handOver/handOverDraft.ts';
import type { ContextAction } from '../../../src/core/panel/panelMessage.ts';
import { currentUsage, usedPercent } from '../../../src/core/usage/usageFigures.ts';
import { usePost, useSession, useSessionKey } from '../../panel/state/panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { contextBannerStrings } from './contextBannerStrings.ts';
import { contextHint, type WarningLevel } from '../../panel/transcript/contextWarningText.ts';

const WARNING_ACTIONS: Readonly<Record<WarningLevel, readonly ContextAction[]>> = {
  yellow: ['compact', 'new_session'],
  orange: ['compact', 'new_session_with_summary'],
  red: ['hand_off', 'compact', 'new_session_with_summary'],
};

interface ActionText {
  readonly label: () => string;
  readonly hint: () => string;
}

const ACTIONS: Readonly<Record<ContextAction, ActionText>> = {
  dismiss: { label: contextBannerStrings.dismiss, hint: contextBannerStrings.dismissHint },
  compact: { label: contextBannerStrings.compact, hint: contextBannerStrings.compactHint },
  new_session: { label: contextBannerStrings.newSession, hint: contextBannerStrings.newSessionHint },
  new_session_with_summary: {
    label: contextBannerStrings.newSessionWithSummary,
    hint: contextBannerStrings.newSessionWithSummaryHint,
  },
  hand_off: { label: contextBannerStrings.handOff, hint: contextBannerStrings.handOffHint },
};

export function ContextBanner() {
  const post = usePost();
  const key = useSessionKey();
  const level = useSession((state) => state.contextWarning.current);
  const usage = useSession(currentUsage);
  const percent = usage === undefined ? undefined : usedPercent(usage);
  const canCompact = useSession((state) => compactCommand(state.commands) !== undefined);
  if (level === undefined || level === 'normal' || percent === undefined) return null;
  const hint = contextHint(level);
  const act = (action: ContextAction) => () => post({ type: 'context_action', key, action });
  return (
    // Screen readers hear of it by the announcer, once for each level and not for each per cent.
    <section
      className="centered-row dock-card context-banner"
      aria-label={contextBannerStrings.contextFull(percent)}
      data-testid="context-banner"
      data-level={level}
    >
      <span className="context-text">
        <strong>{contextBannerStrings.contextFull(percent)}</strong>
        {hint !== undefined && ` · ${hint}`}
      </span>
      <span className="centered-row context-actions">
        {WARNING_ACTIONS[level]
          .filter((action) => action !== 'compact' || canCompact)
          .map((action) => (
            <Button key={action} title={ACTIONS[action].hint()} data-action={action} onClick={act(action)}>
              {ACTIONS[action].label()}
            </Button>
          ))}
      </span>
      <IconButton
        icon="close"
        label={ACTIONS.dismiss.hint()}
        data-action="dismiss"
        onClick={act('dismiss')}
      />
    </section>
  );
}
