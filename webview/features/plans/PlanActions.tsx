// What can be done with a plan: accept it, send it back, export it. It stays in view above the text.
import type { PlanPageMessage, PlanState } from '../../../src/features/plans/core/planPage.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { planPageStrings } from './planPageStrings.ts';

const STATES: Readonly<
  Record<PlanState['state'], { readonly icon: string; readonly label: (agent: string) => string }>
> = {
  waiting: { icon: 'question', label: planPageStrings.waiting },
  accepted: { icon: 'pass', label: planPageStrings.accepted },
  rejected: { icon: 'circle-slash', label: planPageStrings.rejected },
  withdrawn: { icon: 'circle-slash', label: planPageStrings.withdrawn },
  noted: { icon: 'checklist', label: planPageStrings.plan },
};

interface PlanActionsProps {
  readonly state: PlanState;
  readonly post: (message: PlanPageMessage) => void;
}

export function PlanActions({ state, post }: PlanActionsProps) {
  const { accepting, rejecting, comments, agent, isOpen } = state;
  const { icon, label } = STATES[state.state];
  const offered = state.state === 'waiting' && isOpen ? accepting : [];
  // What allows more than the plan is chosen by its name.
  const first = offered.find(({ allowsMore }) => allowsMore !== true);
  const more = offered.filter((option) => option !== first);
  return (
    <header className="plan-bar">
      <span className="centered-row plan-state" role="status">
        <Icon name={icon} />
        <span>{isOpen ? label(agent) : planPageStrings.sessionClosed()}</span>
      </span>
      <div className="wrapping-row plan-actions">
        {first !== undefined && (
          <Button
            appearance="primary"
            data-testid="plan-accept"
            title={first.name}
            onClick={() => post({ type: 'answer', optionId: first.optionId })}
          >
            {planPageStrings.accept()}
          </Button>
        )}
        {more.length > 0 && (
          <Menu
            label={planPageStrings.acceptAnd()}
            testId="plan-accept-menu"
            items={more.map(({ optionId, name }) => ({
              id: optionId,
              icon: 'check',
              label: name,
              onChoose: () => post({ type: 'answer', optionId }),
            }))}
            trigger={({ onClick, ...properties }) => (
              <Button data-testid="plan-accept-and" onClick={onClick} {...properties}>
                {planPageStrings.acceptAnd()}
              </Button>
            )}
          />
        )}
        {isOpen && (
          <Button
            data-testid="plan-send"
            disabled={comments.length === 0}
            title={planPageStrings.sendCommentsHint()}
            onClick={() => post({ type: 'send' })}
          >
            {comments.length === 0
              ? planPageStrings.noComments()
              : planPageStrings.sendComments(comments.length)}
          </Button>
        )}
        {state.state === 'waiting' && isOpen && rejecting !== undefined && (
          <Button
            data-testid="plan-reject"
            title={rejecting.name}
            onClick={() => post({ type: 'answer', optionId: rejecting.optionId })}
          >
            {planPageStrings.keepPlanning()}
          </Button>
        )}
        <Button
          data-testid="plan-export"
          title={planPageStrings.exportHint()}
          onClick={() => post({ type: 'export' })}
        >
          {planPageStrings.exportPlan()}
        </Button>
      </div>
    </header>
  );
}
