// What applies now, above the composer: requests, the plan, changed files, the context warning, the queue.
import './dock.css';
import { useRef } from 'react';
import type { PanelFeature } from '../state/panelFeature.ts';
import { useSession, useSessionKey } from '../state/panelContext.tsx';
import { PlanDock } from '../plan/PlanDock.tsx';
import { ExtensionLines } from './ExtensionLines.tsx';
import { PermissionCard } from './PermissionCard.tsx';
import { Queue } from './queue/Queue.tsx';

/** From top to bottom: what waits for the user, what informs about the work, and the queue. A card renders nothing while it does not apply. */
export function Dock({ features }: { readonly features: readonly PanelFeature[] }) {
  return (
    <div className="column dock">
      <PendingPermission />
      {features.map(({ name, Question }) => Question && <Question key={name} />)}
      <ExtensionLines placement="above" />
      <PlanDock />
      {features.map(({ name, Card }) => Card && <Card key={name} />)}
      <Queue />
    </div>
  );
}

/** The first permission request that waits for the user. */
function PendingPermission() {
  const request = useSession(({ permissions }) => permissions[0]);
  const waiting = useSession(({ permissions }) => permissions.length);
  const number = useNumberOf(request?.requestId);
  if (request === undefined) return null;
  return <PermissionCard key={request.requestId} request={request} number={number} waiting={waiting} />;
}

/** Which of the requests that came while one waited this is, from 1 on: those before it were answered. */
function useNumberOf(requestId: string | undefined): number {
  const key = useSessionKey();
  const shown = useRef({ key, requestId, number: 1 });
  const last = shown.current;
  if (last.key !== key || requestId === undefined || last.requestId === undefined)
    shown.current = { key, requestId, number: 1 };
  else if (last.requestId !== requestId) shown.current = { key, requestId, number: last.number + 1 };
  return shown.current.number;
}
