// How components reach the store, the host and the view state.
import { createContext, use, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import type { Post } from './bridge.ts';
import type { PanelStore, PanelView } from './store.ts';
import type { ViewState } from './viewState.ts';

export interface PanelServices {
  readonly store: PanelStore;
  readonly post: Post;
  readonly viewState: ViewState;
}

const PanelContext = createContext<PanelServices | undefined>(undefined);

export const PanelProvider = PanelContext;

/** The store, the host and the view state. */
export function usePanelServices(): PanelServices {
  const services = use(PanelContext);
  if (services === undefined) throw new Error('A component of the panel is rendered outside PanelProvider.');
  return services;
}

/** Sends messages to the host. */
export function usePost(): Post {
  return usePanelServices().post;
}

/** What `select` returns of the view. Renders again only for another value or reference. */
export function useView<T>(select: (view: PanelView) => T): T {
  const { store } = usePanelServices();
  return useSyncExternalStore(store.subscribe, () => select(store.view));
}

/** What `select` returns of the shown session, in components that render only when there is one. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useView(({ session }) => select(present(session, 'session')));
}

/** What `select` returns of the panel's state, in components that render only when there is one. */
export function usePanel<T>(select: (panel: PanelState) => T): T {
  return useView(({ panel }) => select(present(panel, 'panel')));
}

const selectKey = (state: SessionState): string => state.key;

/** The key of the shown session. */
export function useSessionKey(): string {
  return useSession(selectKey);
}

/** Whether something is folded open, remembered by session and `id`, and the function that changes it. */
export function useFold(id: string, openAtFirst: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const { viewState } = usePanelServices();
  const key = useSessionKey();
  const [last, setLast] = useState(() => ({ id, isOpen: viewState.fold(key, id) }));
  const fold = useCallback(
    (isOpen: boolean) => {
      viewState.setFold(key, id, isOpen);
      setLast({ id, isOpen });
    },
    [viewState, key, id],
  );
  useLayoutEffect(
    () =>
      viewState.onFoldOpened(
        (session, opened) => session === key && opened === id && setLast({ id, isOpen: true }),
      ),
    [viewState, key, id],
  );
  // The component may show something else by now.
  const isOpen = last.id === id ? last.isOpen : viewState.fold(key, id);
  return [isOpen ?? openAtFirst, fold];
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`A component needs the ${name} before the host has sent it.`);
  return value;
}
