// What applies now, above the composer: requests, the plan, changed files, the context warning, the queue.
import './dock.css';
import { useEffect } from 'react';
import { usePanelServices, useSession, useSessionKey } from '../../panelContext.tsx';
import { ChangesDock } from '../changes/ChangesDock.tsx';
import { ContextBanner } from '../contextBanner/ContextBanner.tsx';
import { ElicitationCard } from '../elicitation/ElicitationCard.tsx';
import { PlanDock } from '../plan/PlanDock.tsx';
import { ExtensionLines } from './ExtensionLines.tsx';
import { PermissionCard } from './PermissionCard.tsx';
import { Queue } from './Queue.tsx';

export function Dock() {
  const request = useSession(({ permissions }) => permissions[0]);
  const waiting = useSession(({ permissions }) => permissions.length);
  const question = useSession(({ elicitations }) => elicitations[0]);
  const questions = useSession(({ elicitations }) => elicitations.length);
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  const isAsked = questions > 0;
  // What was filled into a form that is closed is nobody's any more.
  useEffect(() => {
    if (!isAsked) viewState.setForm(key, undefined);
  }, [viewState, key, isAsked]);
  return (
    <div className="dock">
      {request !== undefined && (
        <PermissionCard key={request.requestId} request={request} waiting={waiting} />
      )}
      {question !== undefined && (
        <ElicitationCard key={question.requestId} request={question} waiting={questions} />
      )}
      <ExtensionLines placement="above" />
      <PlanDock />
      <ChangesDock />
      <ContextBanner />
      <Queue />
    </div>
  );
}
