// The agent of the session and the state of its connection; a click starts a session with another.
import './header.css';
import type { AgentStatus } from '../../../src/core/ports/agent.ts';
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import { usePanel, usePost, useSessionKey } from '../../panelContext.tsx';
import { headerStrings } from './headerStrings.ts';

const STATE_LABELS: Readonly<Record<AgentStatus['state'], () => string>> = {
  ready: headerStrings.connected,
  starting: headerStrings.starting,
  'needs-sign-in': headerStrings.needsSignIn,
  failed: headerStrings.failed,
  stopped: headerStrings.stopped,
};

export function AgentSelect() {
  const agent = usePanel((panel) => panel.agent);
  const post = usePost();
  const key = useSessionKey();
  const { state } = agent.status;
  const stateLabel = STATE_LABELS[state]();
  const hints = [
    headerStrings.agentState(agent.title, stateLabel),
    hasOtherName(agent) ? agent.reportedTitle : undefined,
    agent.isDemo ? headerStrings.demoHint() : undefined,
    headerStrings.startOther(),
  ];
  return (
    <button
      type="button"
      className="agent-select"
      data-testid="agent-select"
      title={hints.filter((hint) => hint !== undefined).join('\n')}
      onClick={() => post({ type: 'new_session', key })}
    >
      <span className="connection" data-testid="connection-state" data-state={state}>
        <span className="connection-dot" aria-hidden="true" />
        <span className="visually-hidden">{stateLabel}</span>
      </span>
      <span className="agent-name">{agent.title}</span>
    </button>
  );
}

/** Whether the agent reports another name than the user configured (R23). */
function hasOtherName({ title, reportedTitle }: PanelState['agent']): boolean {
  return reportedTitle !== undefined && reportedTitle.toLowerCase() !== title.toLowerCase();
}
