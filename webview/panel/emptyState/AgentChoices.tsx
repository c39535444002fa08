// Agents to choose from, for a user who has none: those of this machine, well-known ones, and all others.
import './agentChoices.css';
import { useEffect } from 'react';
import type { AgentChoice } from '../../../src/core/panel/agentChoice.ts';
import { usePost, useView } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { emptyStateStrings } from './emptyStateStrings.ts';

export function AgentChoices() {
  const post = usePost();
  const choices = useView(({ agentChoices }) => agentChoices);
  // Anew each time, because an agent may have been installed meanwhile.
  useEffect(() => {
    post({ type: 'find_agents' });
  }, [post]);
  return (
    <div className="column agent-choices" data-testid="agent-picker">
      <p className="dim row empty-line">{emptyStateStrings.chooseAgent()}</p>
      {choices.length > 0 && (
        <ul className="column plain-list agent-choice-list">
          {[...choices, ...entered()].map((choice) => (
            <li key={`${choice.state} ${choice.id}`}>
              <button
                type="button"
                className="row agent-choice"
                data-testid="agent-choice"
                data-agent-id={choice.id}
                data-state={choice.state}
                onClick={() => post({ type: 'add_agent', choice: { id: choice.id, state: choice.state } })}
              >
                <Icon name={ICONS[choice.state]} />
                <span className="fill agent-choice-name">{choice.name}</span>
                <span className="detail-text agent-choice-state">{stateText(choice)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button data-testid="add-agent" onClick={() => post({ type: 'add_agent' })}>
        {choices.length > 0 ? emptyStateStrings.moreAgents() : emptyStateStrings.addAgent()}
      </Button>
    </div>
  );
}

const ICONS = {
  found: 'vm',
  installable: 'cloud-download',
  custom: 'terminal',
  remote: 'globe',
} as const;

/** What users enter themselves. */
function entered(): readonly AgentChoice[] {
  return [
    { id: 'custom', name: emptyStateStrings.customCommand(), state: 'custom' },
    { id: 'remote', name: emptyStateStrings.remoteAgent(), state: 'remote' },
  ];
}

function stateText({ state, needs }: AgentChoice): string {
  if (state === 'custom' || state === 'remote') return '';
  if (state === 'found') return emptyStateStrings.foundHere();
  switch (needs) {
    case 'node':
      return emptyStateStrings.needsNode();
    case 'uv':
      return emptyStateStrings.needsUv();
    default:
      return emptyStateStrings.install();
  }
}
