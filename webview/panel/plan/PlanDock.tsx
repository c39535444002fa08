// The running plan in the dock: one line with its progress, which expands to the list.
import { planProgress } from '../../../src/core/session/plan/state.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { useSession } from '../state/panelContext.tsx';
import { FoldedCard } from '../disclosure/FoldedCard.tsx';
import { shortText } from '../../text/shortText.ts';
import { PlanList } from './PlanList.tsx';
import { planStrings } from './planStrings.ts';

export function PlanDock() {
  const plan = useSession((state) => state.plan);
  const isRunning = useSession(({ turn }) => turn !== undefined);
  const { done, total, current } = planProgress(plan);
  // A plan leaves with its turn and stays in the transcript; the dock holds only what applies now.
  if (total === 0 || !isRunning) return null;
  const detail =
    current === undefined
      ? planStrings.progress(done, total)
      : planStrings.progressWithStep(done, total, shortText(oneLine(current.content)));
  return (
    <FoldedCard id="plan" label={planStrings.plan()} detail={detail}>
      <PlanList entries={plan} />
    </FoldedCard>
  );
}
