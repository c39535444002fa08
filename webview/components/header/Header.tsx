// The panel's first row: connection, live title, agent.
import './header.css';
import type { AgentStatus } from '../../../src/core/ports/agent.ts';
import type { PanelState } from '../../../src/core/panel/panelProtocol.ts';
import { sessionTitle } from '../../../src/core/session/selectors.ts';
import { usePanel, useSession } from '../../panelContext.tsx';
import { Badge } from '../../ui/Badge.tsx';

const STATE_WORDS: Readonly<Record<AgentStatus['state'], string>> = {
  ready: 'Connected',
  starting: 'Starting',
  'needs-sign-in': 'Needs sign-in',
  failed: 'Failed',
  stopped: 'Stopped',
};

export function Header() {
  const agent = usePanel((panel) => panel.agent);
  const title = useSession(sessionTitle) ?? 'New session';
  const { state } = agent.status;
  return (
    <header className="header">
      <span
        className="connection"
        data-testid="connection-state"
        data-state={state}
        title={`${agent.title}: ${STATE_WORDS[state]}`}
      >
        <span className="connection-dot" aria-hidden="true" />
        <span className="visually-hidden">{STATE_WORDS[state]}</span>
      </span>
      <h1 className="session-title" data-testid="session-title" title={title}>
        {title}
      </h1>
      <span className="agent-name" title={agent.title}>
        {agent.title}
      </span>
      {isNamedOtherwise(agent) && (
        <span className="agent-reported" title={agent.reportedTitle}>
          {agent.reportedTitle}
        </span>
      )}
      {agent.isDemo && <Badge title="This agent is built in. It has no model behind it.">demo</Badge>}
    </header>
  );
}

/** Whether the agent calls itself something else than the user does (R23). */
function isNamedOtherwise({ title, reportedTitle }: PanelState['agent']): boolean {
  return reportedTitle !== undefined && reportedTitle.toLowerCase() !== title.toLowerCase();
}
