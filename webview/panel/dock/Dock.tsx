// What applies now, above the composer: requests, the plan, changed files, the context warning, the queue.
import './dock.css';
import { useRef } from 'react';
import type { PermissionRequest } from '../../../src/core/session/permission/state.ts';
import type { PanelFeature } from '../state/panelFeature.ts';
import { useSession, useSessionKey } from '../state/panelContext.tsx';
import { RewoundCard } from '../branches/RewoundCard.tsx';
import { PlanDock } from '../plan/PlanDock.tsx';
import { ExtensionLines } from './ExtensionLines.tsx';
import { PermissionCard } from './PermissionCard.tsx';
import { Queue } from './queue/Queue.tsx';

/** From top to bottom: what waits for the user, what informs about the work, and the queue. A card renders nothing while it does not apply. */
export function Dock({ features }: { readonly features: readonly PanelFeature[] }) {
  return (
    <div className="column dock">
      <PendingPermission features={features} />
      {features.map(({ name, Question }) => Question && <Question key={name} />)}
      <ExtensionLines placement="above" />
      <RewoundCard />
      <PlanDock />
      {features.map(({ name, Card }) => Card && <Card key={name} />)}
      <Queue />
    </div>
  );
}

/** The first permission request that waits for the user. */
function PendingPermission({ features }: { readonly features: readonly PanelFeature[] }) {
  const request = useSession(({ permissions }) => permissions[0]);
  const waiting = useSession(({ permissions }) => permissions.length);
  const number = useNumberOf(request);
  if (request === undefined) return null;
  return (
    <PermissionCard
      key={request.requestId}
      features={features}
      request={request}
      number={number}
      waiting={waiting}
    />
  );
}

/** Which of the requests that came while one waited this is, from 1 on: those before it were answered. */
function useNumberOf(request: PermissionRequest | undefined): number {
  const key = useSessionKey();
  const shown = useRef({ key, request, number: 1 });
  const last = shown.current;
  if (last.key !== key || request === undefined || last.request === undefined)
    shown.current = { key, request, number: 1 };
  else if (last.request !== request)
    shown.current = { key, request, number: last.number + (isSameQuestion(last.request, request) ? 0 : 1) };
  return shown.current.number;
}

/** Whether it is the same one, or what became of it when the agent changed the call, which has an id of its own. */
function isSameQuestion(last: PermissionRequest, request: PermissionRequest): boolean {
  if (last.requestId === request.requestId) return true;
  return request.isChanged === true && last.entryId === request.entryId;
}
