// How components reach the find bar's model.
import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useParts } from '../../loadedParts.ts';
import { usePanelServices, useSessionKey } from '../../panelContext.tsx';
import { useRequest } from '../../useRequest.ts';
import type { FindModel, FindView } from './findModel.ts';

const FindContext = createContext<FindModel | undefined>(undefined);

/** Creates the model of one session, and carries out the host's find requests for it. */
export function FindProvider({ children }: { readonly children: ReactNode }) {
  const { store, viewState } = usePanelServices();
  const parts = useParts();
  const model = useMemo(() => parts && new parts.FindModel({ store, viewState }), [parts, store, viewState]);
  const key = useSessionKey();
  useRequest(
    ['find'],
    (request) => model?.open(request),
    (request) => model !== undefined && (request.key === undefined || request.key === key),
  );
  useEffect(() => () => model?.dispose(), [model]);
  return <FindContext value={model}>{children}</FindContext>;
}

/** The model of the session that is shown; undefined until it is loaded. */
export function useLoadedFind(): FindModel | undefined {
  return use(FindContext);
}

/** The same for what is loaded with it. */
export function useFind(): FindModel {
  const model = useLoadedFind();
  if (model === undefined) throw new Error('A component uses find outside FindProvider.');
  return model;
}

/** What the bar shows. */
export function useFindView<T>(select: (view: FindView) => T): T {
  const model = useFind();
  return useSyncExternalStore(model.subscribe, () => select(model.view));
}
