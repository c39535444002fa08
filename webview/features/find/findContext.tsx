// How components of the find bar reach its model.
import { createContext, use, useSyncExternalStore } from 'react';
import type { FindModel, FindView } from './findModel.ts';

const FindContext = createContext<FindModel | undefined>(undefined);

export const FindProvider = FindContext;

export function useFind(): FindModel {
  const model = use(FindContext);
  if (model === undefined) throw new Error('A component uses find outside FindProvider.');
  return model;
}

/** What the bar shows. */
export function useFindView<T>(select: (view: FindView) => T): T {
  const model = useFind();
  return useSyncExternalStore(model.subscribe, () => select(model.view));
}
