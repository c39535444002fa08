// The panel's first row: connection, live title, agent.
import './header.css';
import type { AgentStatus } from '../../../src/core/ports/agent.ts';
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import { sessionTitle } from '../../../src/core/session/selectors.ts';
import { usePanel, useSession } from '../../panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Badge } from '../../ui/Badge.tsx';
import { headerStrings } from './headerStrings.ts';

const STATE_LABELS: Readonly<Record<AgentStatus['state'], () => string>> = {
  ready: headerStrings.connected,
  starting: headerStrings.starting,
  'needs-sign-in': headerStrings.needsSignIn,
  failed: headerStrings.failed,
  stopped: headerStrings.stopped,
};

export function Header() {
  const agent = usePanel((panel) => panel.agent);
  const title = shortText(useSession(sessionTitle) ?? headerStrings.newSession());
  const { state } = agent.status;
  const stateLabel = STATE_LABELS[state]();
  return (
    <header className="header">
      <span
        className="connection"
        data-testid="connection-state"
        data-state={state}
        title={headerStrings.agentState(agent.title, stateLabel)}
      >
        <span className="connection-dot" aria-hidden="true" />
        <span className="visually-hidden">{stateLabel}</span>
      </span>
      <h1 className="session-title" data-testid="session-title" title={title}>
        {title}
      </h1>
      <span className="agent-name" title={agent.title}>
        {agent.title}
      </span>
      {hasOtherName(agent) && (
        <span className="agent-reported" title={agent.reportedTitle}>
          {agent.reportedTitle}
        </span>
      )}
      {agent.isDemo && <Badge title={headerStrings.demoHint()}>{headerStrings.demo()}</Badge>}
    </header>
  );
}

/** Whether the agent reports another name than the user configured (R23). */
function hasOtherName({ title, reportedTitle }: PanelState['agent']): boolean {
  return reportedTitle !== undefined && reportedTitle.toLowerCase() !== title.toLowerCase();
}
