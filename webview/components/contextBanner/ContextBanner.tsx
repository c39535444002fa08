// The warning that the context is filling up, with what can be done about it.
import './contextBanner.css';
import { compactCommand } from '../../../src/core/sessionLifecycle/handOver.ts';
import type { ContextAction } from '../../../src/core/panel/panelProtocol.ts';
import type { UsageLevel } from '../../../src/core/session/sessionUsage.ts';
import { usedPercent } from '../../../src/core/usage/usageFigures.ts';
import { usePost, useSession, useSessionKey } from '../../panelContext.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';

interface Warning {
  readonly words: string;
  readonly actions: readonly ContextAction[];
}

const WARNINGS: Readonly<Record<Exclude<UsageLevel, 'normal'>, Warning>> = {
  yellow: { words: 'Context is filling up', actions: ['compact', 'new_session'] },
  orange: { words: 'Start a new session or summarise', actions: ['compact', 'new_session_with_summary'] },
  red: { words: 'The next prompt may fail', actions: ['hand_off', 'compact', 'new_session_with_summary'] },
};

const LABELS: Readonly<Record<ContextAction, string>> = {
  dismiss: 'Dismiss',
  compact: 'Compact',
  new_session: 'New Session',
  new_session_with_summary: 'New Session with Summary',
  hand_off: 'Hand Off',
};

const HINTS: Readonly<Record<ContextAction, string>> = {
  dismiss: 'Dismiss this warning',
  compact: 'Run the agent’s own command that makes room',
  new_session: 'Start a session with nothing in its context',
  new_session_with_summary: 'Ask for a summary and start a session with it',
  hand_off: 'Ask for a summary and go on with another agent',
};

export function ContextBanner() {
  const post = usePost();
  const key = useSessionKey();
  const level = useSession((state) => state.contextWarning.current);
  const percent = useSession(({ usage }) => (usage === undefined ? undefined : usedPercent(usage)));
  const canCompact = useSession((state) => compactCommand(state.commands) !== undefined);
  if (level === undefined || level === 'normal') return null;
  const { words, actions } = WARNINGS[level];
  const act = (action: ContextAction) => () => post({ type: 'context_action', key, action });
  return (
    <section
      className="dock-card context-banner"
      role="status"
      data-testid="context-banner"
      data-level={level}
    >
      <span className="context-words">
        <strong>Context {percent} %</strong> · {words}
      </span>
      <span className="context-actions">
        {actions
          .filter((action) => action !== 'compact' || canCompact)
          .map((action) => (
            <Button key={action} title={HINTS[action]} data-action={action} onClick={act(action)}>
              {LABELS[action]}
            </Button>
          ))}
      </span>
      <IconButton icon="close" label={HINTS.dismiss} data-action="dismiss" onClick={act('dismiss')} />
    </section>
  );
}
