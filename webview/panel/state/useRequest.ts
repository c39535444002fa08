// Carries out what the host asks of the panel once: focus, find, insert, open.
import { useEffect } from 'react';
import { usePanelServices, useView } from './panelContext.tsx';
import type { PanelRequest } from './store.ts';

/** The requests of one type, or of several. */
export type RequestOf<Type extends PanelRequest['type']> = Extract<PanelRequest, { type: Type }>;

/**
 * Carries out the requests of some types, each once, after the component was rendered with what came before it. One that
 * `isForThis` refuses, or that came while no component carries out its type, waits for the one that does.
 */
export function useRequest<const Type extends PanelRequest['type']>(
  types: readonly Type[],
  carryOut: (request: RequestOf<Type>) => void,
  isForThis: (request: RequestOf<Type>) => boolean = () => true,
): void {
  const { store } = usePanelServices();
  const requests = useView((view) => view.requests);
  useEffect(() => {
    for (const request of requests) {
      if (isOf(request, types) && isForThis(request) && store.take(request)) carryOut(request);
    }
  });
}

function isOf<Type extends PanelRequest['type']>(
  request: PanelRequest,
  types: readonly Type[],
): request is RequestOf<Type> {
  return types.some((type) => type === request.type);
}
