// What applies now, above the composer: a request for permission, the plan, the context warning, queued prompts.
import './dock.css';
import { useSession } from '../../panelContext.tsx';
import { ContextBanner } from '../contextBanner/ContextBanner.tsx';
import { ElicitationCard } from '../elicitation/ElicitationCard.tsx';
import { PlanDock } from '../plan/PlanDock.tsx';
import { PermissionCard } from './PermissionCard.tsx';
import { Queue } from './Queue.tsx';

export function Dock() {
  const request = useSession(({ permissions }) => permissions[0]);
  const waiting = useSession(({ permissions }) => permissions.length);
  const question = useSession(({ elicitations }) => elicitations[0]);
  const questions = useSession(({ elicitations }) => elicitations.length);
  return (
    <div className="dock">
      {request !== undefined && (
        <PermissionCard key={request.requestId} request={request} waiting={waiting} />
      )}
      {question !== undefined && (
        <ElicitationCard key={question.requestId} request={question} waiting={questions} />
      )}
      <PlanDock />
      <ContextBanner />
      <Queue />
    </div>
  );
}
