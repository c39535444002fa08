// The one place of the panel for the agent of the session and its state; a click starts a session with another.
import './header.css';
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import { sessionStatus, type SessionStatus } from '../../../src/core/session/status/sessionStatus.ts';
import { usePanel, usePost, useSession, useSessionKey } from '../state/panelContext.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { headerStrings } from './headerStrings.ts';

const LABELS: Readonly<Record<SessionStatus, () => string>> = {
  waiting: headerStrings.needsInput,
  'needs-sign-in': headerStrings.needsSignIn,
  limited: headerStrings.limited,
  failed: headerStrings.failed,
  silent: headerStrings.silent,
  running: headerStrings.running,
  background: headerStrings.background,
  starting: headerStrings.starting,
  'read-only': headerStrings.readOnly,
  ready: headerStrings.connected,
  stopped: headerStrings.stopped,
};

/** The codicons of what is more than the state of a connection; a dot stands for the others. */
const ICONS: Readonly<Partial<Record<SessionStatus, string>>> = {
  waiting: 'bell-dot',
  'needs-sign-in': 'key',
  limited: 'clockface',
  failed: 'error',
  silent: 'watch',
  'read-only': 'lock',
};

/** What a sign alone does not say, and no card says. */
const NAMED: ReadonlySet<SessionStatus> = new Set(['starting', 'failed']);

export function AgentSelect() {
  const agent = usePanel((panel) => panel.agent);
  const post = usePost();
  const key = useSessionKey();
  const status = useSession((session) => sessionStatus(session, agent.status.state));
  const isReturning = useSession(({ opening, sessionId }) => opening && sessionId !== undefined);
  const label = status === 'starting' ? startingLabel(agent, isReturning) : LABELS[status]();
  const icon = ICONS[status];
  const queued = useSession(({ queue }) => queue.length);
  const hints = [
    headerStrings.agentState(agent.title, label),
    queued > 0 ? headerStrings.queued(queued) : undefined,
    reportedName(agent),
    agent.runsOn === undefined ? undefined : headerStrings.runsOn(agent.runsOn),
    status === 'stopped' ? headerStrings.startsWithPrompt() : undefined,
    agent.isDemo ? headerStrings.demoHint() : undefined,
    headerStrings.startOther(),
  ];
  return (
    <button
      type="button"
      className="dim agent-select"
      data-testid="agent-select"
      title={hints.filter((hint) => hint !== undefined).join('\n')}
      onClick={() => post({ type: 'new_session', key })}
    >
      <span className="connection" data-testid="connection-state" data-state={status}>
        {icon === undefined ? (
          <span className="dim connection-dot" aria-hidden="true" />
        ) : (
          <Icon name={icon} />
        )}
        <span className={NAMED.has(status) ? 'connection-label' : 'visually-hidden'}>{label}</span>
      </span>
      <span className="one-line agent-name">{agent.title}</span>
    </button>
  );
}

/** What the agent does until the session can be used. */
function startingLabel({ status }: PanelState['agent'], isReturning: boolean): string {
  if (status.state !== 'starting') return isReturning ? headerStrings.opening() : headerStrings.starting();
  return status.isDownloading === true ? headerStrings.downloading() : headerStrings.starting();
}

/** The agent's own name and its version, as far as they say more than the name in the settings (R23). */
function reportedName({ title, reportedTitle, version }: PanelState['agent']): string | undefined {
  const isOther = reportedTitle !== undefined && reportedTitle.toLowerCase() !== title.toLowerCase();
  if (version === undefined) return isOther ? reportedTitle : undefined;
  return headerStrings.nameAndVersion(isOther ? reportedTitle : title, version);
}
