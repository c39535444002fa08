// The first permission request that waits for the user.
import { useSession } from '../../panelContext.tsx';
import { PermissionCard } from './PermissionCard.tsx';

export function PendingPermission() {
  const request = useSession(({ permissions }) => permissions[0]);
  const waiting = useSession(({ permissions }) => permissions.length);
  if (request === undefined) return null;
  return <PermissionCard key={request.requestId} request={request} waiting={waiting} />;
}
