// What applies now, above the composer: a request for permission, queued prompts.
import './dock.css';
import { useSession } from '../../panelContext.tsx';
import { PermissionCard } from './PermissionCard.tsx';
import { Queue } from './Queue.tsx';

export function Dock() {
  const request = useSession(({ permissions }) => permissions[0]);
  const waiting = useSession(({ permissions }) => permissions.length);
  return (
    <div className="dock">
      {request !== undefined && (
        <PermissionCard key={request.requestId} request={request} waiting={waiting} />
      )}
      <Queue />
    </div>
  );
}
