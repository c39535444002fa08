// In a permission request for a plan: opens the plan as a document, by itself when the request comes.
import { useEffect } from 'react';
import type { PermissionRequest } from '../../../src/core/session/permission/state.ts';
import { askedPlan } from '../../../src/core/session/plan/askedPlan.ts';
import { OpenPlan } from '../../panel/plan/OpenPlan.tsx';
import { usePost, useSessionKey } from '../../panel/state/panelContext.tsx';

export function PlanRequest({ request: { requestId, call } }: { readonly request: PermissionRequest }) {
  const post = usePost();
  const key = useSessionKey();
  const isPlan = askedPlan(call) !== undefined;
  useEffect(() => {
    if (isPlan) post({ type: 'open_plan', key, id: requestId, isAutomatic: true });
  }, [isPlan, post, key, requestId]);
  return isPlan ? <OpenPlan id={requestId} /> : null;
}
