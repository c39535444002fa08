// What applies now, above the composer: requests, the plan, changed files, the context warning, the queue.
import './dock.css';
import type { PanelFeature } from '../state/panelFeature.ts';
import { useSession } from '../state/panelContext.tsx';
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
  if (request === undefined) return null;
  return <PermissionCard key={request.requestId} request={request} waiting={waiting} />;
}
