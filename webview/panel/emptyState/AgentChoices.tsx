// Agents to choose from, for a user who has none: those of this machine, well-known ones, and all others.
import './agentChoices.css';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AgentChoice } from '../../../src/core/panel/agentChoice.ts';
import { usePost, useView } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { emptyStateStrings } from './emptyStateStrings.ts';

export function AgentChoices() {
  const post = usePost();
  const choices = useView(({ agentChoices }) => agentChoices);
  const installs = useView(({ agentInstalls }) => agentInstalls);
  // Anew each time, because an agent may have been installed meanwhile.
  useEffect(() => {
    post({ type: 'find_agents' });
  }, [post]);
  return (
    <div
      className="column agent-choices"
      data-testid="agent-picker"
      role="group"
      aria-label={emptyStateStrings.chooseAgent()}
    >
      {choices.length > 0 && (
        <ul className="column plain-list agent-choice-list">
          {[...choices, ...entered()].map((choice) => (
            <li key={`${choice.state} ${choice.id}`}>
              <Choice choice={choice} step={installs.get(choice.id)} />
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

interface ChoiceProps {
  readonly choice: AgentChoice;
  /** What is being done to add it. */
  readonly step: string | undefined;
}

function Choice({ choice, step }: ChoiceProps) {
  const post = usePost();
  const { id, name, state } = choice;
  const isInstalling = step !== undefined && state === 'installable';
  const { button, onUse } = useKeptFocus(isInstalling);
  const face = (
    <>
      <ChoiceIcon choice={choice} />
      <span className="fill agent-choice-name">{name}</span>
    </>
  );
  if (isInstalling) {
    return (
      <div className="row agent-choice agent-installing" data-testid="agent-install" data-agent-id={id}>
        {face}
        <Icon name="loading" spin />
        <span
          className="detail-text agent-choice-state"
          data-testid="agent-progress"
          role="progressbar"
          aria-label={emptyStateStrings.installing(name)}
          aria-valuetext={step}
        >
          {step}
        </span>
        <Button
          ref={button}
          appearance="secondary"
          aria-label={emptyStateStrings.cancelInstalling(name)}
          onClick={() => post({ type: 'cancel_install', id })}
        >
          {emptyStateStrings.cancel()}
        </Button>
      </div>
    );
  }
  return (
    <button
      ref={button}
      type="button"
      className="row agent-choice"
      data-testid="agent-choice"
      data-agent-id={id}
      data-state={state}
      onClick={() => {
        onUse();
        post({ type: 'add_agent', choice: { id, state } });
      }}
    >
      {face}
      {step !== undefined && <Icon name="loading" spin />}
      <span className="detail-text agent-choice-state" aria-live="polite">
        {step ?? stateText(choice)}
      </span>
    </button>
  );
}

/** Moves the focus to the button that takes the place of the one that was used: to Cancel, and back when that goes. */
function useKeptFocus(isInstalling: boolean) {
  const element = useRef<HTMLElement>(null);
  const isUsed = useRef(false);
  const wasInstalling = useRef(isInstalling);
  useLayoutEffect(() => {
    if (wasInstalling.current === isInstalling) return;
    wasInstalling.current = isInstalling;
    // The user may be elsewhere by now.
    if (isUsed.current && document.activeElement === document.body) element.current?.focus();
  }, [isInstalling]);
  return {
    button: (each: HTMLElement | null): void => {
      element.current = each;
    },
    onUse: (): void => {
      isUsed.current = true;
    },
  };
}

/** The agent's own icon where there is one; which of the two is drawn, the theme decides. */
function ChoiceIcon({ choice: { icon, state } }: Pick<ChoiceProps, 'choice'>) {
  if (icon === undefined) return <Icon name={ICONS[state]} />;
  return (
    <>
      <img className="agent-icon agent-icon-dark" src={icon.dark} alt="" width={16} height={16} />
      <img className="agent-icon agent-icon-light" src={icon.light} alt="" width={16} height={16} />
    </>
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

function stateText({ state, needs, version }: AgentChoice): string {
  if (state === 'custom' || state === 'remote') return '';
  if (state === 'found') {
    return version === undefined ? emptyStateStrings.foundHere() : emptyStateStrings.foundVersion(version);
  }
  switch (needs) {
    case 'node':
      return emptyStateStrings.needsNode();
    case 'uv':
      return emptyStateStrings.needsUv();
    default:
      return emptyStateStrings.install();
  }
}
