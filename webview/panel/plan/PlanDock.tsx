// The running plan in the dock: one line with its progress, which expands to the list.
import './plan.css';
import { planProgress } from '../../../src/core/session/plan/state.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { useFold, useSession } from '../state/panelContext.tsx';
import { shortText } from '../../text/shortText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PlanList } from './PlanList.tsx';
import { planStrings } from './planStrings.ts';

export function PlanDock() {
  const plan = useSession((state) => state.plan);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const [isOpen, fold] = useFold('plan', false);
  const { done, total, current } = planProgress(plan);
  // A plan leaves with its turn and stays in the transcript; the dock holds only what applies now.
  if (total === 0 || !isRunning) return null;
  return (
    <section className="column dock-card plan-dock" data-testid="plan" aria-label={planStrings.plan()}>
      <button
        type="button"
        className="centered-row plan-summary"
        aria-expanded={isOpen}
        onClick={() => fold(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span>{planStrings.plan()}</span>
        <span className="dim one-line fill plan-progress">
          {current === undefined
            ? planStrings.progress(done, total)
            : planStrings.progressWithStep(done, total, shortText(oneLine(current.content)))}
        </span>
      </button>
      {isOpen && <PlanList entries={plan} />}
    </section>
  );
}
