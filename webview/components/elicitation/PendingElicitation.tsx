// The first question of the agent that waits for the user.
import { useEffect } from 'react';
import { usePanelServices, useSession, useSessionKey } from '../../panelContext.tsx';
import { ElicitationCard } from './ElicitationCard.tsx';

export function PendingElicitation() {
  const request = useSession(({ elicitations }) => elicitations[0]);
  const waiting = useSession(({ elicitations }) => elicitations.length);
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  const isAsked = waiting > 0;
  // The values of a closed form belong to no question any more.
  useEffect(() => {
    if (!isAsked) viewState.setForm(key, undefined);
  }, [viewState, key, isAsked]);
  if (request === undefined) return null;
  return <ElicitationCard key={request.requestId} request={request} waiting={waiting} />;
}
