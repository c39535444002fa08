// What applies now, above the composer: requests, the plan, changed files, the context warning, the queue.
import './dock.css';
import type { ComponentType } from 'react';
import { ChangesDock } from '../changes/ChangesDock.tsx';
import { ContextBanner } from '../contextBanner/ContextBanner.tsx';
import type { PanelFeature } from '../../panelFeature.ts';
import { useSession } from '../../panelContext.tsx';
import { PlanDock } from '../plan/PlanDock.tsx';
import { ExtensionLines } from './ExtensionLines.tsx';
import { PermissionCard } from './PermissionCard.tsx';
import { Queue } from './queue/Queue.tsx';

/** A card renders nothing while it does not apply. */
interface DockCard {
  readonly id: string;
  readonly Card: ComponentType;
}

/** From top to bottom, below what waits for the user: permission requests, and the questions of features. */
const CARDS: readonly DockCard[] = [
  { id: 'extensionLines', Card: () => <ExtensionLines placement="above" /> },
  { id: 'plan', Card: PlanDock },
  { id: 'changes', Card: ChangesDock },
  { id: 'contextBanner', Card: ContextBanner },
  { id: 'queue', Card: Queue },
];

export function Dock({ features }: { readonly features: readonly PanelFeature[] }) {
  return (
    <div className="dock">
      <PendingPermission />
      {features.map(({ name, Question }) => Question && <Question key={name} />)}
      {CARDS.map(({ id, Card }) => (
        <Card key={id} />
      ))}
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
