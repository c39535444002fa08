// Opens a plan as a document of its own.
import { usePost, useSessionKey } from '../state/panelContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { planStrings } from './planStrings.ts';

/** `id`: of its entry, or of the request that asks for it. */
export function OpenPlan({ id }: { readonly id: string }) {
  const post = usePost();
  const key = useSessionKey();
  return (
    <Button
      data-testid="open-plan"
      title={planStrings.openPlanHint()}
      onClick={() => post({ type: 'open_plan', key, id })}
    >
      {planStrings.openPlan()}
    </Button>
  );
}
